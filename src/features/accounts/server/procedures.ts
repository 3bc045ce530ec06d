import { authed, implementContract } from '#platform/server/rpc.ts'
import { accountsContract } from '../model/index.ts'
import { loadAccount, updatePreferences } from './accounts.ts'
import type { AuthDeps } from './auth.ts'

/** Implements `accountsContract`. */
export function accountsProcedures(deps: Pick<AuthDeps, 'db' | 'onUserCreated'>) {
  const rpc = implementContract(accountsContract)
  return {
    // The one procedure a visitor may call: every page asks it who is there.
    me: rpc.me.handler(({ context }) => (context.caller === null ? null : loadAccount(deps, context.caller.userId))),
    updatePreferences: rpc.updatePreferences
      .use(authed)
      .handler(({ context, input }) => updatePreferences(deps.db, context.caller.userId, input)),
  }
}
