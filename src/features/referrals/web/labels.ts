import { formatPercent } from '#platform/shared/format/numbers.ts'
import { COMMISSION_BPS, HOLD_DAYS } from '../model/constants.ts'

/** '40%' */
export const COMMISSION = formatPercent(COMMISSION_BPS / 10_000)
/** The days a commission waits for refunds. */
export const WAIT_DAYS = HOLD_DAYS

/** The growth since last month: '+12.5%', '−3%', '0%'. */
export function growthText(percent: number): string {
  const text = formatPercent(Math.abs(percent) / 100)
  if (percent === 0) return text
  return percent > 0 ? `+${text}` : `−${text}`
}

/** Style of a link within a text. */
export const TEXT_LINK = 'text-accent-text underline underline-offset-3 hover:no-underline'
