import { formatNumber } from './numbers.ts'

/** '$12', '$9.60': a price in US cents; the cents only where there are some. */
export function formatDollars(cents: number): string {
  const rest = Math.abs(cents) % 100
  const dollars = formatNumber((Math.abs(cents) - rest) / 100)
  return `${cents < 0 ? '-' : ''}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}
