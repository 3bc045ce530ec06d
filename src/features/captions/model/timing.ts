import { AppError } from '#platform/shared/errors.ts'
import type { Span } from './spans.ts'

/** Shortest time a word gets when it has to share, ms. */
const LEAST_MS = 40
/** Speaking time of one syllable where nothing else is known, ms. */
const SYLLABLE_MS = 180

/**
 * About how many syllables a word has, at least 1: groups of vowels in alphabets, letters in
 * scripts whose letters are syllables, each digit of a number.
 */
export function syllables(text: string): number {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const whole = plain.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0
  const digits = plain.match(/\p{Nd}/gu)?.length ?? 0
  const vowels = plain.replace(/(?<=[a-z]{2}[^aeiouy])e$/u, '').match(/[aeiouyæøœаеёиоуыэюяαεηιουω]+/gu)?.length ?? 0
  if (vowels + whole + digits > 0) return vowels + whole + digits
  // Arabic, Hebrew, Thai …: mostly consonants in writing; two letters are about one syllable.
  return Math.max(1, Math.round((plain.match(/\p{L}/gu)?.length ?? 0) / 2))
}

/** How long these words take at an ordinary pace, ms. */
export function speakingMs(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + syllables(text) * SYLLABLE_MS, 0)
}

/** Least room that this many words need, ms. */
export function leastMs(count: number): number {
  return count * LEAST_MS
}

/**
 * Shares a span among words by their syllables: adjoining, in whole ms, each at least 1 ms long.
 * @throws AppError `unprocessable` when the span is shorter than 1 ms a word
 */
export function shareSpan({ t0, t1 }: Span, texts: readonly string[]): Span[] {
  const spare = t1 - t0 - texts.length
  if (spare < 0)
    throw new AppError('unprocessable', 'That many words do not fit into so short a time.', {
      words: texts.length,
      ms: t1 - t0,
    })
  const weights = texts.map(syllables)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  let start = t0
  return weights.map((weight, at) => {
    passed += weight
    const end = t0 + at + 1 + Math.round((spare * passed) / total)
    const span = { t0: start, t1: end }
    start = end
    return span
  })
}
