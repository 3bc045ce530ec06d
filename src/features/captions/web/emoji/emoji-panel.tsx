import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { AnchoredPopover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type EmojiDecor, MOST_DECOR, quoteText, wordIndex } from '../../model/index.ts'
import { useActions, useEditor } from '../editor-context.ts'
import { EmojiGrid } from './emoji-grid.tsx'
import { loadEmoji } from './load-emoji.ts'
import { addEmoji, emojiOfWord } from './word-emoji.ts'

/** The emoji of one word: those it has, with their places, and a search for more. */
export function EmojiPanel({ wordId }: { wordId: string }) {
  const { edit, openEmoji } = useActions()
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
        <EmojiRow key={item.id} item={item} wordId={wordId} />
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
      {data.isSuccess && isFull && <p className="text-muted">A word can have {MOST_DECOR} emoji. Remove one first.</p>}
      {data.isSuccess && !isFull && (
        <EmojiGrid
          data={data.data}
          onChoose={(emoji) => {
            if (edit(addEmoji([{ wordId, emoji }]))) close()
          }}
        />
      )}
    </AnchoredPopover>
  )
}

const SIDES = [
  { value: 'above', label: 'Above' },
  { value: 'below', label: 'Below' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
  { value: 'behind', label: 'Behind' },
] as const satisfies readonly { value: EmojiDecor['side']; label: string }[]

function EmojiRow({ item, wordId }: { item: EmojiDecor; wordId: string }) {
  const { edit } = useActions()
  return (
    <div className="flex items-center gap-2">
      <span className="text-2xl">{item.emoji}</span>
      <div className="grow">
        <Select
          label={`Place of ${item.emoji}`}
          hideLabel
          size="sm"
          value={item.side}
          options={SIDES}
          onChange={(side) => edit([{ type: 'setDecor', items: [{ wordId, decor: { ...item, side } }] }])}
        />
      </div>
      <IconButton
        size="sm"
        label={`Remove ${item.emoji}`}
        icon={<Trash2 />}
        onClick={() => edit([{ type: 'removeDecor', wordIds: [wordId], decorId: item.id }])}
      />
    </div>
  )
}

function wordButton(wordId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-word="${CSS.escape(wordId)}"]`)
}
