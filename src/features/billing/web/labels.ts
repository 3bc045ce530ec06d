import { formatMoney } from '#platform/shared/money.ts'
import type { Interval, ProviderName } from '../model/index.ts'

export { formatMoney as money } from '#platform/shared/money.ts'

/** '21 December 2026', in the reader's time zone. @param at an ISO time */
export function formatDay(at: string): string {
  // No shared formatter: creating one costs as much as rendering a page, and the pricing page needs none.
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })
}

/** '$29.00 a month' */
export function formatPrice(cents: number, o: { currency: string; interval: Interval }): string {
  return `${formatMoney(cents, o.currency)} a ${o.interval}`
}

/** Whether no money moves; every page with a price then says so. */
export function isTestMoney(provider: ProviderName | null | undefined): boolean {
  return provider === 'test'
}
