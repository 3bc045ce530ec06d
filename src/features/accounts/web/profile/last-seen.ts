const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The server stores the last use to five minutes. */
const NOW_MS = 10 * MINUTE_MS

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** When a device was last used: "Seen just now", "Seen 3 hours ago", "Seen on May 4, 2026". */
export function lastSeenText(lastSeenAt: string, now: Date): string {
  const seen = new Date(lastSeenAt)
  const ago = now.getTime() - seen.getTime()
  if (ago < NOW_MS) return 'Seen just now'
  if (ago < HOUR_MS) return `Seen ${AGO.format(-Math.round(ago / MINUTE_MS), 'minute')}`
  if (ago < DAY_MS) return `Seen ${AGO.format(-Math.round(ago / HOUR_MS), 'hour')}`
  if (ago < 14 * DAY_MS) return `Seen ${AGO.format(-Math.round(ago / DAY_MS), 'day')}`
  return `Seen on ${DAY.format(seen)}`
}
