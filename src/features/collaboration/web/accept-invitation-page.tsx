import { RotateCw } from 'lucide-react'
import { useAccount } from '#features/accounts/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { HomeLink, InvitationMessage, VideosLink } from './invitation-message.tsx'
import { OpenInvitation } from './open-invitation.tsx'
import { useInvitation } from './queries.ts'

/** /accept-invitation/{invitationId} (spec §2): one screen for each way an invitation can stand. */
export function AcceptInvitationPage({ invitationId }: { invitationId: string }) {
  // The page is the same for everybody until it is known who looks at it.
  const mounted = useMounted()
  // Heard here, so that the invitation is asked about anew when somebody logs out.
  useAccount()
  const invitation = useInvitation(mounted ? invitationId : undefined)
  if (invitation.isError) return <Problem error={invitation.error} onRetry={() => void invitation.refetch()} />
  if (invitation.data === undefined) return <Loading />
  const view = invitation.data
  switch (view.state) {
    case 'open':
      return <OpenInvitation invitationId={invitationId} invitation={view} />
    case 'used':
      return view.byYou ? (
        <InvitationMessage title={`You work with ${view.ownerName}`} action={<VideosLink />}>
          You accepted this invitation. Their videos stand under yours.
        </InvitationMessage>
      ) : (
        <InvitationMessage title="This invitation was used" action={<HomeLink />}>
          It was accepted before, and each works once. If your access has ended since, ask {view.ownerName} for a new
          one.
        </InvitationMessage>
      )
    case 'expired':
      return (
        <InvitationMessage title="This invitation has expired" action={<HomeLink />}>
          Invitations work for seven days. {view.ownerName} can send it again, with one press.
        </InvitationMessage>
      )
    case 'revoked':
      return (
        <InvitationMessage title="This invitation was withdrawn" action={<HomeLink />}>
          {view.ownerName} took it back. If you think that was a mistake, ask them.
        </InvitationMessage>
      )
    case 'full':
      return (
        <InvitationMessage title="There is no seat left" action={<HomeLink />}>
          The plan of {view.ownerName} has no seat for you at the moment. Once they make room, this link works again.
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
      <InvitationMessage title="This invitation does not exist" action={<HomeLink />}>
        Open the link exactly as it stands in the mail. If it is long ago, ask the person who invited you for a new one.
      </InvitationMessage>
    )
  }
  return (
    <InvitationMessage
      title="The invitation could not be loaded"
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
