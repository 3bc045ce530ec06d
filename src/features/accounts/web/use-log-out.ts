import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { AppError } from '#platform/shared/errors.ts'
import { navigationSettled } from '#platform/web/navigation-state.ts'
import { toast } from '#platform/web/toasts.tsx'
import { endSession } from './auth-requests.ts'
import { forgetAccount } from './session.ts'

/**
 * Logs out with the toasts of the spec (§4, §8), then goes home.
 * @param o.before stops work that needs the session, for example uploads
 * @param o.to the target instead of home, for a switch of accounts
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
    // Synchronous: a guarded page that is still mounted would redirect the visitor to the log-in.
    void navigate(to, { flushSync: true })
    await navigationSettled()
    forgetAccount(client)
    toast.success('Successfully logged out!', { id })
  }
}
