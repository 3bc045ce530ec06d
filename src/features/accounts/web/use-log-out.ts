import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { AppError } from '#platform/shared/errors.ts'
import { pageChanged } from '#platform/web/page-change.ts'
import { toast } from '#platform/web/toasts.tsx'
import { endSession } from './auth-requests.ts'
import { forgetAccount } from './session.ts'

/**
 * Logs out with the spec's toasts (§4, §8), then goes home.
 * @param o.before what must stop first, while the session still exists (for example uploads)
 * @param o.to where to go instead, for who logs out to come back as somebody else
 */
export function useLogOut({ before, to = '/' }: { before?: () => void; to?: string } = {}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const id = toast.info('Logging out...')
    before?.()
    try {
      await endSession()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      toast.error('Failed to logout. Please try again.', { id })
      return
    }
    // On the page at once: a guarded page that still stood there would send a visitor to the log-in.
    void navigate(to, { flushSync: true })
    await pageChanged()
    forgetAccount(client)
    toast.success('Successfully logged out!', { id })
  }
}
