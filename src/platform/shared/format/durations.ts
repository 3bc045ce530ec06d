import { formatNumber, pluralize } from './numbers.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * A position in a video or its length: `0:07`, `1:02.3`, `24:00:00`. Rounded down.
 * @param ms milliseconds; below 0 counts as 0
 * @param decimals of the seconds
 */
export function formatMediaTime(ms: number, decimals: 0 | 1 | 3 = 0): string {
  const scale = 10 ** decimals
  const units = Math.floor((Math.max(0, ms) * scale) / SECOND_MS)
  const total = Math.floor(units / scale)
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  const clock = hours > 0 ? `${hours}:${padded(minutes, 2)}:${padded(seconds, 2)}` : `${minutes}:${padded(seconds, 2)}`
  return decimals === 0 ? clock : `${clock}.${padded(units % scale, decimals)}`
}

/** The length of a video: `0:07`, `1:02`; below a second `0.3 s`. Rounded down. @param ms above 0 */
export function formatLength(ms: number): string {
  if (ms >= SECOND_MS) return formatMediaTime(ms)
  return `${formatNumber(Math.max(1, Math.floor(ms / 100)) / 10, 1)} s`
}

/**
 * Reads a typed position: seconds (`62.3`), minutes and seconds (`1:02.3`), or hours too (`1:00:02`). A comma may stand
 * for the point.
 * @returns whole ms; undefined for anything else, or a day or more
 */
export function parseMediaTime(text: string): number | undefined {
  const typed = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,6})?)$/.exec(text.trim())
  if (typed === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = typed
  const ms = Math.round(
    Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds.replace(',', '.')) * SECOND_MS,
  )
  return ms < DAY_MS ? ms : undefined
}

/** `24 s`, `3 min 20 s`, `1 h 15 min`. Rounded up to seconds, from an hour on to minutes. @param ms 0 or more */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return joinUnits([Math.floor(seconds / 60), 'min'], [seconds % 60, 's'])
  const minutes = Math.ceil(seconds / 60)
  return joinUnits([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min'])
}

/** An estimate: `8 s left`, `3 min left`, `1 h 20 min left`. @param ms 0 or more */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS))
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${joinUnits([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min'])} left`
}

/** `a minute`, `12 minutes`: until somebody may try again, rounded up. @param ms 0 or more */
export function formatWait(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}

/** The largest unit of a wait, rounded down: `3 min`, `2 h`, `4 d`. @param ms below 0 counts as 0 */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND_MS))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${formatNumber(Math.floor(seconds / 86_400))} d`
}

/** `5 minutes ago`, `3 hours ago`, `2 days ago`. @param ms a minute or more */
export function formatAgo(ms: number): string {
  if (ms < HOUR_MS) return `${pluralize(Math.round(ms / MINUTE_MS), 'minute')} ago`
  if (ms < DAY_MS) return `${pluralize(Math.round(ms / HOUR_MS), 'hour')} ago`
  return `${pluralize(Math.round(ms / DAY_MS), 'day')} ago`
}

type Amount = readonly [value: number, unit: string]

function joinUnits(large: Amount, small: Amount): string {
  const first = `${formatNumber(large[0])} ${large[1]}`
  return small[0] === 0 ? first : `${first} ${small[0]} ${small[1]}`
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}
