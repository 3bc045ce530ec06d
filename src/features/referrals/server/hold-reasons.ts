import type { Tx } from '#platform/server/db.ts'
import type { LockedReferral } from './commission-rows.ts'
import type { CommissionDeps } from './deps.ts'

/** Signs that somebody refers themself, for which a commission begins on hold (rule D6), in words for its affiliate. */
export const HOLD_REASONS = {
  same_network: 'Signed up from your own network: we are looking at it.',
  same_payout_account: 'Your customer is paid out to your own account: we are looking at it.',
  same_card: 'Paid with a card that you or another customer of yours pays with: we are looking at it.',
} as const

/** One of the signs. */
export type HoldReason = keyof typeof HOLD_REASONS

/** What speaks against a purchase, when it is first known to be paid. @param o.card as billing tells of it */
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

/** Does the affiliate pay with this card, or another person they referred? */
async function isCardOfOthers(
  tx: Tx,
  { usersByCardHash }: Pick<CommissionDeps, 'usersByCardHash'>,
  { referral: { affiliateId }, userId, card }: { referral: LockedReferral; userId: string; card: string },
): Promise<boolean> {
  const others = (await usersByCardHash(tx, card)).filter((payer) => payer !== userId)
  if (others.includes(affiliateId)) return true
  const { rows } = await tx.$client.query(
    'select 1 from referrals where affiliate_id = $1 and user_id = any($2) limit 1',
    [affiliateId, others],
  )
  return rows.length > 0
}
