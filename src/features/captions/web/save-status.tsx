import { Check, CloudOff, LoaderCircle, LogIn, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useActions, useEditor } from './editor-context.ts'
import type { SaveState } from './outbox.ts'

const LOOK: {
  readonly [State in SaveState]: { readonly text: string; readonly icon: typeof Check; readonly tone: string }
} = {
  saved: { text: 'Saved', icon: Check, tone: 'text-faint' },
  saving: { text: 'Saving…', icon: LoaderCircle, tone: 'text-faint' },
  offline: { text: 'Offline – will save', icon: CloudOff, tone: 'text-warning' },
  'signed-out': { text: 'Log in to save', icon: LogIn, tone: 'text-warning' },
  conflict: { text: 'Changed elsewhere', icon: TriangleAlert, tone: 'text-error' },
}

/** Where the edits stand, always in sight. */
export function SaveStatus() {
  const save = useEditor((state) => state.save)
  const { text, icon: Icon, tone } = LOOK[save]
  return (
    <output aria-live="polite" className={`flex items-center gap-1.5 text-sm whitespace-nowrap ${tone}`}>
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </output>
  )
}

/** What to do about edits that cannot be saved as they are; nothing in all other states. */
export function SaveTrouble() {
  const save = useEditor((state) => state.save)
  const { reload } = useActions()
  const [busy, setBusy] = useState(false)

  async function takeNewest() {
    setBusy(true)
    try {
      const leftOut = await reload()
      if (leftOut === 0) toast.success('You have the newest captions, with your edits in them.')
      else
        toast.warning(
          `${leftOut === 1 ? 'One of your edits' : `${leftOut} of your edits`} no longer fitted and had to be left out.`,
          { title: 'You have the newest captions' },
        )
    } catch (error) {
      toast.error(asAppError(error).message)
    }
    setBusy(false)
  }

  if (save === 'signed-out')
    return (
      <Notice tone="warning">
        You were logged out. Log in again in another tab; your edits are kept here and saved then.
      </Notice>
    )
  if (save !== 'conflict') return null
  return (
    <Notice
      tone="warning"
      title="These captions were changed somewhere else"
      actions={
        <Button size="sm" busy={busy} onClick={() => void takeNewest()}>
          Reload and keep my edits
        </Button>
      }
    >
      Your edits are kept. Load the newest captions, and they are made again on top of them.
    </Notice>
  )
}
