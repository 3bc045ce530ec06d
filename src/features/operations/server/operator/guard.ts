import { os } from '@orpc/server'
import type { Queryable } from '#platform/server/db.ts'
import type { RpcContext } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { isOperatorAddress } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'

/** Whether the user runs this site: their address stands in the settings, and is verified now. */
export async function isOperator(q: Queryable, operators: readonly string[], userId: string): Promise<boolean> {
  if (operators.length === 0) return false
  const { rows } = await q.$client.query<{ email: string; emailVerified: boolean }>(
    'select email, email_verified as "emailVerified" from users where id = $1',
    [userId],
  )
  const [user] = rows
  return user !== undefined && isOperatorAddress(operators, user)
}

/**
 * Lets operators through, asked anew for every call. @throws AppError `unauthorized` to a visitor; to anybody else
 * `not_found`, the same as for what does not exist
 */
export function operatorsOnly({ db, operators }: Pick<OperatorDeps, 'db' | 'operators'>) {
  return os.$context<RpcContext>().middleware(async ({ context: { caller }, next }) => {
    if (caller === null) throw new AppError('unauthorized', 'No user logged in')
    if (!(await isOperator(db, operators, caller.userId))) throw new AppError('not_found', 'Not found')
    return next({ context: { caller } })
  })
}
