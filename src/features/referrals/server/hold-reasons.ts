import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import type { LockedReferral } from './commission-rows.ts'
import type { CommissionDeps } from './deps.ts'

/** Signs of a self-referral that put a commission on hold (rule D6), in words for its affiliate. */
export const HOLD_REASONS = {
  same_network: 'Signed up from your own network: we are reviewing it.',
  same_payout_account: 'Your customer has the same payout account as you: we are reviewing it.',
  same_card: 'Paid with a card that you or another customer of yours uses: we are reviewing it.',
} as const

/** One of the signs. */
export type HoldReason = keyof typeof HOLD_REASONS

/** The reasons to hold a purchase when it is first paid. @param o.card as in billing's events */
export async function holdReasonsOf(
  tx: Tx,
  deps: Pick<CommissionDeps, 'usersByCardHash'>,
  o: { referral: LockedReferral; userId: string; card: string | null },
): Promise<HoldReason[]> {
  const { holdReason, sharesPayoutAccount } = o.referral
  const hasCardOfOthers = o.card !== null && (await isCardOfOthers(tx, deps, { ...o, card: o.card }))
  return [
    ...(holdReason === null ? [] : (['same_network'] as const)),
    ...(sharesPayoutAccount ? (['same_payout_account'] as const) : []),
    ...(hasCardOfOthers ? (['same_card'] as const) : []),
  ]
}

/** Whether the affiliate, or another person they referred, pays with this card. */
async function isCardOfOthers(
  tx: Tx,
  { usersByCardHash }: Pick<CommissionDeps, 'usersByCardHash'>,
  { referral: { affiliateId }, userId, card }: { referral: LockedReferral; userId: string; card: string },
): Promise<boolean> {
  const others = (await usersByCardHash(tx, card)).filter((payer) => payer !== userId)
  if (others.includes(affiliateId)) return true
  const found = await execute(tx, 'select 1 from referrals where affiliate_id = $1 and user_id = any($2) limit 1', [
    affiliateId,
    others,
  ])
  return found > 0
}
