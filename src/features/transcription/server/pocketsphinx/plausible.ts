import type { Span } from '../../model/interpolate.ts'

/** The span of one word and its number of phones. */
export type SpokenPhones = { readonly span: Span; readonly phones: number }

/** Shortest phone the model can represent. */
const SHORTEST_PHONE_MS = 30
/** Consecutive words of minimum length that show text forced into sound that does not contain it. */
const LONGEST_RUSH = 4
/** A word this long means that the decoder is stuck. */
const LONGEST_WORD_MS = 2_500
const LONGEST_PHONE_MS = 700

/**
 * Flags the plausible words of an alignment. Unspoken text is squeezed into the shortest time the model allows; sound
 * that is not in the text stretches one word over it.
 */
export function plausible(words: readonly (SpokenPhones | null)[]): boolean[] {
  const rushed = words.map((word) => word !== null && isRushed(word.span, word.phones))
  const good = words.map(
    (word) => word !== null && length(word) <= Math.max(LONGEST_WORD_MS, word.phones * LONGEST_PHONE_MS),
  )
  for (let at = 0; at < words.length; at += 1) {
    let end = at
    while (end < words.length && rushed[end] === true) end += 1
    if (end - at >= LONGEST_RUSH) good.fill(false, at, end)
    at = Math.max(at, end - 1)
  }
  return good
}

/** Whether a word takes the shortest time that the model allows. */
export function isRushed({ startMs, endMs }: Span, phones: number): boolean {
  return endMs - startMs <= phones * SHORTEST_PHONE_MS + 10
}

function length({ span }: SpokenPhones): number {
  return span.endMs - span.startMs
}
