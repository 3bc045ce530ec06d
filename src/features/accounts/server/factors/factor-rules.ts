import type { Context } from 'hono'
import type { Queryable } from '#platform/server/db.ts'
import { type Caller, type HttpEnv, requireCaller } from '#platform/server/http.ts'
import { execute } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { PASSKEYS_MAX } from '../../model/index.ts'
import type { AccountsDeps } from '../deps.ts'
import type { Limits } from '../limits.ts'
import { isPasskeySession, listPasskeys } from './passkey-rows.ts'
import { requireReauthentication } from '../reauthentication.ts'
import { secondFactorOf } from './second-factor-rows.ts'

type Deps = Pick<AccountsDeps, 'db' | 'now' | 'mustKeepSecondFactor'> & { readonly limits: Limits }

/**
 * The caller, who has just proved to be the owner: by the password, or by a fresh log-in without one.
 * @throws AppError `forbidden` without the proof; `too_many_requests`
 */
export async function proveOwner(deps: Deps, c: Context<HttpEnv>, password: string | undefined): Promise<Caller> {
  const caller = requireCaller(c)
  await deps.limits.proof(c, caller.userId)
  await requireReauthentication(deps.db, { caller, password, field: 'password', now: deps.now(), always: true })
  return caller
}

/**
 * Keeps who only knows the password of an operator from adding a factor of their own beside the operator's passkeys.
 * With a second factor every session was asked for it.
 * @throws AppError `forbidden` in a session of the password alone
 */
export async function requireStrongSession(deps: Deps, caller: Caller): Promise<void> {
  const [{ hasSecondFactor }, passkeys] = await Promise.all([
    secondFactorOf(deps.db, caller.userId),
    listPasskeys(deps.db, caller.userId),
  ])
  if (hasSecondFactor || passkeys.length === 0 || (await isPasskeySession(deps.db, caller))) return
  if (await deps.mustKeepSecondFactor(caller))
    throw new AppError('forbidden', 'Log in with a passkey first: operators protect their account with it.')
}

/** @throws AppError `conflict` if the account has as many passkeys as it may */
export async function refuseTooManyPasskeys({ db }: Pick<Deps, 'db'>, { userId }: Caller): Promise<void> {
  if ((await listPasskeys(db, userId)).length >= PASSKEYS_MAX)
    throw new AppError('conflict', `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`)
}

/** Whether the user has a second factor or a passkey. */
export async function hasFactor(q: Queryable, userId: string): Promise<boolean> {
  const sql = `select 1 from users u where u.id = $1
    and (u.two_factor_enabled or exists (select 1 from passkeys p where p.user_id = u.id))`
  return (await execute(q, sql, [userId])) > 0
}

/** The refusal to remove the last factor of an operator who needs one. */
export function lastFactorError(): AppError {
  return new AppError('conflict', 'Operators of this site need a second factor. Add another one first.')
}
