import type { Span } from './interpolate.ts'
import type { SpokenWord } from './word.ts'

/** A stretch in which one person speaks; turns of different people may overlap. */
export type Turn = Span & {
  /** Number of the person within one sound, from 0. */
  readonly speaker: number
}

/** Words further than this from every turn have no speaker, ms. */
const NEAR_MS = 1_000

/**
 * Gives each word the person who speaks for most of it, or the nearest one. People are named in the order in which they
 * first speak: “Speaker 1”. With a single one the words stay as they are, and so does a word that names its speaker.
 */
export function withSpeakers(words: readonly SpokenWord[], turns: readonly Turn[]): SpokenWord[] {
  const sorted = turns.toSorted((a, b) => a.startMs - b.startMs)
  let first = 0
  const found = words.map((word) => {
    // Both are in media order: no word looks at turns that ended long before it.
    while (first < sorted.length && (sorted[first]?.endMs ?? 0) < word.startMs - NEAR_MS) first += 1
    return speakerAt(word, sorted, first)
  })
  const people = [...new Set(found)].filter((each) => each !== undefined)
  if (people.length < 2) return [...words]
  const names = new Map(people.map((person, at) => [person, `Speaker ${at + 1}`]))
  return words.map((word, at) => {
    const name = names.get(found[at] ?? -1)
    return name === undefined || word.speaker !== undefined ? word : { ...word, speaker: name }
  })
}

function speakerAt(word: Span, turns: readonly Turn[], from: number): number | undefined {
  let best: { speaker: number; overlapMs: number; lengthMs: number } | undefined
  for (let at = from; at < turns.length; at += 1) {
    const turn = turns[at]
    if (turn === undefined || turn.startMs > word.endMs + NEAR_MS) break
    // Negative: the distance to the turn.
    const overlapMs = Math.min(turn.endMs, word.endMs) - Math.max(turn.startMs, word.startMs)
    if (overlapMs < -NEAR_MS) continue
    const lengthMs = turn.endMs - turn.startMs
    // Of two people at once, the words are of the one who interjects.
    const isBetter =
      overlapMs === best?.overlapMs ? lengthMs < best.lengthMs : overlapMs > (best?.overlapMs ?? -Infinity)
    if (isBetter) best = { speaker: turn.speaker, overlapMs, lengthMs }
  }
  return best?.speaker
}
