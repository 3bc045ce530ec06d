import { type Caller, requireCaller, router } from '#platform/server/http.ts'
import { transaction } from '#platform/server/db.ts'
import { AUTH_REQUESTS } from '../model/index.ts'
import { requestEmailChange } from './credentials/addresses.ts'
import { postToBetterAuth, type AuthClientDeps, sendDone, forwardResponse } from './auth/auth-client.ts'
import { deleteAccount } from './delete-account.ts'
import type { AccountsDeps } from './deps.ts'
import { confirmSession, requireReauthentication } from './reauthentication.ts'
import type { Limits } from './limits.ts'
import { changePassword } from './credentials/passwords.ts'
import { readForm } from './read-form.ts'

/** Under `/api/auth`: actions that need the password or a fresh log-in. */
export function ownerRoutes(deps: AccountsDeps & AuthClientDeps & { limits: Limits }) {
  const { limits } = deps
  return router()
    .post('/re-authenticate', async (c) => {
      const caller = requireCaller(c)
      const { password } = await readForm(c, AUTH_REQUESTS['/re-authenticate'])
      await limits.proof(c, caller.userId)
      await reAuthenticate(deps, caller, password)
      return sendDone(c)
    })
    .post('/change-password', async (c) => {
      const caller = requireCaller(c)
      const form = await readForm(c, AUTH_REQUESTS['/change-password'])
      await limits.proof(c, caller.userId)
      await changePassword(deps, caller, form)
      return sendDone(c)
    })
    .post('/change-email', async (c) => {
      const caller = requireCaller(c)
      const { newEmail, password } = await readForm(c, AUTH_REQUESTS['/change-email'])
      await limits.proof(c, caller.userId)
      await requestEmailChange(deps, caller, { newEmail, password })
      return sendDone(c)
    })
    .post('/delete-account', async (c) => {
      const caller = requireCaller(c)
      const { password, confirm } = await readForm(c, AUTH_REQUESTS['/delete-account'])
      await limits.proof(c, caller.userId)
      await deleteAccount(deps, caller, { password, confirm })
      // The session is already gone; this clears the browser's cookies.
      return forwardResponse(c, await postToBetterAuth(deps, c, '/sign-out', {}))
    })
}

async function reAuthenticate(deps: AccountsDeps, caller: Caller, password: string): Promise<void> {
  const now = deps.now()
  await requireReauthentication(deps.db, { caller, password, field: 'password', now })
  await transaction(deps.db, (tx) => confirmSession(tx, caller, now))
}
