import type { Caller } from '#platform/server/http.ts'
import { loadAccount, securityOf } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { listOptOuts } from './mail-choices/mail-opt-out-rows.ts'
import { listSessions } from './sessions.ts'

/**
 * The data export: the account, its sessions and the data of other features. It contains no password, token or other
 * secret.
 * @throws AppError `not_found`, 'User not found'
 */
export async function collectPersonalData(deps: AccountsDeps, caller: Caller): Promise<object> {
  const now = deps.now()
  const account = await loadAccount(deps, caller.userId)
  return {
    exportedAt: now.toISOString(),
    account,
    security: await securityOf(deps, caller.userId, now),
    sessions: await listSessions(deps.db, caller, now),
    mailsTurnedOff: await listOptOuts(deps.db, caller.userId),
    ...(await deps.dataOf(caller)),
  }
}
