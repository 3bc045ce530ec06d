import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'

/** Has a log-in page lead to `path` afterwards, unless its address remembers another page. */
export function LogInRedirect({ path, children }: { path: string; children: ReactNode }) {
  const mounted = useMounted()
  const { pathname, search } = useLocation()
  if (!mounted || new URLSearchParams(search).has('from')) return children
  return <Navigate to={`${pathname}?from=${encodeURIComponent(path)}`} replace />
}
