import { Palette } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { labelCommands } from '../../model/index.ts'
import { useActions, useEditor, useMayEdit } from '../store/editor-context.ts'
import { nameOf } from '../store/history.ts'

/** Says who changed the look under the person, and restores the one before as an edit; nothing without a change. */
export function RestyledNotice() {
  const { edit, keepRestyling } = useActions()
  const mayEdit = useMayEdit()
  const restyled = useEditor((state) => state.restyled)
  if (restyled === null || !mayEdit) return null
  const { by, commands, undo } = restyled
  return (
    <section
      aria-label="Changed look"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-border bg-info/10 px-3 py-1 text-sm"
    >
      <Palette aria-hidden="true" className="size-4 shrink-0 text-info" />
      <p role="status" className="min-w-0 py-1 wrap-anywhere">
        <strong className="font-semibold">{nameOf(by)} changed the look.</strong>{' '}
        <span className="text-muted">{labelCommands(commands, undo)}</span>
      </p>
      <div className="ml-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={keepRestyling}>
          Keep
        </Button>
        <Button size="sm" onClick={() => edit([...undo])}>
          Undo their change
        </Button>
      </div>
    </section>
  )
}
