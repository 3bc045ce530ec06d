import { syllables } from './syllables.ts'

/** A stretch of sound, whole milliseconds. */
export type Span = { readonly startMs: number; readonly endMs: number }
/** A word and its span in the sound, or null when unknown. */
export type MaybeTimed = { readonly text: string; readonly span: Span | null }

/** About how long one syllable takes in ordinary speech. */
const SYLLABLE_MS = 190
/** Duration of a standalone punctuation mark. */
const MARK_MS = 40

/**
 * Gives every word a time. Untimed words share the gap between their timed neighbours by syllable count. They
 * follow the previous word directly, take no more time than speaking them needs, and borrow the tail of that
 * word when there is no gap.
 * @param within bounds for the first and the last word
 * @returns one span per word, in the same order; a timed word changes only to lend its tail
 */
export function interpolate(words: readonly MaybeTimed[], within: Span): Span[] {
  const spans = words.map(({ span }) => span)
  for (let at = 0; at < words.length; at += 1) {
    if (spans[at] !== null) continue
    const until = endOfRun(spans, at)
    const run = words.slice(at, until).map(({ text }) => text)
    const gap = roomFor(run, spans, { from: at, until, within })
    for (const [offset, span] of share(gap, run).entries()) spans[at + offset] = span
  }
  return spans.map((span) => span ?? within)
}

/** Splits a span into one piece per text, in proportion to its syllables; each at least 1 ms. */
export function share(span: Span, texts: readonly string[]): Span[] {
  const weights = texts.map((text) => syllables(text) || MARK_MS / SYLLABLE_MS)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const length = Math.max(span.endMs - span.startMs, texts.length)
  let startMs = span.startMs
  let before = 0
  return texts.map((_, at) => {
    before += weights[at] ?? 0
    const left = texts.length - at - 1
    const wanted = span.startMs + Math.round((length * before) / total)
    const endMs = Math.min(Math.max(wanted, startMs + 1), span.startMs + length - left)
    const piece = { startMs, endMs }
    startMs = endMs
    return piece
  })
}

function endOfRun(spans: readonly (Span | null)[], from: number): number {
  let end = from + 1
  while (end < spans.length && spans[end] === null) end += 1
  return end
}

function roomFor(
  run: readonly string[],
  spans: (Span | null)[],
  o: { from: number; until: number; within: Span },
): Span {
  const before = spans[o.from - 1] ?? null
  const after = spans[o.until] ?? null
  const startMs = before?.endMs ?? o.within.startMs
  const endMs = Math.max(after?.startMs ?? o.within.endMs, startMs)
  const needed = run.reduce((sum, text) => sum + (syllables(text) * SYLLABLE_MS || MARK_MS), 0)
  if (endMs - startMs >= needed) {
    // Words before the first timed one lead up to it.
    return before === null && after !== null ? { startMs: endMs - needed, endMs } : { startMs, endMs: startMs + needed }
  }
  if (endMs - startMs >= run.length * MARK_MS || before === null) return { startMs, endMs }
  const tail = Math.min(Math.round((before.endMs - before.startMs) / 2), run.length * MARK_MS)
  spans[o.from - 1] = { startMs: before.startMs, endMs: before.endMs - tail }
  return { startMs: before.endMs - tail, endMs }
}
