import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { RECOVERY_CODES } from '../../model/index.ts'

const FactorRow = z.object({ codesLeft: z.number() })

/** Whether the user has a second factor, and how many recovery codes are unused. */
export async function secondFactorOf(q: Queryable, userId: string) {
  const factor = await findRow(q, FactorRow, 'select codes_left from second_factors where user_id = $1 and verified', [
    userId,
  ])
  return { hasSecondFactor: factor !== undefined, recoveryCodesLeft: factor?.codesLeft ?? 0 }
}

/** Counts one used recovery code. @returns how many are left */
export async function countUsedCode(tx: Tx, userId: string): Promise<number> {
  const factor = await findRow(
    tx,
    FactorRow,
    `update second_factors set codes_left = greatest(codes_left - 1, 0) where user_id = $1 returning codes_left`,
    [userId],
  )
  return factor?.codesLeft ?? 0
}

/** All recovery codes are unused again: they are new. */
export async function countNewCodes(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'update second_factors set codes_left = $2 where user_id = $1', [userId, RECOVERY_CODES])
}

/** Removes the second factor. @returns false if the user has none */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await forgetDevices(tx, userId)
  await execute(tx, 'update users set two_factor_enabled = false, updated_at = now() where id = $1', [userId])
  return (await execute(tx, 'delete from second_factors where user_id = $1 and verified', [userId])) === 1
}

/** Forgets the user's trusted devices, and log-ins that wait for a code. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'delete from verifications where value = $1', [userId])
}
