import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/**
 * Goes to an address that a payment provider gave, ours or theirs. The page that asked for it is not come back to:
 * it would lead here again.
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
