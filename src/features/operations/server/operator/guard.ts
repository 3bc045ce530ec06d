import { z } from 'zod'
import { os } from '@orpc/server'
import type { Db } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import type { RpcContext } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Duty, isOperatorAddress, mayDo, OperatorRoleName } from '../../model/index.ts'

/** What decides who is an operator. */
export type OperatorAccess = {
  readonly db: Db
  /** The addresses of the setting `OPERATORS`, in lower case: their role is everything. */
  readonly operators: readonly string[]
  /** Whether operators need a second factor. */
  readonly needsSecondFactor: boolean
}

const AddressRow = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  role: OperatorRoleName.nullable(),
  hasSecondFactor: z.boolean(),
})

/** The user's role, or what they must do first to have one. Read on every call: a change counts at once. */
export async function findOperatorAccess({ db, operators, needsSecondFactor }: OperatorAccess, userId: string) {
  const user = await findRow(
    db,
    AddressRow,
    `select u.email, u.email_verified, u.two_factor_enabled as has_second_factor, granted.role from users u
     left join operator_roles granted on granted.email = u.email where u.id = $1`,
    [userId],
  )
  const role = user && (isOperatorAddress(operators, user.email) ? 'everything' : user.role)
  const none = { role: null, mustConfirmEmail: false, mustSetUpSecondFactor: false }
  if (!user || !role) return none
  if (!user.emailVerified) return { ...none, mustConfirmEmail: true }
  if (needsSecondFactor && !user.hasSecondFactor) return { ...none, mustSetUpSecondFactor: true }
  return { ...none, role }
}

/**
 * Allows operators with a role for the called procedure.
 * @param duties the work that each procedure is; none may be missing (`Duties` of the contract)
 * @throws AppError `unauthorized` for a visitor; `not_found` for other users, as if it did not exist; `forbidden` for
 *   an operator with another role
 */
export function operatorsOnly(access: OperatorAccess, duties: Readonly<Record<string, Duty>>) {
  return os.$context<RpcContext>().middleware(async ({ context: { caller }, path, next }) => {
    if (caller === null) throw new AppError('unauthorized', 'No user logged in')
    const { role, mustSetUpSecondFactor } = await findOperatorAccess(access, caller.userId)
    if (mustSetUpSecondFactor) throw new AppError('forbidden', 'Set up a second factor in your profile first.')
    if (role === null) throw new AppError('not_found', 'Not found')
    const duty = duties[path.at(-1) ?? '']
    if (duty === undefined) throw new Error(`no duty is known for ${path.join('.')}`)
    if (!mayDo(role, duty)) throw new AppError('forbidden', 'Your role as an operator does not allow this.')
    return next({ context: { caller, role } })
  })
}
