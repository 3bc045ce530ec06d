/** An instant: an ISO time, milliseconds since 1970, or a `Date`. */
export type Instant = string | number | Date

/**
 * The time zone of a date: the reader's, or UTC. Money, mails and statistics use UTC, so that everyone reads the same
 * day.
 */
export type Zone = 'local' | 'utc'

/** `21 Nov 2026`: for tables and lists. */
export function formatShortDay(at: Instant, zone: Zone = 'local'): string {
  return formatWith(SHORT_DAY, at, zone)
}

/** `21 November 2026`: for sentences. */
export function formatLongDay(at: Instant, zone: Zone = 'local'): string {
  return formatWith(LONG_DAY, at, zone)
}

/** `21 Nov 2026, 14:05`; in UTC `21 Nov 2026, 14:05 UTC`. */
export function formatMoment(at: Instant, zone: Zone = 'local'): string {
  return `${formatWith(MOMENT, at, zone)}${zone === 'utc' ? ' UTC' : ''}`
}

/** `03:02`, in the reader's time zone. */
export function formatTime(at: Instant): string {
  return formatWith(TIME, at, 'local')
}

/** `Nov 2026`. @param month `2026-11` */
export function formatMonth(month: string): string {
  return formatWith(MONTH, `${month}-01T00:00:00Z`, 'utc')
}

const SHORT_DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const MOMENT = { ...SHORT_DAY, ...TIME } as const
const MONTH = { month: 'short', year: 'numeric' } as const

type Style = Intl.DateTimeFormatOptions
const formats: Record<Zone, Map<Style, Intl.DateTimeFormat>> = { local: new Map(), utc: new Map() }

/** Formatters are created on first use: creating one costs as much as rendering a page. */
function formatWith(style: Style, at: Instant, zone: Zone): string {
  const known = formats[zone].get(style)
  const format = known ?? new Intl.DateTimeFormat('en-GB', { ...style, ...(zone === 'utc' && { timeZone: 'UTC' }) })
  if (known === undefined) formats[zone].set(style, format)
  return format.format(new Date(at))
}
