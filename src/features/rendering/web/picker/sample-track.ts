import { useState } from 'react'
import { type CaptionDocument, directionOf } from '#features/captions/model/index.ts'
import type { CaptionTrack, CaptionWord } from '../../model/index.ts'

/** Words in a preview: a little over two seconds of speech, and one caption in most templates. */
const WORDS = 5
const WORD_MS = 420
const REST_MS = 900
const WITHOUT_WORDS = ['your', 'words', 'look', 'like', 'this']

/**
 * A short repeating caption from the creator's first words in an even rhythm, to compare templates; sample words if
 * there are none. The same object until those words change.
 */
export function useSampleTrack(document: CaptionDocument): CaptionTrack {
  const spoken = document.words.slice(0, WORDS).map(({ text, join }) => ({ text, joined: join === 'none' }))
  const texts = spoken.length === 0 ? WITHOUT_WORDS.map((text) => ({ text, joined: false })) : spoken
  const language = document.tracks[0].lang
  const direction = directionOf(document)
  const key = JSON.stringify({ texts, language, direction })
  const [sample, setSample] = useState(() => ({ key, track: sampleOf({ texts, language, direction }) }))
  if (sample.key === key) return sample.track
  const track = sampleOf({ texts, language, direction })
  setSample({ key, track })
  return track
}

type Sample = Pick<CaptionTrack, 'language' | 'direction'> & {
  readonly texts: readonly Pick<CaptionWord, 'text' | 'joined'>[]
}

function sampleOf({ texts, language, direction }: Sample): CaptionTrack {
  const words = texts.map(({ text, joined }, at): CaptionWord => ({
    text,
    joined,
    t0: at * WORD_MS,
    t1: (at + 1) * WORD_MS,
    tags: [],
    breakBefore: false,
  }))
  const toMs = words.length * WORD_MS + REST_MS
  return { language, direction, captions: [{ fromMs: 0, toMs, words, patches: [] }] }
}
