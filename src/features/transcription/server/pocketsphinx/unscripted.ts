import type { WordRange } from '../../model/unspoken.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { FollowedScript } from '../ports.ts'
import type { Between } from './chain-alignment.ts'

/** Minimum sound of a passage that is not in the script, in milliseconds: shorter ones are breaths, laughs and slips. */
const SHORTEST_MS = 900
/** Maximum pause inside a passage. */
const LONGEST_PAUSE_MS = 700
/** Margin on both sides, up to the words beside it. */
const MARGIN_MS = 150

/** Sounds between two found words that follow each other. */
type Stretch = { readonly startMs: number; endMs: number; soundMs: number; readonly next: number }

/**
 * Where something is said between the found words of a script: long stretches of sounds that belong to none of them. All
 * sounds at the place of words that were not found are one passage, said instead of these.
 * @param words all words of the script that are not set aside, in order
 * @param isUnsaid which of them nobody is expected to say, such as stage directions; default none
 */
export function unscriptedSpans(
  between: readonly Between[],
  words: readonly SpokenWord[],
  isUnsaid: readonly boolean[] = [],
): FollowedScript['unscripted'][number][] {
  const found = words.flatMap((word, at) => (word.timing === 'interpolated' ? [] : [{ ...word, at }]))
  const placeOf = (next: number): WordRange => ({
    from: next === 0 ? 0 : (found[next - 1]?.at ?? 0) + 1,
    until: found[next]?.at ?? words.length,
  })
  const isEmpty = ({ from, until }: WordRange): boolean => from === until
  return stretchesOf(between, found, (next) => isEmpty(placeOf(next))).flatMap(({ startMs, endMs, soundMs, next }) => {
    if (soundMs < SHORTEST_MS) return []
    const span = {
      startMs: Math.max(found[next - 1]?.endMs ?? 0, startMs - MARGIN_MS),
      endMs: Math.min(found[next]?.startMs ?? Number.POSITIVE_INFINITY, endMs + MARGIN_MS),
    }
    if (span.endMs - span.startMs < SHORTEST_MS) return []
    const place = placeOf(next)
    if (isEmpty(place)) return [span]
    const isSayable = words.slice(place.from, place.until).some((_, at) => isUnsaid[place.from + at] !== true)
    return isSayable ? [{ ...span, insteadOf: place }] : []
  })
}

/** @param partsAtPauses whether a long pause before that found word parts passages */
function stretchesOf(
  between: readonly Between[],
  found: readonly SpokenWord[],
  partsAtPauses: (next: number) => boolean,
): Stretch[] {
  const unknown = between.filter(({ kind }) => kind === 'unknown').toSorted((a, b) => a.startMs - b.startMs)
  const stretches: Stretch[] = []
  let next = 0
  for (const { startMs, endMs } of unknown) {
    while (next < found.length && (found[next]?.startMs ?? 0) < endMs) next += 1
    const open = stretches.at(-1)
    if (open?.next === next && (startMs - open.endMs <= LONGEST_PAUSE_MS || !partsAtPauses(next))) {
      open.endMs = Math.max(open.endMs, endMs)
      open.soundMs += endMs - startMs
    } else stretches.push({ startMs, endMs, soundMs: endMs - startMs, next })
  }
  return stretches
}
