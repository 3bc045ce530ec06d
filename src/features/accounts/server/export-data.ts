import type { Caller } from '#platform/server/http.ts'
import { loadAccount, securityOf } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { listSessions } from './sessions.ts'

/**
 * Everything that is kept about the caller, for them to take along: the account, where it is logged in, and what the
 * other features add. No password, token or secret of any kind.
 * @throws AppError `not_found`, 'User not found'
 */
export async function exportData(deps: AccountsDeps, caller: Caller): Promise<object> {
  const now = deps.now()
  const account = await loadAccount(deps, caller.userId)
  return {
    exportedAt: now.toISOString(),
    account,
    security: await securityOf(deps.db, caller.userId, now),
    sessions: await listSessions(deps.db, caller, now),
    ...(await deps.dataOf(caller)),
  }
}
