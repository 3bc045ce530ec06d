import { useState } from 'react'
import { OPERATOR_DUTIES } from '#features/operations/model/index.ts'
import { type Decision, May, ReasonDialog, useActionDone } from '#features/operations/web/index.ts'
import { Button } from '#ui/button.tsx'
import { type CaseDecision, decisionsFor } from '../../model/case-rules.ts'
import { MODERATION_DUTIES } from '../../model/moderation-duties.ts'
import { KIND_LABEL } from '../../model/limits.ts'
import type { CaseDetails } from '../../model/operator-contract.ts'
import { moderationApi } from './moderation-queries.ts'

/** What an operator may do about a case; each asks for a reason. */
export function CaseActions({ details }: { details: CaseDetails }) {
  const [decision, setDecision] = useState<Decision>()
  const done = useActionDone()
  const { id: caseId, state, title, kind, owner } = details

  const decide = (name: CaseDecision): Decision => {
    const { button, describe, message, isDanger } = TEXTS[name]
    return {
      title: `${button}: ${title || KIND_LABEL[kind]}`,
      description: describe(KIND_LABEL[kind]),
      button,
      requires: 'reason',
      ...(isDanger && { isDanger }),
      submit: (text) => done(moderationApi.decideReport({ caseId, decision: name, reason: text('reason') }), message),
    }
  }
  const suspend = ({ id: userId, email }: NonNullable<CaseDetails['owner']>): Decision => ({
    title: `Suspend ${email}`,
    description:
      'Their sessions end and they cannot log in, and everything they made public stops. Nothing is deleted. They get a mail without your reason.',
    button: 'Suspend',
    requires: 'reason',
    isDanger: true,
    submit: (text) =>
      done(
        moderationApi.decideUser({ userId, decision: 'suspend', reason: text('reason') }),
        'The account is suspended.',
      ),
  })
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
      <May duty={MODERATION_DUTIES.decideReport}>
        {decisionsFor(state).map((name) => (
          <Button
            key={name}
            variant={TEXTS[name].isDanger ? 'danger' : 'secondary'}
            onClick={() => setDecision(decide(name))}
          >
            {TEXTS[name].button}
          </Button>
        ))}
      </May>
      {owner?.isSuspended === false && (
        <May duty={OPERATOR_DUTIES.decideUser}>
          <Button onClick={() => setDecision(suspend(owner))}>Suspend owner</Button>
        </May>
      )}
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </div>
  )
}

type Texts = {
  readonly button: string
  readonly describe: (kind: string) => string
  readonly message: string
  readonly isDanger?: true
}

const TEXTS: Readonly<Record<CaseDecision, Texts>> = {
  dismiss: {
    button: 'Dismiss',
    describe: (kind) =>
      `The ${kind} stays public. Reporters who left an address get a mail with your reason; the owner hears nothing.`,
    message: 'The report is dismissed.',
  },
  'take-down': {
    button: 'Take down',
    describe: (kind) =>
      `The ${kind} stops being public at once, and its owner cannot share it again. The owner and the reporters who left an address get a mail with your reason; the owner can object.`,
    message: 'It is taken down.',
    isDanger: true,
  },
  uphold: {
    button: 'Uphold',
    describe: (kind) => `The ${kind} stays down. Both sides get a mail with your reason.`,
    message: 'It stays down.',
  },
  restore: {
    button: 'Restore',
    describe: (kind) => `The ${kind} is public again under its links. Both sides get a mail with your reason.`,
    message: 'It is public again.',
  },
}
