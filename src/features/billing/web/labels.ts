import { formatMoney } from '#platform/shared/format/money.ts'
import type { Interval, ProviderName } from '../model/index.ts'

/** '$29.00 a month' */
export function formatPrice(cents: number, o: { currency: string; interval: Interval }): string {
  return `${formatMoney(cents, o.currency)} a ${o.interval}`
}

/** Whether no money moves; every page with a price then says so. */
export function isTestMoney(provider: ProviderName | null | undefined): boolean {
  return provider === 'test'
}
