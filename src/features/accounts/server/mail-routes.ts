import { setTimeout } from 'node:timers/promises'
import { router } from '#platform/server/http.ts'
import { AUTH_REQUESTS } from '../model/index.ts'
import { confirmEmailChange, sendVerification, verifyEmail } from './credentials/addresses.ts'
import { sendDone } from './auth/auth-client.ts'
import type { AccountsDeps } from './deps.ts'
import { requireNoProvider } from './domain-providers/lead-to-provider.ts'
import type { Limits } from './limits.ts'
import { requestPasswordReset, resetPassword } from './credentials/passwords.ts'
import { readForm } from './read-form.ts'

/** The minimum duration of a response that must not reveal whether an account exists, in milliseconds. */
const RESPONSE_TIME_MS = 250

/** Under `/api/auth`: requests for mailed links, and the actions of those links. They need and create no session. */
export function mailRoutes(deps: AccountsDeps & { limits: Limits }) {
  const { limits } = deps
  return router()
    .post('/request-password-reset', async (c) => {
      const { email } = await readForm(c, AUTH_REQUESTS['/request-password-reset'])
      await limits.mail(c, email)
      await requireNoProvider(deps, email)
      await equalizeTiming(requestPasswordReset(deps, email))
      return sendDone(c)
    })
    .post('/send-verification-email', async (c) => {
      const { email } = await readForm(c, AUTH_REQUESTS['/send-verification-email'])
      await limits.mail(c, email)
      await equalizeTiming(sendVerification(deps, email))
      return sendDone(c)
    })
    .post('/reset-password', async (c) => {
      const form = await readForm(c, AUTH_REQUESTS['/reset-password'])
      await limits.link(c)
      await resetPassword(deps, form)
      return sendDone(c)
    })
    .post('/verify-email', async (c) => {
      const { token } = await readForm(c, AUTH_REQUESTS['/verify-email'])
      await limits.link(c)
      await verifyEmail(deps, token)
      return sendDone(c)
    })
    .post('/confirm-email', async (c) => {
      const { token } = await readForm(c, AUTH_REQUESTS['/confirm-email'])
      await limits.link(c)
      await confirmEmailChange(deps, token)
      return sendDone(c)
    })
}

/** An existing account costs a few more writes; the response waits longer than they take. */
async function equalizeTiming(work: Promise<void>): Promise<void> {
  await Promise.all([work, setTimeout(RESPONSE_TIME_MS)])
}
