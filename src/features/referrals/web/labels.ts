import { COMMISSION_BPS, HOLD_DAYS } from '../model/constants.ts'

/** '40%' */
export const COMMISSION = `${COMMISSION_BPS / 100}%`
/** The days a commission waits for refunds. */
export const WAIT_DAYS = HOLD_DAYS

export { formatMoney as money } from '#platform/shared/money.ts'

/** '21 November 2026', in the reader's time zone. @param at an ISO time */
export function formatDay(at: string): string {
  return DAY.format(new Date(at))
}

/** '1 December 2026', in UTC like on the server. */
export function formatUtcDay(at: string): string {
  return UTC_DAY.format(new Date(at))
}

/** 'Nov 2026' for '2026-11' */
export function monthTitle(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

/** The growth since last month: '+12.5%', '−3%', '0%'. */
export function growthText(percent: number): string {
  const text = `${Math.abs(percent).toLocaleString('en')}%`
  if (percent === 0) return text
  return percent > 0 ? `+${text}` : `−${text}`
}

/** '12.5%' for 0.125 */
export function rateText(rate: number): string {
  return `${(Math.round(rate * 1000) / 10).toLocaleString('en')}%`
}

/** '1 referral', '2 referrals' */
export function pluralize(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}

/** Style of a link within a text. */
export const TEXT_LINK = 'text-accent-text underline underline-offset-3 hover:no-underline'
/** Style of a box on the affiliate's pages. */
export const CARD = 'rounded-xl border border-border bg-surface p-5'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })
const UTC_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
