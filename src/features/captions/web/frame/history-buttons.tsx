import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { lowerFirst } from '../../model/index.ts'
import { useActions, useEditor } from '../store/editor-context.ts'

/** Undo and redo, each with the label of its step in the tooltip; the last step is announced to screen readers. */
export function HistoryButtons() {
  const { undo, redo } = useActions()
  const last = useEditor(({ past }) => past.at(-1)?.label)
  const next = useEditor(({ future }) => future.at(-1)?.label)
  const announcement = useEditor((state) => state.announcement)
  return (
    <>
      <IconButton
        size="sm"
        label="Undo"
        detail={last && `Undo: ${lowerFirst(last)}`}
        shortcut="Ctrl Z"
        icon={<Undo2 />}
        disabled={last === undefined}
        onClick={undo}
      />
      <IconButton
        size="sm"
        label="Redo"
        detail={next && `Redo: ${lowerFirst(next)}`}
        shortcut="Ctrl Shift Z"
        icon={<Redo2 />}
        disabled={next === undefined}
        onClick={redo}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
