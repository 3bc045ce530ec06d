export { formatMoney as money } from '#platform/shared/money.ts'

/** '21 Nov 2026, 14:05', in the reader's time zone. @param at an ISO time */
export function formatMoment(at: string): string {
  return MOMENT.format(new Date(at))
}

/** 'Nov 2026' for '2026-11' */
export function monthTitle(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

/** '3 min', '2 h', '4 d'. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** 'Longest wait' for 'longestWait' and for 'longest_wait'. */
export function nameOf(key: string): string {
  const words = key
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** '4.2 GB' */
export function bytesText(bytes: number): string {
  const power = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${(bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })
