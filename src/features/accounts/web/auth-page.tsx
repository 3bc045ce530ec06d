import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { siteName } from '#platform/shared/product.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AccountStep, TEXT_LINK } from './account-step.tsx'
import { enteredAddress, forgetAddress, rememberAddress } from './entered-address.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { announceSessionChange } from './session-channel.ts'
import type { Provider } from '../model/contract.ts'
import { passkeyProblem } from '../model/passkey-site.ts'
import { LazyCodeStep } from './lazy-code-step.tsx'
import { PasskeyButton } from './passkeys/passkey-button.tsx'
import { returnPathFrom } from './log-in-path.ts'
import { accounts, useAccount, useProviders } from './session.ts'
import { type AuthMode, type SignUpReferral, useAuthForm } from './use-auth-form.ts'

/** An invitation: the invited address and the inviting user. */
type Invited = { readonly email: string; readonly ownerName: string }

/** /auth, /login and /signup (spec §2). `aside` is shown beside the form if there is room, `lead` under its title. */
export function AuthPage({
  mode,
  lead,
  aside,
  referral,
  invited,
}: {
  mode: AuthMode
  lead?: string
  aside?: ReactNode
  /** The invitation, which fixes the address of the form. */
  invited?: Invited | undefined
  /** The referral data of a sign-up. */
  referral?: SignUpReferral
}) {
  useLeaveWhenSignedIn()
  const sells = useIsSelling()
  const [isChallenged, setChallenged] = useState(false)
  const [provider, setProvider] = useState<Provider>()
  if (isChallenged) return <SecondStep onCancel={() => setChallenged(false)} />
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,26rem)_1fr] lg:gap-24">
      <div className="mx-auto w-full max-w-[26rem]">
        <h1 className="text-3xl">{TEXT[mode].title}</h1>
        <p className="mt-2 wrap-anywhere text-muted">
          {invited === undefined ? (lead ?? (sells ? TEXT[mode].lead : TEXT[mode].leadUnsold)) : leadOf(invited)}
        </p>
        <AuthForm
          key={mode}
          mode={mode}
          referral={referral}
          invited={invited}
          onChallenge={() => setChallenged(true)}
          onProvider={setProvider}
        />
        <OtherWays mode={mode} ofAddress={provider} hint={() => invited?.email ?? enteredAddress()} />
        {mode === 'signup' && <Agreement />}
        <OtherForm mode={mode} />
      </div>
      {aside !== undefined && (
        <div aria-hidden="true" inert className="max-lg:hidden">
          {aside}
        </div>
      )}
    </div>
  )
}

/** The second step of a log-in. Afterwards the page leaves, as after every log-in. */
function SecondStep({ onCancel }: { onCancel: () => void }) {
  return (
    <AccountStep title="Enter your code" lead="Your account is protected by a second factor.">
      <LazyCodeStep offersPasskey onSignedIn={nothingMore} onCancel={onCancel} />
    </AccountStep>
  )
}

function nothingMore(): void {}

/** POST, so that submitting before the scripts have loaded never puts the password into the address. */
function AuthForm({
  mode,
  referral,
  invited,
  ...next
}: {
  mode: AuthMode
  referral: SignUpReferral | undefined
  invited: Invited | undefined
  onChallenge: () => void
  onProvider: (provider: Provider | undefined) => void
}) {
  const { busy, submit, errorAt, clear } = useAuthForm(mode, { referral, ...next })
  const formError = errorAt('form')
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} onInput={clear} className="mt-8 grid gap-5">
      {formError !== undefined && <Notice tone="error">{formError}</Notice>}
      {mode === 'signup' && (
        <TextField name="name" label="Display name" hint="Optional" autoComplete="name" maxLength={80} />
      )}
      <TextField
        // An invitation loads late: remount the field with its address, and keep the other entries.
        key={invited?.email}
        name="email"
        type="email"
        label="E-mail"
        autoComplete="email"
        inputMode="email"
        required
        {...(invited === undefined
          ? { defaultValue: enteredAddress(), onChange: ({ currentTarget }) => rememberAddress(currentTarget.value) }
          : { defaultValue: invited.email, readOnly: true })}
        hint={invited === undefined ? undefined : 'The invitation is for this address.'}
        error={errorAt('email')}
      />
      {mode === 'signup' ? (
        <NewPasswordField name="password" label="Password" required error={errorAt('password')} />
      ) : (
        <KnownPassword error={errorAt('password')} />
      )}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {TEXT[mode].submit}
      </Button>
    </form>
  )
}

