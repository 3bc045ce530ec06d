import { MailX, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Invitation } from '../model/contract.ts'
import { toastResult } from './toast-result.ts'
import { useTeamMutation } from './queries.ts'
import { ROLE_NAMES } from './role-labels.ts'

/** Pending invitations. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-3 text-xl">
        Invited
      </h2>
      <ul className="border-t border-border">
        {invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function Row({ invitation: { id, email, role, expired, expiresAt, isUndeliverable } }: { invitation: Invitation }) {
  const { resend } = useTeamMutation()

  function send() {
    void toastResult(resend.mutateAsync({ id }), {
      done: `We resent the invitation to ${email}.`,
      failed: 'We couldn’t send the invitation',
    })
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-border py-3">
      <div className="min-w-48 grow basis-0">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="tabular flex flex-wrap items-center gap-2 text-sm text-faint">
          {ROLE_NAMES[role]}
          {expired ? <Badge tone="warning">Expired</Badge> : <span>Expires on {formatShortDay(expiresAt)}</span>}
        </p>
      </div>
      {isUndeliverable && (
        <p className="order-last -mt-1 flex basis-full flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone="warning">Not delivered</Badge>
          We can’t send mail to this address. Revoke the invitation and invite another address.
        </p>
      )}
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          icon={<RotateCw aria-hidden="true" />}
          busy={resend.isPending}
          disabled={isUndeliverable}
          aria-label={`Resend the invitation to ${email}`}
          onClick={send}
        >
          Resend
        </Button>
        <Revocation id={id} email={email} />
      </div>
    </li>
  )
}

function Revocation({ id, email }: { id: string; email: string }) {
  const { revoke } = useTeamMutation()
  const [asks, setAsks] = useState(false)

  function confirm() {
    void toastResult(revoke.mutateAsync({ id }), {
      done: `The invitation to ${email} is revoked.`,
      failed: 'We couldn’t revoke the invitation',
    }).finally(() => setAsks(false))
  }

  return (
    <>
      <IconButton label={`Revoke the invitation to ${email}`} icon={<MailX />} onClick={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Revoke this invitation?"
        description={`The link we mailed to ${email} stops working, and the seat is free again.`}
        confirmLabel="Revoke"
        busy={revoke.isPending}
        onConfirm={confirm}
      />
    </>
  )
}
