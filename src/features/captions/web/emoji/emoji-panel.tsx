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
    >
      {emojiOfWord(word).map((item) => (
        <DecorRow key={item.id} item={item} wordId={wordId} name={item.emoji}>
          <span className="text-2xl">{item.emoji}</span>
        </DecorRow>
      ))}
      {data.isError && (
        <div className="grid justify-items-start gap-2">
          <p className="text-muted">The emoji could not be loaded. Check your connection.</p>
          <Button size="sm" onClick={() => void data.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data.isPending && <Skeleton className="h-56" />}
      {data.isSuccess && isFull && (
        <p className="text-muted">A word can have {MOST_DECOR} emoji and pictures. Remove one first.</p>
      )}
      {data.isSuccess && !isFull && (
        <EmojiGrid
          data={data.data}
          onChoose={(emoji) => {
            if (!edit(addEmoji([{ wordId, emoji }]))) return
            showWord(editor, wordId)
            close()
          }}
        />
      )}
      <WordPictures word={word} isFull={isFull} />
    </AnchoredPopover>
  )
}

function wordButton(wordId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-word="${CSS.escape(wordId)}"]`)
}
