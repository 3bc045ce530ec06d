import { RotateCw } from 'lucide-react'
import { useAccount } from '#features/accounts/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DomainInvitation } from './domain-invitation.tsx'
import { HomeLink, InvitationMessage, VideosLink } from './invitation-message.tsx'
import { OpenInvitation } from './open-invitation.tsx'
import { useInvitation } from './invitation-queries.ts'

/** /accept-invitation/{invitationId} (spec §2): one screen per state of an invitation. */
export function AcceptInvitationPage({ invitationId }: { invitationId: string }) {
  // The page is the same for everybody until the viewer is known.
  const mounted = useMounted()
  // Subscribe here, so that the invitation reloads when the user logs out.
  useAccount()
  const invitation = useInvitation(mounted ? invitationId : undefined)
  if (invitation.isError) return <Problem error={invitation.error} onRetry={() => void invitation.refetch()} />
  if (invitation.data === undefined) return <Loading />
  const view = invitation.data
  switch (view.state) {
    case 'open':
      return <OpenInvitation invitationId={invitationId} invitation={view} />
    case 'domain':
      return <DomainInvitation invitationId={invitationId} invitation={view} />
    case 'used':
      return view.byYou ? (
        <InvitationMessage title={`You work with ${view.ownerName}`} action={<VideosLink />}>
          You accepted this invitation. You find their videos below yours.
        </InvitationMessage>
      ) : (
        <InvitationMessage title="This invitation was used" action={<HomeLink />}>
          It was already accepted, and each invitation works once. If your access has ended since, ask {view.ownerName}{' '}
          for a new one.
        </InvitationMessage>
      )
    case 'expired':
      return (
        <InvitationMessage title="This invitation has expired" action={<HomeLink />}>
          Invitations are valid for seven days. {view.ownerName} can resend it with one click.
        </InvitationMessage>
      )
    case 'revoked':
      return (
        <InvitationMessage title="This invitation was revoked" action={<HomeLink />}>
          {view.ownerName} revoked it. If you think that was a mistake, ask them.
        </InvitationMessage>
      )
    case 'full':
      return (
        <InvitationMessage title="No seat left" action={<HomeLink />}>
          {view.ownerName} has no free seat right now. This link works again once they have one.
        </InvitationMessage>
      )
    default:
      return view satisfies never
  }
}

function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, message } = asAppError(error)
  if (code === 'not_found' || code === 'unprocessable') {
    return (
      <InvitationMessage title="Invitation not found" action={<HomeLink />}>
        Open the complete link from the mail. If it is old, ask for a new invitation.
      </InvitationMessage>
    )
  }
  return (
    <InvitationMessage
      title="We couldn’t load the invitation"
      action={
        <Button variant="primary" size="lg" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </InvitationMessage>
  )
}

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading the invitation"
      className="grid min-h-[72dvh] place-content-center justify-items-center gap-4 px-6"
    >
      <Skeleton className="h-10 w-72" />
      <Skeleton className="h-5 w-60" />
      <Skeleton className="h-11 w-48" />
    </div>
  )
}
