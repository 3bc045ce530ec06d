/** The start and end of a cue, in milliseconds. */
export type CueTimes = {
  readonly startMs: number
  readonly endMs: number
  /** Whether minutes or seconds are above 59, as in `00:00:61`: counted on, but worth a look. */
  readonly carries: boolean
}

/** Hours where there are any, minutes, seconds, and the fraction of a second. */
const START = /^(?:(\d{1,4}) ?: ?)?(\d{1,3}) ?: ?(\d{1,2})(?: ?[.,:] ?(\d{1,9}))?$/u
/** The same; cue settings or the coordinates of old SubRip files may follow, but no part that is not a number. */
const END = /^(?:(\d{1,4}) ?: ?)?(\d{1,3}) ?: ?(\d{1,2})(?: ?[.,:] ?(\d{1,9}))?(?! ?:)(?:\D|$)/u
/** `-->`, and what hands and translators make of it: `->`, `- >`, `-- >`, a dash with `>`, an arrow. */
const ARROW = /-[ -]{0,3}>|[–—]{1,2} ?>|→|⟶/u
/** A line of times is short; the rest of a longer one is not looked at. */
const LONGEST_TIMES = 120

/** Reads a line such as `00:00:01,000 --> 00:00:02,500`, also in full-width marks; null when it is none. */
export function readTimes(line: string): CueTimes | null {
  const [before = '', after = ''] = normalized(line).split(ARROW, 2)
  const [start, end] = [START.exec(before.trimEnd())?.slice(1), END.exec(after.trimStart())?.slice(1)]
  if (start === undefined || end === undefined) return null
  return { startMs: milliseconds(start), endMs: milliseconds(end), carries: carries(start) || carries(end) }
}

/** Whether a line could be meant as the times of a cue: a digit, and an arrow somewhere behind it. */
export function hasArrow(line: string): boolean {
  const text = normalized(line)
  return /^\d/u.test(text) && ARROW.test(text)
}

/** The time of a WebVTT timestamp tag such as `00:01.500`, in milliseconds; null when it is none. */
export function readTimestamp(text: string): number | null {
  const found = START.exec(text)
  return found === null ? null : milliseconds(found.slice(1))
}

/** Full-width digits, colons and arrows become ASCII; tabs become blanks. */
function normalized(line: string): string {
  const short = line.length > LONGEST_TIMES ? line.slice(0, LONGEST_TIMES) : line
  return short.normalize('NFKC').replace(/\s/gu, ' ').trim()
}

/** @param parts hours, minutes, seconds and the fraction of a second, as written; any number of digits */
function milliseconds([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (string | undefined)[]) {
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

function carries([, minutes, seconds]: readonly (string | undefined)[]): boolean {
  return Number(minutes) > 59 || Number(seconds) > 59
}
