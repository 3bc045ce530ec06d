import { z } from 'zod'
import { os } from '@orpc/server'
import type { Db } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import type { RpcContext } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type Duty,
  isOperatorAddress,
  mayDo,
  OPERATOR_DUTIES,
  OPERATOR_READS,
  OperatorRoleName,
  type PersonalRead,
} from '../../model/index.ts'
import { recordRead } from './record-read.ts'

/** What decides who is an operator. */
export type OperatorAccess = {
  readonly db: Db
  /** The addresses of the setting `OPERATORS`, in lower case: their role is everything. */
  readonly operators: readonly string[]
  /** Whether operators need a second factor. */
  readonly needsSecondFactor: boolean
}

/** What the procedures of operators need besides: the time of what they record. */
type OperatorDoor = OperatorAccess & { readonly now: () => Date }

const AddressRow = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  role: OperatorRoleName.nullable(),
  hasSecondFactor: z.boolean(),
  hasPasskey: z.boolean(),
  usedPasskey: z.boolean(),
})

/**
 * The user's role, or what they must do first to have one. Read on every call: a change counts at once. Passkeys count
 * in sessions that one of them opened: a log-in with the password does not ask for them.
 */
export async function findOperatorAccess(
  { db, operators, needsSecondFactor }: OperatorAccess,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
) {
  const user = await findRow(
    db,
    AddressRow,
    `select u.email, u.email_verified, u.two_factor_enabled as has_second_factor, granted.role,
       exists (select 1 from passkeys p where p.user_id = u.id) as has_passkey,
       exists (select 1 from sessions s where s.id = $2 and s.user_id = u.id and s.passkey_id is not null) as used_passkey
     from users u left join operator_roles granted on granted.email = u.email where u.id = $1`,
    [userId, sessionId ?? null],
  )
  const role = user && (isOperatorAddress(operators, user.email) ? 'everything' : user.role)
  const none = { role: null, mustConfirmEmail: false, mustSetUpSecondFactor: false, mustUsePasskey: false }
  if (!user || !role) return none
  if (!user.emailVerified) return { ...none, mustConfirmEmail: true }
  if (needsSecondFactor && !user.hasSecondFactor && !user.usedPasskey)
    return user.hasPasskey ? { ...none, mustUsePasskey: true } : { ...none, mustSetUpSecondFactor: true }
  return { ...none, role }
}

/**
 * Opens something that an operator closed to others, for operators who may do this work, and records that they read it.
 * @returns false for everybody else, to whom it stays closed
 */
export async function openClosed(
  door: OperatorDoor,
  { caller, duty, read }: { caller: Caller | null; duty: Duty; read: PersonalRead },
): Promise<boolean> {
  if (caller === null) return false
  const { role } = await findOperatorAccess(door, caller)
  if (role === null || !mayDo(role, duty)) return false
  await recordRead(door, { operator: caller, read })
  return true
}

/** Whether the user is an operator who needs a second factor. */
export async function mustKeepSecondFactor(access: OperatorAccess, { userId }: Caller): Promise<boolean> {
  if (!access.needsSecondFactor) return false
  const { role } = await findOperatorAccess({ ...access, needsSecondFactor: false }, { userId })
  return role !== null
}

/**
 * The role of an operator who may do this work.
 * @throws AppError `unauthorized` for a visitor; `not_found` for other users, as if it did not exist; `forbidden` for
 *   an operator with another role
 */
export async function requireOperator(access: OperatorAccess, caller: Caller | null, duty: Duty) {
  if (caller === null) throw new AppError('unauthorized', 'No user logged in')
  const { role, mustSetUpSecondFactor, mustUsePasskey } = await findOperatorAccess(access, caller)
  if (mustSetUpSecondFactor) throw new AppError('forbidden', 'Set up a second factor in your profile first.')
  if (mustUsePasskey) throw new AppError('forbidden', 'Log in with your passkey first.')
  if (role === null) throw new AppError('not_found', 'Not found')
  if (!mayDo(role, duty)) throw new AppError('forbidden', 'Your role as an operator does not allow this.')
  return { caller, role }
}

/**
 * Allows operators with a role for the called procedure, and records a read of personal data before it is answered.
 * @param o.duties the work that each procedure is; none may be missing (`Duties` of the contract)
 * @param o.reads the personal data that each of them shows (`ReadsOf` the contract)
 * @throws AppError as {@link requireOperator}
 */
export function operatorsOnly(door: OperatorDoor, { duties, reads }: OperatorTables) {
  return os.$context<RpcContext>().middleware(async ({ context: { caller }, path, next }, input: unknown) => {
    const name = path.at(-1) ?? ''
    const duty = duties[name]
    if (duty === undefined) throw new Error(`no duty is known for ${path.join('.')}`)
    const admitted = await requireOperator(door, caller, duty)
    const result = await next({ context: admitted })
    // The handler has answered, so the input fits the schema of its procedure.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const read = reads[name]?.(input as never)
    if (read) await recordRead(door, { operator: admitted.caller, read })
    return result
  })
}

/** The tables of a contract of operators. */
export type OperatorTables = {
  readonly duties: Readonly<Record<string, Duty>>
  readonly reads: Readonly<Record<string, ((input: never) => PersonalRead) | null>>
}

/** The tables of `operatorContract`. */
export const OPERATOR_TABLES: OperatorTables = { duties: OPERATOR_DUTIES, reads: OPERATOR_READS }
