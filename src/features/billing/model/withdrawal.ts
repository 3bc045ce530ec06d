/** How long a consumer in the EU may withdraw from a contract, in days (Directive 2011/83, article 9). */
export const WITHDRAWAL_DAYS = 14
const DAY_MS = 86_400_000

/** What a withdrawal is reckoned from. Amounts in minor units, credits whole, times in milliseconds since 1970. */
export type Withdrawable = {
  readonly reason: 'first' | 'renewal' | 'change' | 'pack'
  readonly amountPaid: number
  readonly refunded: number
  readonly dispute: 'none' | 'open' | 'won' | 'lost'
  readonly paidAtMs: number
  readonly periodStartMs: number
  readonly periodEndMs: number
}

/** May this payment still be withdrawn from? The right comes with the contract, not again with each renewal. */
export function mayWithdraw(o: Withdrawable, nowMs: number): boolean {
  if (o.reason === 'renewal' || o.reason === 'change') return false
  if (o.dispute === 'open' || o.dispute === 'lost' || o.refunded >= o.amountPaid) return false
  return nowMs < o.paidAtMs + WITHDRAWAL_DAYS * DAY_MS
}

/**
 * What is paid back: all but what was used, by time or by credits, whichever is more; in minor units.
 * @param o.creditsUsed of `creditsGranted`
 */
export function withdrawalRefund(
  o: Withdrawable & { readonly creditsGranted: number; readonly creditsUsed: number },
  nowMs: number,
): number {
  const spanMs = o.periodEndMs - o.periodStartMs
  const byTime = o.reason === 'pack' || spanMs <= 0 ? 0 : Math.min(1, Math.max(0, nowMs - o.periodStartMs) / spanMs)
  const byCredits = o.creditsGranted === 0 ? 0 : Math.min(1, o.creditsUsed / o.creditsGranted)
  const used = Math.max(byTime, byCredits)
  return Math.max(0, o.amountPaid - o.refunded - Math.ceil(o.amountPaid * used))
}
