import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useAccount, useLogOut } from '#features/accounts/web/index.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { siteName } from '#platform/shared/product.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { InvitationView } from '../model/contract.ts'
import { rememberAccepting, consumeAccepting } from './pending-acceptance.ts'
import { InvitationMessage } from './invitation-message.tsx'
import { useAccept } from './invitation-queries.ts'

type Open = Extract<InvitationView, { state: 'open' }>
type Props = { invitationId: string; invitation: Open }

/** An invitation that the invited person can accept after a log-in. */
export function OpenInvitation({ invitationId, invitation }: Props) {
  switch (invitation.you) {
    case 'visitor':
      return <LetIn invitationId={invitationId} invitation={invitation} />
    case 'invited':
      return <Accept invitationId={invitationId} invitation={invitation} />
    case 'other':
      return <OtherAccount invitationId={invitationId} invitation={invitation} />
    default:
      return invitation.you satisfies never
  }
}

function LetIn({ invitationId, invitation }: Props) {
  const navigate = useNavigate()
  const go = (page: '/signup' | '/login') => {
    rememberAccepting(invitationId)
    void navigate(`${page}?from=${encodeURIComponent(pathOf(invitationId))}`)
  }
  const { hasAccount, email } = invitation
  return (
    <Offer invitation={invitation}>
      <p>
        {hasAccount
          ? `Log in as ${email} to accept the invitation.`
          : `Sign up with ${email} to accept the invitation. An account is free.`}
      </p>
      <Buttons>
        <Button variant="primary" size="lg" onClick={() => go(hasAccount ? '/login' : '/signup')}>
          {hasAccount ? 'Log in and accept' : 'Sign up and accept'}
        </Button>
      </Buttons>
    </Offer>
  )
}

function Accept({ invitationId, invitation }: Props) {
  const navigate = useNavigate()
  const accept = useAccept()

  async function submit() {
    try {
      const { ownerName } = await accept.mutateAsync({ invitationId })
      toast.success(`You now work with ${ownerName}. You find their videos below yours.`)
      await navigate('/upload')
    } catch {
      // Shown below; where the invitation stands now is asked again.
    }
  }
  // Accepting before the log-in counts.
  const goOn = useEffectEvent(() => {
    if (consumeAccepting(invitationId)) void submit()
  })
  useEffect(() => goOn(), [])

  return (
    <Offer invitation={invitation}>
      {accept.isError && <Notice tone="error">{asAppError(accept.error).message}</Notice>}
      <Buttons>
        <Button variant="primary" size="lg" busy={accept.isPending} onClick={() => void submit()}>
          Accept invitation
        </Button>
      </Buttons>
    </Offer>
  )
}

function OtherAccount({ invitationId, invitation }: Props) {
  const account = useAccount()
  const logOut = useLogOut({ to: pathOf(invitationId) })
  return (
    <InvitationMessage
      title="This invitation is for another address"
      action={
        <Button variant="primary" size="lg" onClick={() => void logOut()}>
          Log out and continue
        </Button>
      }
    >
      <p>
        {invitation.ownerName} invited <strong className="text-text wrap-anywhere">{invitation.email}</strong>. You are
        logged in as <strong className="text-text wrap-anywhere">{account.data?.email ?? 'another user'}</strong>.
      </p>
      <p>Log out, then log in or sign up with the invited address.</p>
    </InvitationMessage>
  )
}

/** The inviting owner and the role. */
function Offer({ invitation, children }: { invitation: Open; children: ReactNode }) {
  const { ownerName, ownerEmail, role, expiresAt } = invitation
  return (
    <InvitationMessage title={`${ownerName} invites you to their videos`} action={null}>
      {ownerName !== ownerEmail && <p className="text-sm wrap-anywhere">{ownerEmail}</p>}
      <p>{offerOf(role)}</p>
      <p className="text-sm text-faint">
        It is free for you. The invitation is valid until {formatLongDay(expiresAt)}.
      </p>
      {children}
    </InvitationMessage>
  )
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
}

function offerOf(role: Open['role']): string {
  const offers = {
    editor: `As an editor you change captions and looks on ${siteName()}, make captions for new videos and export them.`,
    suggester: `As a suggester you watch the videos on ${siteName()}, comment, and suggest edits, which the owner or an editor accepts or declines.`,
    reviewer: `As a reviewer you watch the videos with their captions on ${siteName()}, comment, approve captions, and download what is finished.`,
    viewer: `As a viewer you watch the videos with their captions on ${siteName()} and download what is finished.`,
  } satisfies Record<Open['role'], string>
  return offers[role]
}

function pathOf(invitationId: string): string {
  return `/accept-invitation/${encodeURIComponent(invitationId)}`
}
