import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#features/accounts/web/index.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { useSells } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { ACCESS_NAMES, type Role } from '../model/access.ts'
import type { Collaborator, Team } from '../model/contract.ts'
import { SPENDING_DAYS } from '../model/invitations.ts'
import { toastResult } from './toast-result.ts'
import { useTeamMutation } from './queries.ts'
import { ROLE_OPTIONS } from './role-labels.ts'

/** The user's collaborators with role and spending. */
export function CollaboratorList({ team: { collaborators, seats } }: { team: Team }) {
  const sells = useSells()
  const suspended = collaborators.filter((one) => one.suspended).length
  return (
    <section aria-labelledby="collaborators">
      <h2 id="collaborators" className="mb-3 text-xl">
        With access
      </h2>
      {suspended > 0 && seats !== 0 && (
        <p className="mb-3 text-sm text-muted">
          {sells ? 'Your plan' : 'This site'} has {seats} {seats === 1 ? 'seat' : 'seats'}, so the last to join are
          suspended. They return when a seat is free{sells && ', or with a larger plan'}.
        </p>
      )}
      <ul className="border-t border-border">
        {collaborators.map((one) => (
          <Row key={one.userId} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Row({ one }: { one: Collaborator }) {
  const { changeRole } = useTeamMutation()
  const sells = useSells()
  const name = one.displayName.trim() || one.email

  function change(role: Role) {
    void toastResult(changeRole.mutateAsync({ userId: one.userId, role }), {
      done: `${name} is now ${ACCESS_NAMES[role]}.`,
      failed: 'We couldn’t change the role',
    })
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-border py-3">
      <Avatar account={{ ...one, photo: null }} />
      <div className="min-w-40 grow basis-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 truncate">{name}</span>
          {one.suspended && <Badge tone="warning">Suspended</Badge>}
        </p>
        <p className="tabular text-sm text-faint">
          {name !== one.email && <span className="wrap-anywhere">{one.email}</span>}
          {name !== one.email && sells && ' · '}
          {sells && spentText(one.spentCredits)}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Select
          label={`Role of ${name}`}
          hideLabel
          size="sm"
          value={one.role}
          options={ROLE_OPTIONS}
          disabled={changeRole.isPending}
          onChange={change}
        />
        <Removal userId={one.userId} name={name} />
      </div>
    </li>
  )
}

function Removal({ userId, name }: { userId: string; name: string }) {
  const { remove } = useTeamMutation()
  const [asks, setAsks] = useState(false)

  function confirm() {
    void toastResult(remove.mutateAsync({ userId }), {
      done: `${name} no longer has access.`,
      failed: `We couldn’t remove ${name}`,
    }).finally(() => setAsks(false))
  }

  return (
    <>
      <IconButton label={`Remove ${name}`} icon={<UserMinus />} onClick={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={`Remove ${name}?`}
        description="They lose access to your videos now. Their changes stay, and you can invite them again."
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  )
}

function spentText(credits: number): string {
  if (credits === 0) return `Spent no credits in ${SPENDING_DAYS} days`
  return `Spent ${formatNumber(credits)} of your credits in ${SPENDING_DAYS} days`
}
