import type { Word } from '../document.ts'

/** The words of an ordinary sentence: in about one place of this many, the speaker pauses between sentences. */
const WORDS_PER_SENTENCE = 12
/** Bounds of a pause between sentences, ms: shorter ones are gaps between sounds, longer ones end a cue anyway. */
const SHORTEST_MS = 160
const LONGEST_MS = 700

/**
 * How strong the pause after each word is: 1 for one as long as those between sentences in this recording, and little
 * for hesitation. Zero after words that touch.
 */
export function pauseStrengths(words: readonly Pick<Word, 't0' | 't1'>[]): number[] {
  const pauses = words.map(({ t1 }, at) => Math.max(0, (words[at + 1]?.t0 ?? t1) - t1))
  const sentenceMs = sentencePauseMs(pauses)
  return pauses.map((pause) => Math.min(1, pause / sentenceMs) ** 2)
}

/**
 * The length of a pause between sentences: that of the longest twelfth of a recording, since slow and quick speakers
 * differ by a factor of three.
 */
function sentencePauseMs(pauses: readonly number[]): number {
  const sorted = pauses.toSorted((a, b) => b - a)
  const typical = sorted[Math.floor(pauses.length / WORDS_PER_SENTENCE)] ?? 0
  return Math.min(Math.max(typical, SHORTEST_MS), LONGEST_MS)
}
