import type { PlainLine } from './cue-text.ts'

/** A cue whose lines are still apart. */
export type LinedCue = {
  readonly line: number
  readonly startMs: number
  readonly endMs: number
  readonly lines: readonly PlainLine[]
}

/** A rolling cue begins as its predecessor ends, give or take this much. */
const TOUCH_MS = 100
/** Share of cues that repeat their predecessor, above which a file counts as rolling: a refrain repeats less. */
const ROLLING_SHARE = 0.4
/** A shorter file proves nothing. */
const LEAST_REPEATS = 2

/**
 * Drops the lines that rolling captions show a second time while the next line appears under them, as YouTube writes
 * them, so that every word is said once. Files that are not rolling stay as they are.
 * @returns the cues that still have lines, and how many lines were dropped
 */
export function unroll(cues: readonly LinedCue[]): { readonly cues: readonly LinedCue[]; readonly dropped: number } {
  const repeats = cues.map((cue, at) => repeatedLines(cues[at - 1], cue))
  const rolling = repeats.filter((count) => count > 0).length
  if (rolling < LEAST_REPEATS || rolling < (cues.length - 1) * ROLLING_SHARE) return { cues, dropped: 0 }
  return {
    cues: cues
      .map((cue, at) => ({ ...cue, lines: cue.lines.slice(repeats[at] ?? 0) }))
      .filter(({ lines }) => lines.length > 0),
    dropped: repeats.reduce((sum, count) => sum + count, 0),
  }
}

/** How many of the first lines of a cue are the last ones of the cue before it. */
function repeatedLines(before: LinedCue | undefined, cue: LinedCue): number {
  if (before === undefined || cue.startMs > before.endMs + TOUCH_MS || cue.startMs <= before.startMs) return 0
  // A whole caption that comes again is a repeated word, unless it only flashes or the first showing times its words.
  const isBridge = cue.endMs - cue.startMs <= TOUCH_MS || before.lines.some(({ stamps }) => stamps.length > 0)
  for (let count = Math.min(before.lines.length, cue.lines.length); count > 0; count -= 1) {
    const tail = before.lines.slice(-count)
    // A repeated line has no times of its own: those it had belong to its first showing.
    if (count === before.lines.length && count === cue.lines.length && !isBridge) continue
    if (tail.every(({ text }, at) => cue.lines[at]?.text === text && cue.lines[at].stamps.length === 0)) return count
  }
  return 0
}
