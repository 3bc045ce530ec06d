import type { CaptionTrack, CaptionWord } from '../model/index.ts'

/** Words a preview shows: a little over two seconds of speech, and one caption of most templates. */
const WORDS = 5
const WORD_MS = 420
const REST_MS = 900
const WITHOUT_WORDS = ['your', 'words', 'look', 'like', 'this']

/**
 * A short caption that repeats, made of the creator's own first words in an even rhythm, so that templates can be
 * compared; of words of ours while there are none.
 */
export function sampleOf(track: CaptionTrack): CaptionTrack {
  const spoken = track.captions.flatMap(({ words }) => words).slice(0, WORDS)
  const texts = spoken.length === 0 ? WITHOUT_WORDS.map((text) => ({ text, joined: false })) : spoken
  const words = texts.map(({ text, joined }, at): CaptionWord => ({
    text,
    joined,
    t0: at * WORD_MS,
    t1: (at + 1) * WORD_MS,
    tags: [],
    breakBefore: false,
  }))
  const toMs = words.length * WORD_MS + REST_MS
  return { language: track.language, direction: track.direction, captions: [{ fromMs: 0, toMs, words, patches: [] }] }
}
