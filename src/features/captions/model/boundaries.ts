import type { Word } from './document.ts'
import { type Phrases, UNITS } from './phrases.ts'

/** The cost of separating two words. `never` applies only if no other boundary fits. */
export const COST = { sentence: 0, clause: 6, plain: 22, weak: 40, never: 100_000 } as const

type Spoken = Pick<Word, 'text' | 't0' | 't1' | 'join'>

/** Minimum silence between two words that counts as a pause, ms. */
const PAUSE_MS = 180

/**
 * The cost of ending a line or a cue between two neighbouring words: none after a sentence, low after a clause or at a
 * pause, highest after an article, inside a name, or between a number and its unit (Netflix Timed Text Style Guide,
 * line treatment; product §2).
 */
export function boundaryCost(before: Spoken, after: Spoken, phrases: Phrases): number {
  if (endsSentence(before.text)) return COST.sentence
  if (belongTogether(before.text, after.text, phrases)) return COST.never
  if (/[,;:–—،、，；：]["'”’»)\]]*$/u.test(before.text)) return COST.clause
  const pause = Math.max(0, after.t0 - before.t1 - PAUSE_MS)
  const relief = Math.min(16, pause / 25)
  return (
    (phrases.openers.has(bare(before.text))
      ? COST.weak
      : phrases.openers.has(bare(after.text))
        ? COST.plain - 8
        : COST.plain) - relief
  )
}

/** True when a sentence ends with this word; titles and single initials do not end one. */
export function endsSentence(text: string): boolean {
  if (/^(?:mr|mrs|ms|dr|prof|sr|jr|st|vs|etc|no|\p{Lu})\.$/iu.test(text) && !/^(?:etc|i)\.$/i.test(text)) return false
  return /[.!?…。！？؟।]["'”’»)\]」』]*$/u.test(text)
}

function belongTogether(before: string, after: string, phrases: Phrases): boolean {
  if (phrases.articles.has(bare(before))) return true
  return isName(before, after, phrases) || isNumberWithUnit(before, after, phrases)
}

function isName(before: string, after: string, phrases: Phrases): boolean {
  if (/^(?:mr|mrs|ms|dr|prof|st|herr|frau|\p{Lu})\.$/iu.test(before)) return /^\p{Lu}/u.test(after)
  if (phrases.capitalNouns || phrases.openers.has(before.toLowerCase())) return false
  return /^\p{Lu}\p{Ll}+$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(after)
}

function isNumberWithUnit(before: string, after: string, phrases: Phrases): boolean {
  const amount = /^[$€£¥]?\p{Nd}[\p{Nd}.,:]*$/u.test(before) || phrases.numbers.has(bare(before))
  if (!amount) return /^[$€£¥#№]$/u.test(before) && /^\p{Nd}/u.test(after)
  return (
    UNITS.has(bare(after)) || /^[%°€$£¥]/u.test(after) || /^\p{Nd}/u.test(after) || phrases.numbers.has(bare(after))
  )
}

function bare(text: string): string {
  return text.toLowerCase().replace(/^["'“‘«([]+|(?<!["'”’»)\],.;:!?…])["'”’»)\],.;:!?…]+$/gu, '')
}
