import { AppError } from '#platform/shared/errors.ts'
import { currencyExponent } from '#platform/shared/format/money.ts'
import type { PayoutMethod, PayoutState } from './contract-payouts.ts'
import { maskEmail } from './privacy.ts'

/** The transitions of a payout. */
export const PAYOUT_EDGES: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  prepared: ['approved', 'cancelled'],
  approved: ['sending', 'paid', 'cancelled'],
  sending: ['paid', 'failed'],
  failed: ['sending', 'paid', 'cancelled'],
  paid: [],
  cancelled: [],
}

/** @throws AppError `conflict` if this transition is not allowed */
export function assertPayoutEdge(from: PayoutState, to: PayoutState): void {
  if (PAYOUT_EDGES[from].includes(to)) return
  throw new AppError('conflict', `A ${from} payout cannot become ${to}.`, { from, to })
}

/** The display name of a method, with only the last characters of an account. */
export function methodLabel(method: PayoutMethod): string {
  return method.kind === 'paypal'
    ? `PayPal, ${maskEmail(method.email)}`
    : `Bank account ending ${method.iban.slice(-4)}`
}

/**
 * The smallest payout in a currency, in its minor units: as many whole units as the threshold has dollars, since
 * nothing is converted (rule E13).
 * @param thresholdCents in US cents
 */
export function minimumPayout(thresholdCents: number, currency: string): number {
  return Math.round((thresholdCents * 10 ** currencyExponent(currency)) / 10 ** currencyExponent('usd'))
}

/** Why there is no payout now; null if there is. `cents` in minor units of `currency`. */
export function payoutObstacle(o: {
  cents: number
  currency: string
  now: Date
  settings: { thresholdCents: number; frozenUntil: Date | null } | null
}): 'no_method' | 'frozen' | 'below_minimum' | null {
  if (o.settings === null) return 'no_method'
  if (o.settings.frozenUntil !== null && o.settings.frozenUntil > o.now) return 'frozen'
  return o.cents < minimumPayout(o.settings.thresholdCents, o.currency) ? 'below_minimum' : null
}

/** The number of a statement: the month of its batch and a serial number, which no other statement has. */
export function statementNumber({ period, number }: { period: string; number: number }): string {
  return `${period}-${String(number).padStart(4, '0')}`
}
