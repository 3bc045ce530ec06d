import type { SpokenWord } from './word.ts'

/** Pause that ends a sentence, in milliseconds (measured on read and spontaneous English). */
const SENTENCE_PAUSE_MS = 700
/** A letter read by its name, as in initials. */
const LETTER = /^[a-z]\.$/u
const FIRST_PERSON = /^i(?:'(?:m|ll|ve|d))?$/u

/**
 * Turns an engine's bare English words into sentences: a capital and a period at each pause of 0.7 s or more,
 * and "I". Keeps times and word count.
 * @param o.before the preceding word, when these words are a later part of a run
 * @param o.open more words may follow, so the last word does not end a sentence yet
 */
export function draftSentences(
  words: readonly SpokenWord[],
  o: { before?: SpokenWord | undefined; open?: boolean } = {},
): SpokenWord[] {
  const [first] = words
  let begins = o.before === undefined || first === undefined || first.startMs - o.before.endMs >= SENTENCE_PAUSE_MS
  return words.map((word, at) => {
    const next = words[at + 1]
    const ends = next === undefined ? o.open !== true : next.startMs - word.endMs >= SENTENCE_PAUSE_MS
    const text = begins || FIRST_PERSON.test(word.text) || LETTER.test(word.text) ? capitalised(word.text) : word.text
    begins = ends
    return { ...word, text: ends && !/[.!?]$/u.test(text) ? `${text}.` : text }
  })
}

function capitalised(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
