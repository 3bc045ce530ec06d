import type { SpokenWord } from './word.ts'

/** A silence this long ends a sentence, in milliseconds (measured on read and spoken English). */
const SENTENCE_PAUSE_MS = 700
/** A letter said by its name, as in initials. */
const LETTER = /^[a-z]\.$/u
const FIRST_PERSON = /^i(?:'(?:m|ll|ve|d))?$/u

/**
 * Gives an engine's bare English words the look of sentences: a capital and a period at each pause of
 * 0.7 s or more, and "I". Times and number of words stay.
 * @param o.before the word before the first one, when these are a later part of a run
 * @param o.open more words may follow the last one, so it ends no sentence yet
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
