import { useNavigate } from 'react-router'
import { useAccount, useLogOut } from '#features/accounts/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ACCESS_WITH_ARTICLE } from '../model/access-with-article.ts'
import type { InvitationView } from '../model/contract.ts'
import { InvitationMessage, ProfileLink } from './invitation-message.tsx'
import { useAccept } from './invitation-queries.ts'

type Invitation = Extract<InvitationView, { state: 'domain' }>
type Props = { readonly invitationId: string; readonly invitation: Invitation }

/** A link for everybody at a mail domain: how to join with it. */
export function DomainInvitation({ invitationId, invitation }: Props) {
  const { ownerName, domain, role } = invitation
  return (
    <InvitationMessage
      title={`${ownerName} invites you to their videos`}
      action={<Step invitationId={invitationId} invitation={invitation} />}
    >
      <p>
        Everybody with an address at <strong className="text-text">{domain}</strong> can join as{' '}
        {ACCESS_WITH_ARTICLE[role]}. It is free for you.
      </p>
      <Hint invitation={invitation} />
    </InvitationMessage>
  )
}

function Hint({ invitation: { you, domain } }: Pick<Props, 'invitation'>) {
  const account = useAccount()
  switch (you) {
    case 'visitor':
      return <p>Log in or sign up with your address at {domain}, and confirm it.</p>
    case 'unconfirmed':
      return <p>Confirm your e-mail address first: your profile sends you a new mail. Then open this link again.</p>
    case 'other':
      return (
        <p>
          You are logged in as{' '}
          <strong className="text-text wrap-anywhere">{account.data?.email ?? 'another user'}</strong>.
        </p>
      )
    case 'invited':
      return null
    default:
      return you satisfies never
  }
}

function Step({ invitationId, invitation: { you } }: Props) {
  const path = `/accept-invitation/${encodeURIComponent(invitationId)}`
  const navigate = useNavigate()
  const logOut = useLogOut({ to: path })
  const go = (page: '/signup' | '/login') => void navigate(`${page}?from=${encodeURIComponent(path)}`)
  switch (you) {
    case 'visitor':
      return (
        <>
          <Button variant="primary" size="lg" onClick={() => go('/signup')}>
            Sign up
          </Button>
          <Button size="lg" onClick={() => go('/login')}>
            Log in
          </Button>
        </>
      )
    case 'unconfirmed':
      return <ProfileLink />
    case 'other':
      return (
        <Button variant="primary" size="lg" onClick={() => void logOut()}>
          Log out and continue
        </Button>
      )
    case 'invited':
      return <Join invitationId={invitationId} />
    default:
      return you satisfies never
  }
}

function Join({ invitationId }: Pick<Props, 'invitationId'>) {
  const navigate = useNavigate()
  const accept = useAccept()

  async function submit() {
    try {
      const { ownerName } = await accept.mutateAsync({ invitationId })
      toast.success(`You now work with ${ownerName}. You find their videos below yours.`)
      await navigate('/upload')
    } catch {
      // Shown below; the invitation is read again.
    }
  }

  return (
    <div className="grid justify-items-center gap-3">
      {accept.isError && <Notice tone="error">{asAppError(accept.error).message}</Notice>}
      <Button variant="primary" size="lg" busy={accept.isPending} onClick={() => void submit()}>
        Join the team
      </Button>
    </div>
  )
}
