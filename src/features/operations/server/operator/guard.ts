import { z } from 'zod'
import { os } from '@orpc/server'
import type { Queryable } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import type { RpcContext } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { isOperatorAddress } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'

const AddressRow = z.object({ email: z.string(), emailVerified: z.boolean() })

/** Whether the user is an operator: their address is in the settings and currently verified. */
export async function isOperator(q: Queryable, operators: readonly string[], userId: string): Promise<boolean> {
  return (await findOperatorAccess(q, operators, userId)).isOperator
}

/** Whether the user is an operator, or would be with a verified address. */
export async function findOperatorAccess(q: Queryable, operators: readonly string[], userId: string) {
  const none = { isOperator: false, mustConfirmEmail: false }
  if (operators.length === 0) return none
  const user = await findRow(q, AddressRow, 'select email, email_verified from users where id = $1', [userId])
  if (user === undefined) return none
  return {
    isOperator: isOperatorAddress(operators, user),
    mustConfirmEmail: !user.emailVerified && isOperatorAddress(operators, { ...user, emailVerified: true }),
  }
}

/**
 * Allows operators only, checked on every call. @throws AppError `unauthorized` for a visitor; `not_found` for other
 * users, as if it did not exist
 */
export function operatorsOnly({ db, operators }: Pick<OperatorDeps, 'db' | 'operators'>) {
  return os.$context<RpcContext>().middleware(async ({ context: { caller }, next }) => {
    if (caller === null) throw new AppError('unauthorized', 'No user logged in')
    if (!(await isOperator(db, operators, caller.userId))) throw new AppError('not_found', 'Not found')
    return next({ context: { caller } })
  })
}
