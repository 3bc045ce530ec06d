import { Check, CloudOff, Eye, LoaderCircle, LogIn, TriangleAlert } from 'lucide-react'
import { Notice } from '#ui/notice.tsx'
import { useEditor, useMayEdit } from '../store/editor-context.ts'
import type { SaveState } from '../store/outbox.ts'

const STATES: {
  readonly [State in SaveState]: { readonly text: string; readonly icon: typeof Check; readonly tone: string }
} = {
  saved: { text: 'Saved', icon: Check, tone: 'text-faint' },
  saving: { text: 'Saving…', icon: LoaderCircle, tone: 'text-faint' },
  offline: { text: 'Offline – will save', icon: CloudOff, tone: 'text-warning' },
  unavailable: { text: 'Not saved yet', icon: CloudOff, tone: 'text-warning' },
  'signed-out': { text: 'Log in to save', icon: LogIn, tone: 'text-warning' },
  refused: { text: 'Not saved', icon: TriangleAlert, tone: 'text-error' },
}

const DECIDE = { icon: TriangleAlert, tone: 'text-warning' }
const OPENING = { text: 'Opening…', icon: LoaderCircle, tone: 'text-faint' }
const VIEWING = { text: 'View only', icon: Eye, tone: 'text-faint' }

/** The save state, always visible. */
export function SaveStatus() {
  const save = useEditor((state) => (state.save === 'saved' ? state.suggest.save : state.save))
  const open = useEditor(({ conflicts }) => conflicts.length)
  const mayEdit = useMayEdit()
  const current = save === 'saved' && open > 0 ? { ...DECIDE, text: `${open} to decide` } : STATES[save]
  const isOpening = useEditor((state) => state.isOpening)
  const waits = useEditor(({ pending }) => pending.length > 0)
  const shown = mayEdit || (save === 'refused' && waits) ? current : VIEWING
  const { text, icon: Icon, tone } = isOpening ? OPENING : shown
  return (
    <output aria-live="polite" className={`flex items-center gap-1.5 text-sm whitespace-nowrap ${tone}`}>
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </output>
  )
}

/** Says that live updates are off in this tab, and what to do; nothing while they are on. */
export function CrowdedNotice() {
  const isCrowded = useEditor((state) => state.isCrowded)
  if (!isCrowded) return null
  return (
    <Notice tone="info" title="Changes by others do not appear live">
      You have too many tabs with live updates open. Close some of them. Your own edits are saved as usual.
    </Notice>
  )
}

/** Explains why edits cannot be saved yet; nothing in all other states. */
export function SaveTrouble() {
  const save = useEditor((state) => state.save)
  const refusal = useEditor((state) => state.refusal)
  if (save === 'signed-out')
    return (
      <Notice tone="warning">
        You were logged out. Log in again in another tab to save your edits. They are stored here until then.
      </Notice>
    )
  if (save === 'unavailable')
    return (
      <Notice tone="warning" title={refusal?.message ?? 'Your edits could not be saved yet.'}>
        Your edits are stored in this browser and will be saved when the server is available.
      </Notice>
    )
  return null
}
