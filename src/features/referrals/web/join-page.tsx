import { Link } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAffiliate, useApplication } from './affiliate.ts'
import { JoinForm } from './join-form.tsx'
import { LinkCard } from './link-card.tsx'
import { WaitingApplication } from './waiting-application.tsx'

/** /affiliate/signup and /affiliate/complete-profile: an account first, then a name for the link (spec §2). */
export function JoinPage({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <div className="mt-6">
        <JoinStep />
      </div>
    </div>
  )
}

function JoinStep() {
  const mounted = useMounted()
  const account = useAccount()
  const affiliate = useAffiliate()
  if (mounted && account.data === null) return <AccountFirst />
  if (!mounted || affiliate === undefined) return <Skeleton className="h-64 w-full" />
  if (affiliate === null) return <Applying />
  return (
    <div className="grid gap-5">
      <Notice tone="success" title="You are an affiliate">
        Your link is ready to share.
      </Notice>
      <LinkCard affiliate={affiliate} />
      <Link to="/affiliate/dashboard" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Go to your dashboard
      </Link>
    </div>
  )
}

function AccountFirst() {
  const back = `?from=${encodeURIComponent('/affiliate/complete-profile')}`
  return (
    <Card as="section" size="lg" className="grid gap-5">
      <p className="text-muted">You need an account. Sign up or log in, then choose a name for your link.</p>
      <div className="flex flex-wrap gap-3">
        <Link to={`/signup${back}`} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Sign up
        </Link>
        <Link to={`/login${back}`} className={buttonClass({ size: 'lg' })}>
          Log in
        </Link>
      </div>
    </Card>
  )
}

/** For users who are no affiliates: they apply, wait, or apply again. */
function Applying() {
  const { data: application } = useApplication()
  if (application === undefined) return <Skeleton className="h-64 w-full" />
  if (application?.state === 'applied') return <WaitingApplication application={application} />
  return (
    <div className="grid gap-6">
      {application?.state === 'rejected' && (
        <Notice tone="warning" title="Your application was rejected">
          {application.reason} You can apply again.
        </Notice>
      )}
      <JoinForm />
    </div>
  )
}
