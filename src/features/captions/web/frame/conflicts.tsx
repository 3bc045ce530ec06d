import { GitMerge } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { wordIndex } from '../../model/index.ts'
import { choiceText, conflictText } from './conflict-text.ts'
import { useActions, useEditor } from '../store/editor-context.ts'
import type { Conflict } from '../store/replica.ts'

/** The list of conflicts, each with its choices; nothing without conflicts. */
export function Conflicts() {
  const conflicts = useEditor((state) => state.conflicts)
  if (conflicts.length === 0) return null
  return (
    <section aria-label="Edits to decide about" className="grid max-h-[40dvh] shrink-0 gap-2 overflow-y-auto p-2">
      <ul className="grid gap-2">
        {conflicts.map((conflict) => (
          <ConflictItem key={conflict.id} conflict={conflict} />
        ))}
      </ul>
    </section>
  )
}

function ConflictItem({ conflict }: { conflict: Conflict }) {
  const { resolve, select } = useActions()
  const shown = useEditor(({ doc }) => conflict.details.wordIds.find((id) => wordIndex(doc, id) >= 0))
  const text = conflictText(conflict.details)
  const choice = choiceText(conflict.details)
  const item = useRef<HTMLLIElement>(null)

  // It may appear below others that are still open.
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <li
      ref={item}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-border border-l-2 border-l-warning bg-surface p-3"
    >
      <GitMerge aria-hidden="true" className="size-[18px] shrink-0 text-warning" />
      <p role="status" className="min-w-48 grow basis-0 text-sm break-words">
        {text}
      </p>
      <div role="group" aria-label={text} className="flex flex-wrap gap-2">
        {shown !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => select({ focus: shown, anchor: shown })}>
            Show
          </Button>
        )}
        <Button size="sm" onClick={() => resolve(conflict.id, 'theirs')}>
          <span className="max-w-48 truncate">{choice.theirs}</span>
        </Button>
        <Button size="sm" variant="primary" onClick={() => resolve(conflict.id, 'mine')}>
          <span className="max-w-48 truncate">{choice.mine}</span>
        </Button>
      </div>
    </li>
  )
}
