import type { Span } from '../../model/interpolate.ts'

/** What was heard of one word and how many phones it has. */
export type Heard = { readonly span: Span; readonly phones: number }

/** The model cannot hear a phone shorter than this. */
const SHORTEST_PHONE_MS = 30
/** Words in a row at the very shortest: the decoder is pressing text into sound that is not there. */
const LONGEST_RUSH = 4
/** A word this long is one the decoder is stuck in. */
const LONGEST_WORD_MS = 2_500
const LONGEST_PHONE_MS = 700

/**
 * Tells which words an alignment got believably. Text that was never spoken is pressed into as little time as the model
 * allows; sound that is not in the text stretches one word over it.
 */
export function plausible(words: readonly (Heard | null)[]): boolean[] {
  const rushed = words.map((word) => word !== null && length(word) <= word.phones * SHORTEST_PHONE_MS + 10)
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

function length({ span }: Heard): number {
  return span.endMs - span.startMs
}
