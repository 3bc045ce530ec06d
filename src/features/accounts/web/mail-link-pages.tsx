import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { AFTER_LOG_IN } from '../model/return-path.ts'
import { AccountStep } from './account-step.tsx'
import { sendAuth } from './auth-requests.ts'
import { accounts, useAccount } from './session.ts'

/** /verify-email: verifies an address by its link. */
export function VerifyEmailPage() {
  return <MailLinkPage path="/verify-email" text={VERIFY} />
}

/** /confirm-email: switches the account to a new address by its link. */
export function ConfirmEmailPage() {
  return <MailLinkPage path="/confirm-email" text={CONFIRM} />
}

type LinkPath = '/verify-email' | '/confirm-email'
type LinkText = { readonly done: string; readonly lead: string }

const VERIFY: LinkText = {
  done: 'Your address is verified',
  lead: 'Mails about your account now reach you and nobody else.',
}

const CONFIRM: LinkText = {
  done: 'Your new address is active',
  lead: 'Log in with it from now on. Our mails go there too.',
}

/** Reads the token after mounting: the page itself is the same for everybody. */
function MailLinkPage({ path, text }: { path: LinkPath; text: LinkText }) {
  const token = useToken()
  const link = useLink(path, token)
  if (token === undefined || link.isLoading) {
    return (
      <AccountStep title="Checking your link">
        <p role="status" className="text-muted">
          One moment…
        </p>
      </AccountStep>
    )
  }
  if (link.isSuccess) {
    return (
      <AccountStep title={text.done} lead={text.lead}>
        <NextStep />
      </AccountStep>
    )
  }
  if (link.error && asAppError(link.error).code === 'unavailable') {
    return (
      <AccountStep title="We couldn’t check your link">
        <Notice tone="error">{link.error.message}</Notice>
        <Button variant="primary" size="lg" onClick={() => void link.refetch()}>
          Try again
        </Button>
      </AccountStep>
    )
  }
  return <LinkRefused message={link.error?.message} />
}

/** Undefined before mounting; empty if the address has none. */
function useToken(): string | undefined {
  const { search } = useLocation()
  return useMounted() ? (new URLSearchParams(search).get('token') ?? '') : undefined
}

/** A query rather than a mutation: sends a token once, however often the page renders. */
function useLink(path: LinkPath, token: string | undefined) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['mail-link', path, token],
    queryFn: async () => {
      await sendAuth(path, { token: token ?? '' })
      await client.invalidateQueries({ queryKey: accounts.key() })
      return true
    },
    enabled: token !== undefined && token !== '',
    staleTime: Infinity,
    retry: false,
  })
}

function NextStep() {
  const account = useAccount()
  if (account.isPending) return null
  const signedIn = Boolean(account.data)
  return (
    <Link to={signedIn ? AFTER_LOG_IN : '/login'} className={buttonClass({ variant: 'primary', size: 'lg' })}>
      {signedIn ? 'Go to my videos' : 'Log in'}
    </Link>
  )
}

function LinkRefused({ message = 'The address of this page is incomplete.' }: { message?: string | undefined }) {
  return (
    <AccountStep title="This link does not work">
      <Notice tone="warning" title={message}>
        Your profile shows what is still open and sends you a new link.
      </Notice>
      <Link to="/profile" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Go to my profile
      </Link>
    </AccountStep>
  )
}
