import { syllables } from '#features/transcription/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Span } from './spans.ts'

/** Minimum time of a word that shares a span, ms. */
const LEAST_MS = 40
/** Default speaking time of one syllable, ms. */
const SYLLABLE_MS = 180

/** Estimated speaking time of these words, ms. */
export function speakingMs(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + weightOf(text) * SYLLABLE_MS, 0)
}

/** Minimum time for this many words, ms. */
export function leastMs(count: number): number {
  return count * LEAST_MS
}

/**
 * Divides a span among words by their syllables: adjacent, in whole ms, each at least 1 ms.
 * @throws AppError `unprocessable` when the span is shorter than 1 ms a word
 */
export function shareSpan({ t0, t1 }: Span, texts: readonly string[]): Span[] {
  const spare = t1 - t0 - texts.length
  if (spare < 0)
    throw new AppError('unprocessable', 'These words do not fit into such a short time.', {
      words: texts.length,
      ms: t1 - t0,
    })
  const weights = texts.map(weightOf)
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

/** The number of syllables; a fraction of one for a lone punctuation mark. */
function weightOf(text: string): number {
  return Math.max(syllables(text), 0.25)
}
