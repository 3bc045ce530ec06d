import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Affiliate } from '../model/contract.ts'
import { useAffiliate, useApplication } from './affiliate.ts'
import { WaitingApplication } from './waiting-application.tsx'

/**
 * The frame of the affiliate's pages. They are outside the login guard (spec §2): a visitor gets a way to log in, and
 * other users an invitation to join.
 */
export function AffiliatePage({
  title,
  lead,
  wide = false,
  children,
}: {
  title: string
  lead: string
  /** As wide as the header, for figures. */
  wide?: boolean
  children: (affiliate: Affiliate) => ReactNode
}) {
  return (
    <div className={classNames('mx-auto px-4 py-10 sm:px-6 sm:py-14', wide ? 'max-w-6xl' : 'max-w-4xl')}>
      <header className="print:hidden">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-2 max-w-[60ch] text-muted">{lead}</p>
      </header>
      <div className="mt-8 print:mt-0">
        <ForAffiliates>{children}</ForAffiliates>
      </div>
    </div>
  )
}

function ForAffiliates({ children }: { children: (affiliate: Affiliate) => ReactNode }) {
  const mounted = useMounted()
  const account = useAccount()
  const affiliate = useAffiliate()
  if (mounted && account.data === null) return <LogInPrompt />
  if (!mounted || affiliate === undefined) return <Skeleton className="h-40 w-full" />
  return affiliate === null ? <JoinInvitation /> : children(affiliate)
}

/** A visitor's way to log in and return to this page. */
function LogInPrompt() {
  const { pathname } = useLocation()
  const back = `?from=${encodeURIComponent(pathname)}`
  return (
    <Prompt
      title="Log in to see this page"
      actions={
        <>
          <Link to={`/login${back}`} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Log in
          </Link>
          <Link to="/affiliate/signup" className={buttonClass({ size: 'lg' })}>
            Become an affiliate
          </Link>
        </>
      }
    >
      Your link, your referrals and your payouts belong to your account.
    </Prompt>
  )
}

function JoinInvitation() {
  const { data: application } = useApplication()
  if (application?.state === 'applied') return <WaitingApplication application={application} />
  return (
    <Prompt
      title="You are not an affiliate yet"
      actions={
        <Link to="/affiliate/signup" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Become an affiliate
        </Link>
      }
    >
      Choose a name for your link and accept the terms. It is free and takes a minute.
    </Prompt>
  )
}

function Prompt({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <Card as="section" size="xl" className="grid justify-items-start gap-2">
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-[52ch] text-muted">{children}</p>
      <div className="mt-4 flex flex-wrap gap-3">{actions}</div>
    </Card>
  )
}
