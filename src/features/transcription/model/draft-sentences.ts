import type { SpokenWord } from './word.ts'

/** A pause this long ends a sentence in any recording, in milliseconds. */
const LONG_PAUSE_MS = 700
/** A shorter one ends none: words are further apart within sentences too. */
const SHORT_PAUSE_MS = 250
/** Pauses shorter than a long one end at most one sentence for every so many words of the recording. */
const WORDS_A_SENTENCE = 10
/** How many times as long the pauses between sentences are as all others. */
const DISTANCE = 1.3
/** The shortest pause to compare with: words that touch say nothing about the speaker. */
const HESITATION_MS = 190
/** Words that lead on to another one: a short pause behind them is a hesitation. */
const LEADING_ON = new Set(
  (
    'a an the this these those my your his her its our their and or but nor so because if when while that which who ' +
    'of to in on at by for with from into onto over under about as than like is are was were be been am has have had ' +
    "do does did will would can could should may might must shall not i i'm we you he she they it's that's very"
  ).split(' '),
)
/** A letter read by its name, as in initials. */
const LETTER = /^[a-z]\.$/u
const FIRST_PERSON = /^i(?:'(?:m|ll|ve|d))?$/u

/**
 * Turns an engine's bare English words into sentences: a capital and a period at long pauses, and "I". How long depends
 * on the recording: a quick speaker ends sentences with pauses that are the longest of that recording, and no longer
 * than the hesitations of a slow one. Keeps times and word count.
 * @param o.before the preceding word, when these words are a later part of a run
 * @param o.open more words may follow, so the last word does not end a sentence yet
 */
export function draftSentences(
  words: readonly SpokenWord[],
  o: { before?: SpokenWord | undefined; open?: boolean } = {},
): SpokenWord[] {
  const known = o.before === undefined ? words : [o.before, ...words]
  const ends = sentenceEnds(known)
  const endsAt = (at: number): boolean => (at === known.length - 1 ? o.open !== true : (ends[at] ?? true))
  const first = known.length - words.length
  return words.map((word, index) => {
    const at = first + index
    // The word before was shown without a period, and parts begin at pauses.
    const begins =
      o.before !== undefined && index === 0 ? pauseBetween(o.before, word) >= LONG_PAUSE_MS : endsAt(at - 1)
    const text = sentenceCase(word.text, begins)
    return { ...word, text: endsAt(at) && !/[.!?]$/u.test(text) ? `${text}.` : text }
  })
}

/** Whether a sentence ends after each word, by the pauses of the recording; after the last word one does. */
export function sentenceEnds(words: readonly SpokenWord[]): boolean[] {
  const pauseMs = sentencePause(words)
  return words.map((word, at) => {
    const next = words[at + 1]
    return next === undefined || isSentenceEnd(word, next, pauseMs)
  })
}

/** An English word in lower case, as it is written in a sentence or at its beginning. */
export function sentenceCase(text: string, begins: boolean): string {
  return begins || FIRST_PERSON.test(text) || LETTER.test(text) ? capitalised(text) : text
}

function capitalised(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

/**
 * The shortest pause that ends a sentence of this recording. The pauses between sentences are a group of their own: its
 * shortest one is clearly longer than all hesitations, and nowhere else pauses differ as much.
 */
function sentencePause(words: readonly SpokenWord[]): number {
  const pauses = words.slice(1).map((word, at) => pauseBetween(words[at] ?? word, word))
  const longest = pauses.filter((pause) => pause < LONG_PAUSE_MS).toSorted((a, b) => b - a)
  const most = Math.ceil(words.length / WORDS_A_SENTENCE) - (pauses.length - longest.length)
  let best = { pauseMs: LONG_PAUSE_MS, distance: DISTANCE }
  for (const [at, pauseMs] of longest.slice(0, Math.max(0, most)).entries()) {
    const distance = pauseMs / Math.max(longest[at + 1] ?? 0, HESITATION_MS)
    if (pauseMs >= SHORT_PAUSE_MS && distance >= best.distance) best = { pauseMs, distance }
  }
  return best.pauseMs
}

function pauseBetween(word: SpokenWord, next: SpokenWord): number {
  return next.startMs - word.endMs
}

function isSentenceEnd(word: SpokenWord, next: SpokenWord, pauseMs: number): boolean {
  const pause = pauseBetween(word, next)
  return pause >= LONG_PAUSE_MS || (pause >= pauseMs && !LEADING_ON.has(word.text))
}
