import type { SpokenWord } from '../../model/word.ts'
import { FRAME_MS, frameLoudnessOf } from '../segments/loudness.ts'
import { withWav } from '../wav.ts'

/** A drop of this much below its loudest moment ends a word. */
const TAIL_DB = 28
const SHORTEST_WORD_MS = 80

/** Ends words where their sound ends: neural models extend them to the start of the next one. */
export async function trimTails(words: readonly SpokenWord[], wavPath: string): Promise<SpokenWord[]> {
  if (words.length === 0) return []
  return withWav(wavPath, async (wav) => {
    const trimmed: SpokenWord[] = []
    for (const word of words) {
      const values = frameLoudnessOf(await wav.samples(word.startMs, word.endMs))
      const audible = Math.max(...values) - TAIL_DB
      const last = values.findLastIndex((value) => value >= audible)
      const endMs = Math.max(word.startMs + SHORTEST_WORD_MS, word.startMs + (last + 1) * FRAME_MS)
      trimmed.push({ ...word, endMs: Math.min(word.endMs, endMs) })
    }
    return trimmed
  })
}
