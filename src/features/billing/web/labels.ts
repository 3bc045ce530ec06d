import { formatMoney } from '#platform/shared/money.ts'
import type { Interval, ProviderName } from '../model/index.ts'

export { formatMoney as money } from '#platform/shared/money.ts'

/** '21 December 2026', where the reader is. @param at an ISO time */
export function formatDay(at: string): string {
  // Not a formatter made beforehand: a first one costs as much as drawing a page, and the pricing page needs none.
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })
}

/** '$29.00 a month' */
export function formatPrice(cents: number, o: { currency: string; interval: Interval }): string {
  return `${formatMoney(cents, o.currency)} a ${o.interval}`
}

/** True where no money moves, which every page that shows a price says. */
export function isTestMoney(provider: ProviderName | null | undefined): boolean {
  return provider === 'test'
}
