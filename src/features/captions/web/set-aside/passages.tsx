import { Plus, X } from 'lucide-react'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import { AsideSection, type Disclosure } from './aside-section.tsx'
import { PassageRow } from './passage-row.tsx'
import { putBack, type SetAside } from './put-back.ts'

const REASONS: { readonly [Why in SetAside['why']]: string } = {
  'not-spoken': 'Not spoken',
  'not-in-script': 'Said, as it was heard',
  'not-in-cut': 'Not in this cut',
}

type PassagesProps = Disclosure & {
  readonly label: string
  readonly summary: string
  readonly texts: readonly SetAside[]
  /** The buttons that put all of them, or one, among the words. */
  readonly all: string
  readonly one: string
}

/** Texts set aside, to put among the words or to drop. */
export function Passages({ texts, all, one, ...section }: PassagesProps) {
  const { edit } = useActions()
  const put = usePutBack()
  return (
    <AsideSection
      {...section}
      items={texts}
      keyOf={({ id }) => id}
      renderItem={(text) => <TextRow text={text} one={one} />}
      rowHeightPx={72}
      buttons={
        <>
          <Button size="sm" variant="ghost" onClick={() => put(texts)}>
            {all}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => edit([{ type: 'removeSetAside', ids: texts.map(({ id }) => id) }])}
          >
            Drop all
          </Button>
        </>
      }
    />
  )
}

/** Returns how to put texts among the words at their times or at another one, in one step that undo takes back. */
function usePutBack() {
  const { store } = useOpenEditor()
  const { edit, select } = useActions()
  return (texts: readonly SetAside[], tMs?: number) => {
    const before = store.getState().doc
    if (!edit(commandsFor(before, texts, tMs))) return
    const known = new Set(before.words.map((word) => word.id))
    const first = store.getState().doc.words.find((word) => !known.has(word.id))
    if (first !== undefined) select({ focus: first.id, anchor: first.id })
  }
}

function commandsFor(...asked: Parameters<typeof putBack>) {
  try {
    return putBack(...asked)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    toast.error(error.message)
    return []
  }
}

function TextRow({ text: passage, one }: { text: SetAside; one: string }) {
  const { player } = useOpenEditor()
  const { edit } = useActions()
  const put = usePutBack()
  const { id, text, why } = passage
  return (
    <PassageRow
      passage={passage}
      timeLabel={(time) => `Go to ${time}, where “${text}” stood`}
      note={REASONS[why]}
      buttons={
        <>
          <Button size="sm" variant="ghost" aria-label={`${one}: “${text}”`} onClick={() => put([passage])}>
            {one}
          </Button>
          <IconButton
            size="sm"
            label={`Add “${text}” at the playhead`}
            icon={<Plus />}
            onClick={() => put([passage], player.nowMs())}
          />
          <IconButton
            size="sm"
            label={`Drop “${text}”`}
            icon={<X />}
            onClick={() => edit([{ type: 'removeSetAside', ids: [id] }])}
          />
        </>
      }
    >
      <p className="line-clamp-3 py-1 wrap-anywhere">{text}</p>
    </PassageRow>
  )
}
