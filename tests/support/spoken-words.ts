import type { SpokenWord } from '#features/transcription/model/index.ts'

/** Recognised words of 300 ms each, without pauses between them. */
export function spoken(...words: readonly string[]): SpokenWord[] {
  return words.map((text, at) => ({
    text,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: 0.5,
    timing: 'asr',
  }))
}
