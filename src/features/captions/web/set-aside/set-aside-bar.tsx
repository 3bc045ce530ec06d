import { ChevronDown, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { AppError } from '#platform/shared/errors.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { useActions, useEditor, useOpenEditor } from '../editor-context.ts'
import { putBack, type SetAside } from './put-back.ts'

const NONE: readonly SetAside[] = []
/** Longer lists render only the rows on screen. */
const FEW = 30

const REASONS: { readonly [Why in SetAside['why']]: string } = {
  'not-spoken': 'Not spoken',
  'not-in-cut': 'Not in this cut',
}

/** Texts without a place among the words: of a script but not spoken, or lost in a new cut. */
export function SetAsideBar() {
  const { edit } = useActions()
  const put = usePutBack()
  const texts = useEditor(({ doc }) => doc.setAside ?? NONE)
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  if (texts.length === 0) return null
  return (
    <section
      aria-label="Set aside"
      className="border-b border-border bg-sunken text-sm group-data-keyboard/editor:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
        <p className="mr-auto">
          {pluralize(texts.length, 'passage')} {texts.length === 1 ? 'is' : 'are'} set aside
        </p>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={<ChevronDown aria-hidden="true" className={classNames(isOpen && 'rotate-180')} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => put(texts)}>
          Put all back
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => edit([{ type: 'removeSetAside', ids: texts.map(({ id }) => id) }])}
        >
          Drop all
        </Button>
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <Texts texts={texts} />}
      </div>
    </section>
  )
}

/** Returns how to put texts back at their times or at another one, in one step that undo takes back. */
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

function Texts({ texts }: { texts: readonly SetAside[] }) {
  if (texts.length > FEW)
    return (
      <VirtualList
        label="Passages set aside"
        items={texts}
        keyOf={({ id }) => id}
        renderItem={(text) => <TextRow text={text} />}
        rowHeightPx={60}
        className="h-64"
      />
    )
  return (
    <ul aria-label="Passages set aside" className="max-h-64 overflow-y-auto">
      {texts.map((text) => (
        <li key={text.id}>
          <TextRow text={text} />
        </li>
      ))}
    </ul>
  )
}

function TextRow({ text: passage }: { text: SetAside }) {
  const { player } = useOpenEditor()
  const { edit } = useActions()
  const put = usePutBack()
  const { id, t, text, why } = passage
  const time = formatMediaTime(t, 1)
  return (
    <div className="flex items-start gap-1 border-t border-border px-1.5 py-1">
      <Button
        size="sm"
        variant="ghost"
        className="tabular shrink-0 px-1.5!"
        aria-label={`Go to ${time}, where “${text}” stood`}
        onClick={() => player.seek(t)}
      >
        {time}
      </Button>
      <div className="min-w-0 grow py-1">
        <p className="line-clamp-3 wrap-anywhere">{text}</p>
        <p className="text-xs text-faint">{REASONS[why]}</p>
      </div>
      <Button
        size="sm"
        variant="ghost"
        className="shrink-0"
        aria-label={`Put back here: “${text}”, at ${time}`}
        onClick={() => put([passage])}
      >
        Put back here
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
    </div>
  )
}
