import type { Tx } from '#platform/server/db.ts'
import { credits as amountOf } from '../model/index.ts'
import type { Ledger, Movement } from './ledger.ts'

/** An adjustment of a user's credits; a negative number removes credits. */
export type Adjustment = Omit<Movement, 'amount'> & { readonly credits: number }

/**
 * Adds or removes credits on behalf of an operator, once per key.
 * @returns false for a repeated key
 * @throws AppError `insufficient_credits`; `not_found`, 'User not found'
 */
export async function adjustCredits(
  tx: Tx,
  ledger: Pick<Ledger, 'grant' | 'confiscate'>,
  { credits, ...movement }: Adjustment,
): Promise<boolean> {
  const change = { ...movement, amount: amountOf(Math.abs(credits)) }
  const { applied } = credits > 0 ? await ledger.grant(tx, change) : await ledger.confiscate(tx, change)
  return applied
}
