import { Check, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import type { Decision } from '../model/contract.ts'

/** Props of {@link DecisionBar}. */
export type DecisionBarProps = {
  /** The reader's decision so far. */
  readonly decision: Decision | null
  /** That of the captions on the page. */
  readonly revision: number
  /** False for a guest who gave no name yet. Default: true. */
  readonly isNamed?: boolean
  decide(decision: Decision['decision']): Promise<unknown>
}

/** Approves the captions, or asks for changes. */
export function DecisionBar({ decision, revision, isNamed = true, decide }: DecisionBarProps) {
  const [busy, setBusy] = useState<Decision['decision']>()

  async function send(chosen: Decision['decision']) {
    if (!isNamed) {
      toast.info('Enter your name first, so that they know who decided.')
      return
    }
    setBusy(chosen)
    try {
      await decide(chosen)
      toast.success(chosen === 'approved' ? 'You approved the captions.' : 'You asked for changes.')
    } catch (error) {
      toast.error(asAppError(error).message)
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={busy === 'approved'}
          icon={<Check aria-hidden="true" />}
          onClick={() => void send('approved')}
        >
          Approve
        </Button>
        <Button
          busy={busy === 'changes'}
          icon={<MessageSquareWarning aria-hidden="true" />}
          onClick={() => void send('changes')}
        >
          Request changes
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {textOfDecision(decision, revision)}
      </p>
    </div>
  )
}

function textOfDecision(decision: Decision | null, revision: number): string {
  if (decision === null) return ''
  const isApproved = decision.decision === 'approved'
  if (decision.revision < revision)
    return isApproved
      ? 'The captions changed since you approved them. Approve again if they are right.'
      : 'The captions changed since you asked for changes.'
  return isApproved ? 'You approved these captions.' : 'You asked for changes.'
}
