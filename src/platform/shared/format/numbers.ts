/**
 * `2,000`, `−90`, `1.5`: a number with thousands separators. Built by hand: the first use of `Intl.NumberFormat` costs
 * a phone a tenth of a second while the page hydrates.
 * @param decimals the most that are shown; rounded half up, trailing zeros are left out
 */
export function formatNumber(value: number, decimals = 0): string {
  const scale = 10 ** decimals
  const rounded = Math.round(Math.abs(value) * scale) / scale
  const [whole = '', fraction] = String(rounded).split('.')
  const sign = value < 0 && rounded > 0 ? '−' : ''
  return `${sign}${groupDigits(whole)}${fraction === undefined ? '' : `.${fraction}`}`
}

/** `40%`, `12.5%`, `1,250%`. @param fraction 1 is 100% @param decimals the most that are shown */
export function formatPercent(fraction: number, decimals = 1): string {
  return `${formatNumber(fraction * 100, decimals)}%`
}

/** `33%`: rounded down, so that 100% means finished. @param fraction of the work, 0 to 1 */
export function formatProgress(fraction: number): string {
  // 0.29 * 100 is 28.999999999999996.
  return `${Math.floor(fraction * 100 + 1e-9)}%`
}

/** `1 referral`, `2,000 referrals`. @param plural needed where it is not the noun with an s */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`
}

/** `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  if (items.length < 3) return items.join(' and ')
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1) ?? ''}`
}

function groupDigits(digits: string): string {
  const first = digits.length % 3
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])]
  return groups.filter((group) => group !== '').join(',')
}
