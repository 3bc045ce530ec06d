/** A time as subtitle files write it, `hh:mm:ss` and milliseconds after `mark`: `,` in SRT, `.` in WebVTT. */
export function formatTime(ms: number, mark: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1_000)
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}${mark}${String(ms % 1_000).padStart(3, '0')}`
}

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`
const ONE_TIME = new RegExp(`^${TIME}$`)
const TIME_LINE = new RegExp(String.raw`^\s*(${TIME})\s*-->\s*(${TIME})(?:\s.*)?$`)

/** Milliseconds of a written time, hours optional; undefined when it is none. */
export function parseTime(text: string): number | undefined {
  const found = ONE_TIME.exec(text.trim())
  if (found === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = found
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'))
}

/** Start and end of a `a --> b` line; undefined when it is none. */
export function parseTimeLine(line: string): { t0: number; t1: number } | undefined {
  const found = TIME_LINE.exec(line)
  const t0 = parseTime(found?.[1] ?? '')
  const t1 = parseTime(found?.[6] ?? '')
  return t0 === undefined || t1 === undefined ? undefined : { t0, t1 }
}
