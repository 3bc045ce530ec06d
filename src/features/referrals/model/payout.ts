import { AppError } from '#platform/shared/errors.ts'
import type { PayoutMethod, PayoutState } from './contract-payouts.ts'
import { maskEmail } from './privacy.ts'

/** What a payout may become. */
export const PAYOUT_EDGES: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  prepared: ['approved', 'cancelled'],
  approved: ['sending', 'paid', 'cancelled'],
  sending: ['paid', 'failed'],
  failed: ['sending', 'paid', 'cancelled'],
  paid: [],
  cancelled: [],
}

/** @throws AppError `conflict` when a payout may not go from one state to the other */
export function assertPayoutEdge(from: PayoutState, to: PayoutState): void {
  if (PAYOUT_EDGES[from].includes(to)) return
  throw new AppError('conflict', `A payout that is ${from} cannot become ${to}.`, { from, to })
}

/** How a method is shown: nothing of an account but its end. */
export function methodLabel(method: PayoutMethod): string {
  return method.kind === 'paypal'
    ? `PayPal, ${maskEmail(method.email)}`
    : `Bank account ending ${method.iban.slice(-4)}`
}

/** Why nothing is paid out now; null when it is. Amounts in minor units. */
export function payoutObstacle(o: {
  cents: number
  now: Date
  settings: { thresholdCents: number; frozenUntil: Date | null } | null
}): 'no_method' | 'frozen' | 'below_minimum' | null {
  if (o.settings === null) return 'no_method'
  if (o.settings.frozenUntil !== null && o.settings.frozenUntil > o.now) return 'frozen'
  return o.cents < o.settings.thresholdCents ? 'below_minimum' : null
}

/** One value of a CSV file (RFC 4180); a leading `=`, `+`, `-` or `@` is no formula to a spreadsheet. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
