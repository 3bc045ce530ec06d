import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'

/** Adds `path` to a log-in page's address as the page to return to, unless it has one. */
export function LogInRedirect({ path, children }: { path: string; children: ReactNode }) {
  const mounted = useMounted()
  const { pathname, search } = useLocation()
  if (!mounted || new URLSearchParams(search).has('from')) return children
  return <Navigate to={`${pathname}?from=${encodeURIComponent(path)}`} replace />
}
