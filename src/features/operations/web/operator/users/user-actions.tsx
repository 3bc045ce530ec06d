import { useState } from 'react'
import { siteName } from '#platform/shared/product.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Link, useNavigate } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { OperatorUser, UserDecision } from '../../../model/operator-users.ts'
import { operatorApi, useActionDone } from '../operator-queries.ts'
import { type Decision, ReasonDialog } from '../lists/reason-dialog.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import { May } from '../may.tsx'

/** What an operator may do about a user; each asks for a reason. */
export function UserActions({ user }: { user: OperatorUser }) {
  const [decision, setDecision] = useState<Decision>()
  const decide = useDecisions(user)
  const { email, suspendedAt, emailVerified, isOperator, hasSecondFactor } = user
  const open = (name: keyof typeof decide) => setDecision(decide[name])
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
      <May duty={OPERATOR_DUTIES.decideUser}>
        {suspendedAt !== null && (
          <Button variant="primary" onClick={() => open('reinstate')}>
            Reinstate
          </Button>
        )}
        {suspendedAt === null && !isOperator && <Button onClick={() => open('suspend')}>Suspend</Button>}
        {suspendedAt === null && <Button onClick={() => open('end-sessions')}>End sessions</Button>}
        {!emailVerified && <Button onClick={() => open('verify')}>Confirm address</Button>}
        {hasSecondFactor && <Button onClick={() => open('reset-second-factor')}>Remove second factor</Button>}
        {!isOperator && (
          <Link to={`/operator/blocked?block=${encodeURIComponent(email)}`} className={buttonClass()}>
            Block address
          </Link>
        )}
      </May>
      {suspendedAt === null && !isOperator && (
        <May duty={OPERATOR_DUTIES.startView}>
          <Button onClick={() => open('view')}>View as</Button>
        </May>
      )}
      <May duty={OPERATOR_DUTIES.exportUser}>
        <Button onClick={() => open('export')}>Download data</Button>
      </May>
      {!isOperator && (
        <May duty={OPERATOR_DUTIES.eraseUser}>
          <Button variant="danger" onClick={() => open('erase')}>
            Erase
          </Button>
        </May>
      )}
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </div>
  )
}

function useDecisions({
  id: userId,
  email,
}: OperatorUser): Record<UserDecision | 'export' | 'erase' | 'view', Decision> {
  const done = useActionDone()
  const navigate = useNavigate()
  const simple = (decision: UserDecision): Decision => {
    const { title, description, button, message, isDanger } = TEXTS[decision]
    return {
      title: title(email),
      description,
      button,
      requires: 'reason',
      ...(isDanger && { isDanger }),
      submit: (text) => done(operatorApi.decideUser({ userId, decision, reason: text('reason') }), message),
    }
  }
  return {
    suspend: simple('suspend'),
    reinstate: simple('reinstate'),
    'end-sessions': simple('end-sessions'),
    'reset-second-factor': simple('reset-second-factor'),
    verify: simple('verify'),
    view: {
      title: `View the pages of ${email}`,
      description:
        'You see what they see for 30 minutes, and can change and download nothing. They get a mail without your reason. Start and end are recorded.',
      button: 'View pages',
      requires: 'reason',
      async submit(text) {
        await operatorApi.startView({ userId, reason: text('reason') })
        // From scratch: nothing of the operator stays in memory.
        location.assign('/upload')
      },
    },
    export: {
      title: `Download the data of ${email}`,
      description: 'The same file as their own data export. Downloading it is recorded.',
      button: 'Download',
      requires: 'reason',
      submit: (text) =>
        done(
          operatorApi
            .exportUser({ userId, reason: text('reason') })
            .then((data) => saveFile(jsonOf(data), `${siteName().toLowerCase()}-${userId}.json`)),
          'The data is downloaded.',
        ),
    },
    erase: {
      title: `Erase ${email}`,
      description:
        'Their account, videos, captions and exports are erased at once, and any subscription ends. This cannot be undone.',
      button: 'Erase for good',
      requires: 'reason',
      isDanger: true,
      more: (
        <TextField
          name="confirm"
          label="Address of the account"
          hint={`Type ${email}`}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={254}
          data-focus-first=""
        />
      ),
      submit: async (text) => {
        await done(
          operatorApi.eraseUser({ userId, reason: text('reason'), confirm: text('confirm') }),
          'The account is erased.',
          { leaves: true },
        )
        void navigate('/operator/users')
      },
    },
  }
}

function jsonOf(data: object): Blob {
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

type Texts = {
  title: (email: string) => string
  description: string
  button: string
  message: string
  isDanger?: true
}

const TEXTS: Readonly<Record<UserDecision, Texts>> = {
  'reset-second-factor': {
    title: (email) => `Remove the second factor of ${email}`,
    description:
      'Their password alone will log them in. Make sure that the request comes from them. They get a mail without your reason.',
    button: 'Remove',
    message: 'The second factor is removed.',
    isDanger: true,
  },
  suspend: {
    title: (email) => `Suspend ${email}`,
    description:
      'Their sessions end and they cannot log in. Review links, shared looks and download links stop, their team loses access, and queued jobs wait. Nothing is deleted. They get a mail without your reason.',
    button: 'Suspend',
    message: 'The account is suspended.',
    isDanger: true,
  },
  reinstate: {
    title: (email) => `Reinstate ${email}`,
    description: 'They can log in, their links work again, and their jobs continue. They get a mail.',
    button: 'Reinstate',
    message: 'The account is reinstated.',
  },
  'end-sessions': {
    title: (email) => `End the sessions of ${email}`,
    description: 'They are logged out everywhere, and can log in again.',
    button: 'End sessions',
    message: 'All sessions have ended.',
  },
  verify: {
    title: (email) => `Confirm ${email}`,
    description: 'Do this only if you know that the address is theirs.',
    button: 'Confirm address',
    message: 'The address is confirmed.',
  },
}
