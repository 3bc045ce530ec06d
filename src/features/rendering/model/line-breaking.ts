/** A word as line breaking sees it; widths in pixels. */
export type Breakable = {
  readonly text: string
  readonly width: number
  /** Space between it and the word before, when both stand on one line. */
  readonly spaceBefore: number
  readonly joined: boolean
  readonly breakBefore: boolean
}

/** Characters that never begin a line, and those that never end one (JIS X 4051, the common part). */
const NEVER_FIRST = /^[、。，．・：；？！」』】〕）〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…,.!?;:)\]}%]/u
const NEVER_LAST = /[「『【〔（〈《([{]$/u
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Breaks words into at most `maxLines` lines of at most `maxWidth` pixels, as even as possible.
 * The document's own breaks are kept where they fit.
 * @returns the index of each line's first word, or null when they do not fit
 */
export function breakLines(words: readonly Breakable[], maxWidth: number, maxLines: number): number[] | null {
  const own = words.flatMap((word, at) => (at === 0 || word.breakBefore ? [at] : []))
  if (own.length > 1 && own.length <= maxLines && fits(words, own, maxWidth)) return own
  for (let lines = 1; lines <= maxLines; lines += 1) {
    const starts = evenLines(words, maxWidth, lines)
    if (starts !== null) return starts
  }
  return null
}

function fits(words: readonly Breakable[], starts: readonly number[], maxWidth: number): boolean {
  return starts.every((start, line) => widthOf(words, start, starts[line + 1] ?? words.length) <= maxWidth)
}

/** Width of the words from `start` to before `end`, standing on one line. */
export function widthOf(words: readonly Breakable[], start: number, end: number): number {
  let width = 0
  for (let at = start; at < end; at += 1) {
    const word = words[at]
    if (word !== undefined) width += word.width + (at > start ? word.spaceBefore : 0)
  }
  return width
}

/** Width of the widest run of words that no line may break. */
export function widestRun(words: readonly Breakable[]): number {
  let widest = 0
  let start = 0
  for (let end = 1; end <= words.length; end += 1) {
    if (end < words.length && !mayBreakBefore(words, end)) continue
    widest = Math.max(widest, widthOf(words, start, end))
    start = end
  }
  return widest
}

/** The breaking into exactly `lines` lines with the least sum of squared widths: the most even one. */
function evenLines(words: readonly Breakable[], maxWidth: number, lines: number): number[] | null {
  let best: { cost: number; starts: number[] } | null = null
  const visit = (start: number, left: number, cost: number, starts: number[]): void => {
    if (best !== null && cost >= best.cost) return
    if (left === 1) {
      const width = widthOf(words, start, words.length)
      const total = cost + width * width
      if (width <= maxWidth && (best === null || total < best.cost)) best = { cost: total, starts }
      return
    }
    for (let next = start + 1; next <= words.length - left + 1; next += 1) {
      const width = widthOf(words, start, next)
      if (width > maxWidth) return
      if (mayBreakBefore(words, next)) visit(next, left - 1, cost + width * width, [...starts, next])
    }
  }
  visit(0, lines, 0, [0])
  return best === null ? null : (best as { starts: number[] }).starts
}

function mayBreakBefore(words: readonly Breakable[], at: number): boolean {
  const word = words[at]
  const before = words[at - 1]
  if (word === undefined || before === undefined) return false
  if (NEVER_FIRST.test(word.text) || NEVER_LAST.test(before.text)) return false
  return !word.joined || CJK.test(word.text) || CJK.test(before.text)
}
