import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { usePageChanging } from '#platform/web/page-change.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { logInPath } from './log-in-path.ts'
import { useAccount } from './session.ts'

/** Lets only signed-in users see a page (spec §2); a visitor goes to /auth and comes back after. */
export function RequireAccount({ children }: { children: ReactNode }) {
  const mounted = useMounted()
  const account = useAccount()
  const { pathname, search, hash } = useLocation()
  // Who logs out or deletes the account is on the way elsewhere already: to send them to the log-in would cross that.
  const isLeaving = usePageChanging()

  if (!mounted || account.isPending || (account.data === null && isLeaving)) return <Checking />
  // Somebody else may be signed in from one moment to the next: nothing that was entered or followed stays for them.
  if (account.data) return <Fragment key={account.data.id}>{children}</Fragment>
  if (account.isError) {
    return (
      <div className="mx-auto max-w-xl px-4 py-16">
        <Notice
          tone="error"
          title="Your session could not be checked"
          actions={<Button onClick={() => void account.refetch()}>Try again</Button>}
        >
          {account.error.message}
        </Notice>
      </div>
    )
  }
  return <Navigate to={logInPath(pathname + search + hash)} replace />
}

function Checking() {
  return (
    <p
      role="status"
      className="grid min-h-[60dvh] animate-[spinner-in_200ms_200ms_both] place-content-center text-muted"
    >
      Checking authentication...
    </p>
  )
}
