import { ChevronDown, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import type { CaptionDocument } from '../../model/index.ts'
import { useActions, useEditor, useOpenEditor } from '../editor-context.ts'
import { insertLineAt } from '../word-edits.ts'

type SetAside = NonNullable<CaptionDocument['setAside']>[number]

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

function TextRow({ text: { id, t, text, why } }: { text: SetAside }) {
  const { store, player } = useOpenEditor()
  const { edit, select } = useActions()
  const time = formatMediaTime(t, 1)

  /** Both in one step, so that undo sets the text aside again. */
  function add() {
    const before = store.getState().doc
    if (!edit([...insertLineAt(before, player.nowMs(), text), { type: 'removeSetAside', ids: [id] }])) return
    const known = new Set(before.words.map((word) => word.id))
    const first = store.getState().doc.words.find((word) => !known.has(word.id))
    if (first !== undefined) select({ focus: first.id, anchor: first.id })
  }

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
      <IconButton size="sm" label={`Add “${text}” at the playhead`} icon={<Plus />} onClick={add} />
      <IconButton
        size="sm"
        label={`Drop “${text}”`}
        icon={<X />}
        onClick={() => edit([{ type: 'removeSetAside', ids: [id] }])}
      />
    </div>
  )
}
