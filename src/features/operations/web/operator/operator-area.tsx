import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useOperator } from './operator-queries.ts'
import { RoleContext } from './may.tsx'

/** Logs in with a passkey. */
type PasskeyLogIn = ComponentType<{ onLoggedIn: () => void }>

/** The frame of the operator's pages. Other users see `fallback`. */
export function OperatorArea({
  fallback,
  passkeyLogIn,
  children,
}: {
  fallback: ReactNode
  passkeyLogIn: PasskeyLogIn
  children: ReactNode
}) {
  const operator = useOperator()
  if (operator.data?.mustConfirmEmail === true) return <ConfirmFirst onConfirmed={() => void operator.refetch()} />
  if (operator.data?.mustSetUpSecondFactor === true) return <SetUpFirst onDone={() => void operator.refetch()} />
  if (operator.data?.mustUsePasskey === true)
    return <UsePasskeyFirst logIn={passkeyLogIn} onDone={() => void operator.refetch()} />
  if (operator.data?.role === null) return fallback
  return (
    <div className="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-10">
      {operator.data === undefined && operator.isError && (
        <Notice
          tone="error"
          title="This page could not be loaded"
          actions={<Button onClick={() => void operator.refetch()}>Try again</Button>}
        >
          {operator.error.message}
        </Notice>
      )}
      {operator.isPending && <Skeleton className="h-40 w-full" />}
      {operator.data?.role && (
        <RoleContext value={operator.data.role}>
          <PageTabs />
          {children}
        </RoleContext>
      )}
    </div>
  )
}

/** An operator's address counts only once it is confirmed: anybody can sign up with it. */
function ConfirmFirst({ onConfirmed }: { onConfirmed: () => void }) {
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-16">
      <h1 className="mb-4 font-display text-2xl font-semibold">Operator</h1>
      <Notice
        tone="info"
        title="Confirm your email address"
        actions={
          <>
            <Button variant="primary" onClick={onConfirmed}>
              I confirmed it
            </Button>
            <Link to="/profile" className={buttonClass()}>
              Open profile
            </Link>
          </>
        }
      >
        These pages open once your address is confirmed. Open the link in our mail, or resend the mail from your
        profile.
      </Notice>
    </div>
  )
}

/** A password alone must not open other people's accounts. */
function SetUpFirst({ onDone }: { onDone: () => void }) {
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-16">
      <h1 className="mb-4 font-display text-2xl font-semibold">Operator</h1>
      <Notice
        tone="info"
        title="Set up a second factor"
        actions={
          <>
            <Link to="/profile" className={buttonClass({ variant: 'primary' })}>
              Set it up in your profile
            </Link>
            <Button onClick={onDone}>I set it up</Button>
          </>
        }
      >
        These pages open once your account has a passkey, or asks for a code of an authenticator app after the password.
      </Notice>
    </div>
  )
}

/** A stolen password must not be enough. */
function UsePasskeyFirst({ logIn: LogIn, onDone }: { logIn: PasskeyLogIn; onDone: () => void }) {
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-16">
      <h1 className="mb-4 font-display text-2xl font-semibold">Operator</h1>
      <Notice tone="info" title="Confirm with your passkey">
        You logged in with your password. These pages open once you use your passkey.
      </Notice>
      <div className="mt-6 grid justify-items-start gap-3">
        <LogIn onLoggedIn={onDone} />
      </div>
    </div>
  )
}

/** The operator's pages as tabs: in as many rows as they need, and on a phone in one that scrolls to the open one. */
function PageTabs() {
  const { pathname } = useLocation()
  const sells = useIsSelling()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!row.current || !open) return
    // Not `scrollIntoView`, which would scroll the page as well.
    row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <nav
      ref={row}
      aria-label="Operator"
      className="relative -mx-4 mb-6 overflow-x-auto border-b border-border px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1 lg:flex-wrap lg:gap-0.5">
        {PAGES.filter(({ isSales }) => sells || isSales !== true).map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/operator'} className={TAB}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PAGES: readonly { to: string; label: string; isSales?: boolean }[] = [
  { to: '/operator', label: 'Overview' },
  { to: '/operator/affiliates', label: 'Affiliates', isSales: true },
  { to: '/operator/commissions', label: 'Commissions', isSales: true },
  { to: '/operator/payouts', label: 'Payouts', isSales: true },
  { to: '/operator/payments', label: 'Payments', isSales: true },
  { to: '/operator/users', label: 'Users' },
  { to: '/operator/reports', label: 'Reports' },
  { to: '/operator/blocked', label: 'Blocked' },
  { to: '/operator/jobs', label: 'Jobs' },
  { to: '/operator/speech', label: 'Speech' },
  { to: '/operator/operators', label: 'Operators' },
  { to: '/operator/actions', label: 'Audit log' },
  { to: '/operator/site', label: 'Site' },
  { to: '/operator/sign-in', label: 'Sign-in' },
  { to: '/operator/mail', label: 'Mail' },
  { to: '/operator/alerts', label: 'Alerts' },
]
const TAB =
  '-mb-px flex h-10 items-center whitespace-nowrap border-b-2 border-transparent px-3 text-sm font-medium text-muted lg:px-2.5 ' +
  'outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:border-accent ' +
  'aria-[current=page]:text-text pointer-coarse:h-11'
