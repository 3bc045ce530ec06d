/** The input of line breaking for one word; widths in pixels. */
export type Breakable = {
  readonly text: string
  readonly width: number
  /** Space between it and the word before, when both stand on one line. */
  readonly spaceBefore: number
  readonly joined: boolean
  readonly breakBefore: boolean
  /** Never begins a line. */
  readonly isGlued?: true
}

/** Characters that never begin a line, and those that never end one (JIS X 4051, the common part). */
const NEVER_FIRST = /^[、。，．・：；？！」』】〕）〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…,.!?;:)\]}%]/u
const NEVER_LAST = /[「『【〔（〈《([{]$/u
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Breaks words into at most `maxLines` lines of at most `maxWidth` pixels, as even as possible.
 * The document's own breaks are kept where they fit.
 * @returns the index of each line's first word, or null when they do not fit
 */
export function breakLines(words: readonly Breakable[], maxWidth: number, maxLines: number): number[] | null {
  const own = ownLines(words)
  if (own.length > 1 && own.length <= maxLines && fits(words, own, maxWidth)) return own
  const fewest = fullLines(words, maxWidth)
  if (fewest === null || fewest.length > maxLines) return null
  // Balancing very many lines is slow, and the difference shows only in a few.
  return fewest.length === 1 || fewest.length > MOST_EVEN_LINES ? fewest : evenLines(words, maxWidth, fewest.length)
}

const MOST_EVEN_LINES = 20

/** The document's own lines: the index of each line's first word. */
export function ownLines(words: readonly Pick<Breakable, 'breakBefore'>[]): number[] {
  return words.flatMap((word, at) => (at === 0 || word.breakBefore ? [at] : []))
}

/** Fills lines greedily, which gives the fewest lines. Null when a run of words without a break is too wide. */
function fullLines(words: readonly Breakable[], maxWidth: number): number[] | null {
  const starts = [0]
  let start = 0
  let end = 0
  for (let at = 1; at <= words.length; at += 1) {
    if (at < words.length && !mayBreakBefore(words, at)) continue
    if (widthOf(words, start, at) > maxWidth) {
      if (end === start || widthOf(words, end, at) > maxWidth) return null
      starts.push(end)
      start = end
    }
    end = at
  }
  return starts
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

type Broken = { readonly cost: number; readonly next: number }

/** Breaks into exactly `lines` lines with the smallest sum of squared widths, which is the most even. */
function evenLines(words: readonly Breakable[], maxWidth: number, lines: number): number[] | null {
  // For each number of remaining lines, the best breaks from each word on.
  const left: (Broken | undefined)[][] = [[]]
  for (let count = 1; count <= lines; count += 1)
    left.push(words.map((_, start) => bestLine(words, { start, count, maxWidth, rest: left[count - 1] ?? [] })))
  const starts: number[] = []
  let at: number | undefined = 0
  for (let count = lines; count > 0 && at !== undefined; count -= 1) {
    starts.push(at)
    at = left[count]?.[at]?.next
  }
  return at === undefined ? null : starts
}

type LineSearch = {
  readonly start: number
  readonly count: number
  readonly maxWidth: number
  readonly rest: readonly (Broken | undefined)[]
}

function bestLine(words: readonly Breakable[], { start, count, maxWidth, rest }: LineSearch): Broken | undefined {
  let best: Broken | undefined
  for (let next = start + 1; next <= words.length; next += 1) {
    const width = widthOf(words, start, next)
    if (width > maxWidth) break
    const isLast = count === 1
    if (isLast !== (next === words.length) || (!isLast && !mayBreakBefore(words, next))) continue
    const cost = width * width + (isLast ? 0 : (rest[next]?.cost ?? Number.POSITIVE_INFINITY))
    if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { cost, next }
  }
  return best
}

function mayBreakBefore(words: readonly Breakable[], at: number): boolean {
  const word = words[at]
  const before = words[at - 1]
  if (word === undefined || before === undefined || word.isGlued) return false
  if (NEVER_FIRST.test(word.text) || NEVER_LAST.test(before.text)) return false
  return !word.joined || UNSPACED.test(word.text) || UNSPACED.test(before.text)
}
