import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { AnchoredPopover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MOST_DECOR, quoteText, wordIndex } from '../../model/index.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { DecorRow } from './decor-row.tsx'
import { EmojiGrid } from './emoji-grid.tsx'
import { loadEmoji } from './load-emoji.ts'
import { showWord } from '../playback/seek-to-word.ts'
import { addEmoji, emojiOfWord } from './word-emoji.ts'
import { WordPictures } from './word-pictures.tsx'

/** The emoji of one word: those it has, with their places, and a search for more. */
export function EmojiPanel({ wordId }: { wordId: string }) {
  const editor = useOpenEditor()
  const { edit, openEmoji } = editor.store.actions
  const word = useEditor(({ doc }) => doc.words[wordIndex(doc, wordId)])
  const lang = useEditor(({ doc }) => doc.lang)
  const data = useQuery({
    queryKey: ['emoji', lang],
    queryFn: () => loadEmoji(lang),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const search = useRef<HTMLInputElement>(null)
  if (word === undefined) return null
  const close = () => {
    openEmoji(null)
    wordButton(wordId)?.focus()
  }
  const isFull = (word.decor?.length ?? 0) >= MOST_DECOR
  return (
    <AnchoredPopover
      open
      onClose={close}
      anchor={wordButton(wordId)}
      title={`Emoji for ${quoteText(word.text)}`}
      side="bottom"
      align="start"
      initialFocus={search}
    >
      {emojiOfWord(word).map((item) => (
        <DecorRow key={item.id} item={item} wordId={wordId} name={item.emoji}>
          <span className="text-2xl">{item.emoji}</span>
        </DecorRow>
      ))}
      {isFull ? (
        <p className="text-muted">A word can have {MOST_DECOR} emoji and pictures. Remove one first.</p>
      ) : (
        <EmojiGrid
          data={data.data}
          ref={search}
          onChoose={(emoji) => {
            if (!edit(addEmoji([{ wordId, emoji }]))) return
            showWord(editor, wordId)
            close()
          }}
        >
          {data.isError ? <LoadProblem onRetry={() => void data.refetch()} /> : <Skeleton className="h-56" />}
        </EmojiGrid>
      )}
      <WordPictures word={word} isFull={isFull} />
    </AnchoredPopover>
  )
}

function LoadProblem({ onRetry }: { onRetry(): void }) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted">The emoji could not be loaded. Check your connection.</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function wordButton(wordId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-word="${CSS.escape(wordId)}"]`)
}
