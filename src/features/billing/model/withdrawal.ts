/** The withdrawal period of EU consumers, in days (Directive 2011/83, article 9). */
export const WITHDRAWAL_DAYS = 14
const DAY_MS = 86_400_000

/** The basis of a withdrawal. Amounts in minor units, times in milliseconds since 1970. */
export type Withdrawable = {
  readonly reason: 'first' | 'renewal' | 'change' | 'pack'
  readonly amountPaid: number
  readonly refunded: number
  readonly dispute: 'none' | 'open' | 'won' | 'lost'
  readonly paidAtMs: number
  readonly periodStartMs: number
  readonly periodEndMs: number
}

/** Whether the contract of this payment can still be withdrawn from. A renewal or a change starts no contract. */
export function mayWithdraw(o: Withdrawable, nowMs: number): boolean {
  if (o.reason === 'renewal' || o.reason === 'change') return false
  if (isDisputed(o) || o.refunded >= o.amountPaid) return false
  return nowMs < o.paidAtMs + WITHDRAWAL_DAYS * DAY_MS
}

/** One payment of the contract, with its credits. */
export type ContractPayment = Withdrawable & { readonly creditsGranted: number; readonly creditsUsed: number }

/**
 * The refund of each payment under one contract: all but the used share, by the elapsed time of the newest period or by
 * the used credits of all, whichever is larger. In minor units, in the given order; 0 for a payment that the bank holds
 * or took back.
 * @param creditCents account credit left over from these payments; unused
 */
export function withdrawalRefunds(payments: readonly ContractPayment[], nowMs: number, creditCents = 0): number[] {
  const used = Math.max(timeShare(payments, nowMs), creditShare(payments))
  let credit = creditCents
  return payments.map((payment) => {
    if (isDisputed(payment)) return 0
    const { amountPaid, refunded } = payment
    const unused = Math.min(credit, Math.max(0, amountPaid - refunded))
    credit -= unused
    return Math.max(0, amountPaid - refunded - Math.ceil((amountPaid - unused) * used))
  })
}

function timeShare(payments: readonly ContractPayment[], nowMs: number): number {
  const newest = payments.toSorted((a, b) => b.periodStartMs - a.periodStartMs)[0]
  if (newest === undefined || newest.reason === 'pack') return 0
  const spanMs = newest.periodEndMs - newest.periodStartMs
  return spanMs <= 0 ? 0 : Math.min(1, Math.max(0, nowMs - newest.periodStartMs) / spanMs)
}

function creditShare(payments: readonly ContractPayment[]): number {
  const granted = payments.reduce((sum, { creditsGranted }) => sum + creditsGranted, 0)
  const used = payments.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0)
  return granted === 0 ? 0 : Math.min(1, used / granted)
}

function isDisputed({ dispute }: Withdrawable): boolean {
  return dispute === 'open' || dispute === 'lost'
}
