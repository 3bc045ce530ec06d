import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import type { Membership } from '../model/contract.ts'
import { toastResult } from './toast-result.ts'
import { useLeave, useMemberships } from './queries.ts'
import { ROLE_NAMES } from './role-labels.ts'

/** The owners whose videos the user works on; nothing if there are none. */
export function Memberships() {
  const { data = [] } = useMemberships()
  if (data.length === 0) return null
  return (
    <section aria-labelledby="memberships">
      <h2 id="memberships" className="mb-3 text-xl">
        You work with
      </h2>
      <ul className="border-t border-border">
        {data.map((membership) => (
          <li
            key={membership.ownerId}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-border py-3"
          >
            <p className="flex min-w-40 grow basis-0 flex-wrap items-center gap-2">
              <Link to="/upload" className="font-medium wrap-anywhere hover:underline">
                {membership.ownerName}
              </Link>
              <MembershipTag membership={membership} />
            </p>
            <LeaveButton membership={membership} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The user's role with an owner, or that they are suspended. */
export function MembershipTag({ membership: { role, suspended } }: { membership: Membership }) {
  return suspended ? <Badge tone="warning">Suspended</Badge> : <Badge>{ROLE_NAMES[role]}</Badge>
}

/** Leaves an owner's team after confirmation. */
export function LeaveButton({ membership: { ownerId, ownerName } }: { membership: Membership }) {
  const leave = useLeave()
  const [asks, setAsks] = useState(false)

  function confirm() {
    void toastResult(leave.mutateAsync({ ownerId }), {
      done: `You no longer work on the videos of ${ownerName}.`,
      failed: 'We couldn’t end your access',
    }).finally(() => setAsks(false))
  }

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<LogOut aria-hidden="true" />}
        aria-label={`Leave ${ownerName}`}
        onClick={() => setAsks(true)}
      >
        Leave
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={`Leave ${ownerName}?`}
        description="You lose access to their videos now. To return, you need a new invitation."
        confirmLabel="Leave"
        busy={leave.isPending}
        onConfirm={confirm}
      />
    </>
  )
}
