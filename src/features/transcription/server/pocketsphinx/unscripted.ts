import type { Span } from '../../model/interpolate.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { Between } from './chain-alignment.ts'

/** Minimum sound of a passage that is not in the script, in milliseconds: shorter ones are breaths, laughs and slips. */
const SHORTEST_MS = 900
/** Maximum pause inside a passage. */
const LONGEST_PAUSE_MS = 700
/** Margin on both sides, up to the words beside it. */
const MARGIN_MS = 150

/**
 * Where something is said between the words of a script: long stretches of sounds that belong to none of them. Where words
 * are only placed by guess, they may be what is said there, so such places are left out.
 * @param words all words of the script that are not set aside, in order
 */
export function unscriptedSpans(between: readonly Between[], words: readonly SpokenWord[]): Span[] {
  const unknown = between.filter(({ kind }) => kind === 'unknown').toSorted((a, b) => a.startMs - b.startMs)
  const stretches: { startMs: number; endMs: number; soundMs: number; next: number }[] = []
  let next = 0
  for (const { startMs, endMs } of unknown) {
    while (next < words.length && (words[next]?.startMs ?? 0) < endMs) next += 1
    const open = stretches.at(-1)
    if (open !== undefined && open.next === next && startMs - open.endMs <= LONGEST_PAUSE_MS) {
      open.endMs = Math.max(open.endMs, endMs)
      open.soundMs += endMs - startMs
    } else stretches.push({ startMs, endMs, soundMs: endMs - startMs, next })
  }
  return stretches.flatMap(({ startMs, endMs, soundMs, next: at }) => {
    const [before, after] = [words[at - 1], words[at]]
    if (soundMs < SHORTEST_MS || before?.timing === 'interpolated' || after?.timing === 'interpolated') return []
    const span = {
      startMs: Math.max(before?.endMs ?? 0, startMs - MARGIN_MS),
      endMs: Math.min(after?.startMs ?? Number.POSITIVE_INFINITY, endMs + MARGIN_MS),
    }
    return span.endMs - span.startMs < SHORTEST_MS ? [] : [span]
  })
}
