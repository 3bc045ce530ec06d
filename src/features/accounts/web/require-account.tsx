import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useIsNavigating } from '#platform/web/navigation-state.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { logInPath } from './log-in-path.ts'
import { useAccount } from './session.ts'

/** Shows a page only to signed-in users (spec §2); a visitor goes to /auth and returns afterwards. */
export function RequireAccount({ children }: { children: ReactNode }) {
  const mounted = useMounted({ isUrgent: true })
  const account = useAccount()
  const { pathname, search, hash } = useLocation()
  // Logging out and deleting the account navigate elsewhere; a redirect to the log-in would interfere.
  const isLeaving = useIsNavigating()

  if (!mounted || account.isPending || (account.data === null && isLeaving)) return <Checking />
  // Remount for another user, so that nothing the previous one entered remains.
  if (account.data) return <Fragment key={account.data.id}>{children}</Fragment>
  if (account.isError) {
    return (
      <div className="mx-auto max-w-xl px-4 py-16">
        <Notice
          tone="error"
          title="We couldn’t check your session"
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
