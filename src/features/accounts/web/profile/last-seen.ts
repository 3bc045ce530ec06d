import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatAgo } from '#platform/shared/format/durations.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The server stores the last use to five minutes. */
const NOW_MS = 10 * MINUTE_MS

/** When a device was last used: "Seen just now", "Seen 3 hours ago", "Seen on 4 May 2026". */
export function lastSeenText(lastSeenAt: string, now: Date): string {
  return `Seen ${whenText(lastSeenAt, now)}`
}

/** When something was last used, within a sentence: "just now", "3 hours ago", "on 4 May 2026". */
export function whenText(at: string, now: Date): string {
  const used = new Date(at)
  const ago = now.getTime() - used.getTime()
  if (ago < NOW_MS) return 'just now'
  return ago < 14 * DAY_MS ? formatAgo(ago) : `on ${formatLongDay(used)}`
}
