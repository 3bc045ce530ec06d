import type { Queryable } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { accountsContract, MAIL_KINDS, type MailSwitch } from '../model/index.ts'
import { loadAccount, securityOf, updatePreferences, updateProfile } from './accounts.ts'
import type { AuthDeps } from './deps.ts'
import { listOptOuts, optIn, optOut } from './mail-choices/mail-opt-out-rows.ts'
import { renamePasskey } from './factors/passkey-rows.ts'
import { resumeMails } from './mail-choices/resume-mails.ts'
import { endOtherSessions, listSessions, revokeSession } from './sessions.ts'

type Deps = Pick<AuthDeps, 'db' | 'mail' | 'now' | 'onUserCreated' | 'providers' | 'domainProviders' | 'publicUrl'>

/** Implements `accountsContract`. */
export function accountsProcedures(deps: Deps) {
  const rpc = implementContract(accountsContract)
  const own = implementContract(accountsContract).use(authed)
  return {
    // Visitors may call these: every page asks who is signed in, and the log-in page which providers to offer.
    me: rpc.me.handler(({ context }) => (context.caller === null ? null : loadAccount(deps, context.caller.userId))),
    providers: rpc.providers.handler(() => deps.providers.map(({ id, name }) => ({ id, name }))),

    updatePreferences: own.updatePreferences.handler(({ context, input }) =>
      updatePreferences(deps.db, context.caller.userId, input),
    ),
    updateProfile: own.updateProfile.handler(({ context, input }) =>
      updateProfile(deps.db, context.caller.userId, input),
    ),
    sessions: own.sessions.handler(({ context }) => listSessions(deps.db, context.caller, deps.now())),
    revokeSession: own.revokeSession.handler(async ({ context, input }) => {
      await revokeSession(deps.db, context.caller, input.id)
      return { done: true as const }
    }),
    revokeOtherSessions: own.revokeOtherSessions.handler(async ({ context }) => {
      await endOtherSessions(deps.db, context.caller)
      return { done: true as const }
    }),
    resumeMails: own.resumeMails.handler(async ({ context }) => {
      await resumeMails(deps, context.caller)
      return { done: true as const }
    }),
    mails: own.mails.handler(({ context }) => readMailSwitches(deps.db, context.caller.userId)),
    switchMails: own.switchMails.handler(async ({ context: { caller }, input: { kind, isOn } }) => {
      const choice = { userId: caller.userId, kind }
      await (isOn ? optIn(deps.db, choice) : optOut(deps.db, { ...choice, at: deps.now() }))
      return readMailSwitches(deps.db, caller.userId)
    }),
    renamePasskey: own.renamePasskey.handler(async ({ context, input }) => {
      await renamePasskey(deps.db, { userId: context.caller.userId, ...input })
      return { done: true as const }
    }),
    security: own.security.handler(({ context }) => securityOf(deps, context.caller.userId, deps.now())),
  }
}

async function readMailSwitches(q: Queryable, userId: string): Promise<MailSwitch[]> {
  const off = (await listOptOuts(q, userId)).map(({ kind }) => kind)
  return MAIL_KINDS.map((kind) => ({ kind, isOn: !off.includes(kind) }))
}