function KnownPassword({ error }: { error: string | undefined }) {
  return (
    <div className="grid gap-2">
      <TextField
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        maxLength={1_000}
        required
        error={error}
      />
      <Link
        to="/forgot-password"
        className="hit-target justify-self-start text-sm text-muted hover:text-text hover:underline"
      >
        Forgot your password?
      </Link>
    </div>
  )
}

function leadOf({ ownerName }: Invited): string {
  return `${ownerName} invited you to their videos. After this you return to the invitation.`
}

/** Their names come from the server anyway, after the page. */
const ProviderButtons = deferredComponent(async () => (await import('./provider-buttons.tsx')).ProviderButtons, null)

type OtherWaysProps = {
  readonly mode: AuthMode
  readonly ofAddress: Provider | undefined
  /** The address in the form. */
  hint(): string
}

/** Passkey and providers, first that of the address. After a log-in the user returns to the page they came from, as with the form. */
function OtherWays({ mode, ofAddress, hint }: OtherWaysProps) {
  const client = useQueryClient()
  const offered = useProviders()
  const providers = ofAddress === undefined ? offered : [ofAddress]
  const site = useSite()
  const hasPasskeys =
    mode === 'login' && ofAddress === undefined && (site === undefined || passkeyProblem(site.origin) === null)
  if (!hasPasskeys && providers.length === 0) return null
  return (
    <section aria-label="Other ways to log in" className="mt-6 grid gap-6">
      <div aria-hidden="true" className="flex items-center gap-3 text-sm text-faint">
        <hr className="grow border-border" />
        or
        <hr className="grow border-border" />
      </div>
      <div className="grid gap-3">
        {hasPasskeys && <PasskeyButton />}
        {providers.length > 0 && (
          <ProviderButtons
            providers={providers}
            {...(ofAddress !== undefined && { hint })}
            onSignedIn={() => {
              void client.invalidateQueries({ queryKey: accounts.me.queryKey() })
              announceSessionChange()
            }}
          />
        )}
      </div>
    </section>
  )
}

/** The terms of a new account, shown with every way to create one. */
function Agreement() {
  return (
    <p className="mt-6 text-sm text-muted">
      By signing up you agree to the{' '}
      <Link to="/terms" className={TEXT_LINK}>
        terms
      </Link>
      . Our{' '}
      <Link to="/privacy" className={TEXT_LINK}>
        privacy policy
      </Link>{' '}
      explains what we store about you.
    </p>
  )
}

function OtherForm({ mode }: { mode: AuthMode }) {
  // The page is the same for everybody: read the address only after mounting.
  const { search } = useLocation()
  const remembered = useMounted() ? search : ''
  return (
    <p className="mt-6 text-sm text-muted">
      {TEXT[mode].other}{' '}
      <Link to={TEXT[mode].otherPath + remembered} className={TEXT_LINK}>
        {TEXT[mode].otherLabel}
      </Link>
    </p>
  )
}

function useLeaveWhenSignedIn(): void {
  const account = useAccount()
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    if (!account.data) return
    forgetAddress()
    void navigate(returnPathFrom(search), { replace: true })
  }, [account.data, navigate, search])
}

const TEXT = {
  login: {
    title: 'Welcome back',
    lead: 'Log in to your videos and captions.',
    leadUnsold: 'Log in to your videos and captions.',
    submit: 'Log in',
    other: `New to ${siteName()}?`,
    otherPath: '/signup',
    otherLabel: 'Sign up',
  },
  signup: {
    title: 'Create your account',
    lead: 'Free, no card: 30 credits to start with, enough for about three videos.',
    leadUnsold: 'Free, without a watermark.',
    submit: 'Sign up',
    other: 'Already have an account?',
    otherPath: '/login',
    otherLabel: 'Log in',
  },
}
