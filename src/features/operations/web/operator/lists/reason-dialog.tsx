import { type FormEvent, type ReactNode, useState } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

/** An action that an operator is about to take. */
export type Decision = {
  readonly title: string
  /** Its effect, in a sentence or two. */
  readonly description: string
  readonly button: string
  /** A reason for the audit log; with the password for reauthentication. */
  readonly requires: 'reason' | 'reason-and-password'
  readonly isDanger?: boolean
  /** Default: Reason. */
  readonly reasonLabel?: string
  /** Additional fields. */
  readonly more?: ReactNode
  /** @param texts the values of the fields, by name */
  readonly submit: (texts: (name: string) => string) => Promise<void>
}

type Problem = { readonly field: string; readonly message: string }

/** Collects the input of a decision and carries it out; stays open until that is done. */
export function ReasonDialog({ decision, onClose }: { decision: Decision | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={decision !== undefined}
      onClose={onClose}
      title={decision?.title ?? ''}
      description={decision?.description}
      size="md"
    >
      {decision && <DecisionForm decision={decision} onClose={onClose} />}
    </Dialog>
  )
}

function DecisionForm({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { requires, button, isDanger, more, submit, reasonLabel = 'Reason' } = decision
  const hasPassword = requires === 'reason-and-password'
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    if (text('reason').length < 3) {
      setProblem({ field: 'reason', message: `Give a short ${reasonLabel.toLowerCase()}.` })
      return
    }
    setBusy(true)
    try {
      await submit(text)
      onClose()
    } catch (error) {
      const { message, details } = asAppError(error)
      setProblem({ field: details['field'] === 'password' ? 'password' : 'form', message })
      setBusy(false)
    }
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void handleSubmit(event)} className="grid gap-4 pb-4">
      {problem?.field === 'form' && (
        <div key={problem.message} ref={scrollToProblem}>
          <Notice tone="error">{problem.message}</Notice>
        </div>
      )}
      {more}
      <TextArea
        name="reason"
        label={reasonLabel}
        hint="Stored in the audit log."
        rows={3}
        maxLength={500}
        error={problem?.field === 'reason' ? problem.message : undefined}
      />
      {hasPassword && (
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

/** A long form hides its beginning from the person who sends it. */
function scrollToProblem(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' })
}
