import { type FormEvent, useState } from 'react'
import { Send } from 'lucide-react'
import { PlansLink } from '#features/billing/web/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Role } from '../model/access.ts'
import type { Team } from '../model/contract.ts'
import { useTeamMutation } from './queries.ts'
import { describeRole, ROLE_OPTIONS } from './role-labels.ts'

/** The form to invite a collaborator, while there is a free seat. */
export function InviteForm({ team }: { team: Team }) {
  const { role, setRole, problem, clear, busy, submit } = useInviteForm()
  const sells = useIsSelling()
  const isFull = team.seats !== null && team.taken >= team.seats
  return (
    <Card as="section" aria-labelledby="invite">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="invite" className="text-xl">
          Invite someone
        </h2>
        <p className="tabular text-sm text-muted">{seatsText(team, sells)}</p>
      </div>
      {isFull ? (
        <div className="mt-4">
          <Notice tone="info" title="All seats are taken" actions={sells && <PlansLink />}>
            Pending invitations count too. Revoke one or remove a collaborator to free a seat.
          </Notice>
        </div>
      ) : (
        <form
          method="post"
          noValidate
          onSubmit={submit}
          onInput={clear}
          className="mt-4 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
        >
          <TextField
            name="email"
            type="email"
            label="E-mail"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            error={problem}
          />
          <Select label="Role" value={role} options={ROLE_OPTIONS} onChange={setRole} />
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            icon={<Send aria-hidden="true" />}
            className="sm:mt-[1.625rem]"
          >
            Send invitation
          </Button>
          <p className="text-sm text-muted sm:col-span-3">{describeRole(role, { sells })}</p>
        </form>
      )}
    </Card>
  )
}

function useInviteForm() {
  const { invite } = useTeamMutation()
  const [role, setRole] = useState<Role>('editor')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form).get('email')
    const email = typeof entered === 'string' ? entered.trim() : ''
    if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email))
      return setProblem('Enter the e-mail address of the person to invite.')
    invite.mutate(
      { email, role },
      {
        onSuccess: () => {
          form.reset()
          toast.success(`We sent the invitation to ${email}.`)
        },
        onError: (error) => setProblem(asAppError(error).message),
      },
    )
  }

  return { role, setRole, problem, clear: () => setProblem(undefined), busy: invite.isPending, submit }
}

function seatsText({ seats, taken }: Team, sells: boolean): string {
  if (seats === null) return `${pluralize(taken, 'seat')} taken, ${sells ? 'unlimited by your contract' : 'no limit'}`
  return `${taken} of ${seats} ${seats === 1 ? 'seat' : 'seats'} taken`
}
