import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/**
 * Redirects to a payment provider's address and replaces the current page in the history, which would redirect again.
 */
export function useRedirect(): (url: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (url: string) => {
      const to = new URL(url, location.origin)
      if (to.origin === location.origin) void navigate(to.pathname + to.search, { replace: true })
      else location.replace(to)
    },
    [navigate],
  )
}
