import { type FormEvent, type ReactNode, useState } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

/** Something an operator is about to do. */
export type Decision = {
  readonly title: string
  /** What it means, in a sentence or two. */
  readonly meaning: string
  readonly button: string
  /** `reason` for whoever reads it later; `password` proves who asks; neither where a reason makes no sense. */
  readonly asks: 'reason' | 'password' | 'nothing'
  readonly isDanger?: boolean
  /** Fields of its own. */
  readonly more?: ReactNode
  /** @param texts what was entered, by the names of the fields */
  readonly act: (texts: (name: string) => string) => Promise<void>
}

type Problem = { readonly field: string; readonly message: string }

/** Asks for what a decision needs, and carries it out. It stays until that is done. */
export function ReasonDialog({ decision, onClose }: { decision: Decision | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={decision !== undefined}
      onClose={onClose}
      title={decision?.title ?? ''}
      description={decision?.meaning}
      size="md"
    >
      {decision && <DecisionForm decision={decision} onClose={onClose} />}
    </Dialog>
  )
}

function DecisionForm({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { asks, button, isDanger, more, act } = decision
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    if (asks === 'reason' && text('reason').length < 3) {
      setProblem({ field: 'reason', message: 'Say why, in a few words.' })
      return
    }
    setBusy(true)
    try {
      await act(text)
      onClose()
    } catch (error) {
      const { message, details } = asAppError(error)
      setProblem({ field: details['field'] === 'password' ? 'password' : 'form', message })
      setBusy(false)
    }
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 pb-4">
      {problem?.field === 'form' && <Notice tone="error">{problem.message}</Notice>}
      {more}
      {asks === 'reason' && (
        <TextArea
          name="reason"
          label="Reason"
          hint="Kept with what you do, for whoever asks later."
          rows={3}
          maxLength={500}
          error={problem?.field === 'reason' ? problem.message : undefined}
        />
      )}
      {asks === 'password' && (
        <TextField
          name="password"
          type="password"
          label="Your password"
          hint="Leave it empty if you have just logged in."
          autoComplete="current-password"
          error={problem?.field === 'password' ? problem.message : undefined}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" variant={isDanger === true ? 'danger' : 'primary'} busy={isBusy}>
          {button}
        </Button>
      </div>
    </form>
  )
}
