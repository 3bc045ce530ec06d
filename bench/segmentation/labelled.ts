import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syllables } from '#features/transcription/model/index.ts'

/** The languages of the labelled captions, one file each. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const

/** A labelled caption: its words, and whether a caption may end after each of them. */
export type Labelled = { readonly words: readonly string[]; readonly mayEnd: readonly boolean[] }
/** A word with its time in a recording. */
export type HeardWord = { readonly text: string; readonly startMs: number; readonly endMs: number }
/** Labelled captions spoken one after another. */
export type Recording = {
  readonly lang: string
  readonly half: 'tuned' | 'held out'
  readonly labelled: readonly Labelled[]
  readonly words: readonly HeardWord[]
  readonly mayEnd: readonly boolean[]
}
/** What an engine hears: punctuation or none, pauses or touching words. */
export type SpeechTraits = { readonly punctuated: boolean; readonly paused: boolean }

/** Two recordings a language: its captions by turns, one half to tune on and one held out. */
export async function readRecordings({ punctuated, paused }: SpeechTraits): Promise<Recording[]> {
  const perLanguage = await Promise.all(
    LANGUAGES.map(async (lang) => {
      const labelled = await readLabelled(lang)
      return [0, 1].map((turn): Recording => {
        const own = labelled.filter((_, at) => at % 2 === turn)
        const spoken = speak(own, paused)
        return {
          lang,
          half: turn === 0 ? 'tuned' : 'held out',
          labelled: own,
          words: punctuated ? spoken : spoken.map((word) => ({ ...word, text: bare(word.text) })),
          mayEnd: own.flatMap(({ mayEnd }) => mayEnd),
        }
      })
    }),
  )
  return perLanguage.flat()
}

/** The labelled captions of a language. */
async function readLabelled(lang: string): Promise<Labelled[]> {
  const text = await readFile(join(import.meta.dirname, `labelled-${lang}.txt`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const parts = line.split(' / ').map((part) => part.replaceAll(' ?', '\u00A0?').split(' '))
      return { words: parts.flat(), mayEnd: parts.flatMap((part) => part.map((_, at) => at === part.length - 1)) }
    })
}

/** A syllable of quick speech, ms. */
const SYLLABLE_MS = 175

/**
 * Times for the words: by syllables, with pauses of 200 to 330 ms at the end of a sentence as measured in speech, up to
 * 160 ms after other punctuation, and hesitation of up to 140 ms in one place in twelve, also a bad one.
 */
function speak(labelled: readonly Labelled[], paused: boolean): HeardWord[] {
  const random = repeatableRandom()
  let nowMs = 0
  return labelled
    .flatMap(({ words }) => words)
    .map((text) => {
      const startMs = nowMs
      const endMs = startMs + Math.round(Math.max(1, syllables(text)) * SYLLABLE_MS * (0.8 + 0.4 * random()))
      const pauseMs = /[.?!]$/u.test(text)
        ? 200 + 130 * random()
        : /[,;:]$/u.test(text)
          ? 160 * random()
          : random() < 1 / 12
            ? 140 * random()
            : 0
      nowMs = endMs + (paused ? Math.round(pauseMs) : 0)
      return { text, startMs, endMs }
    })
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s\p{P}]+$/u, '')
}

/** Park and Miller's generator: the same pauses in each run. */
function repeatableRandom(): () => number {
  let state = 20_260
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
