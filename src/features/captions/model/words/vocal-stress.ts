import type { PeakSlice } from '#features/media/model/index.ts'
import type { CaptionDocument, Word } from '../document.ts'
import { letterMsOf } from '../parts/word-letters.ts'

/** Steps per second of the sound that stress is measured in: seven for a word of average length. */
export const STRESS_RATE = 25
/** Words on each side whose loudness a word is compared with: a speaker moves, and speakers differ. */
const NEIGHBOURS = 12
/** A word this much louder than its neighbours counts as fully loud, dB. */
const LOUD_DB = 6
/** A word whose letters take this many times the median counts as fully slow. */
const SLOW = 1.7
/** Loudness alone makes a word stressed; length alone does not, since the last word of a phrase is long. */
const SHARES = { loud: 0.75, slow: 0.5 } as const

/**
 * The vocal stress of each word, 0 to 1: how much louder than the words around it, and how much slower than usual.
 * Words without sound or letters are left out.
 * @param sound the whole waveform, of any rate; `STRESS_RATE` is fine enough
 */
export function measureStress({ words }: Pick<CaptionDocument, 'words'>, sound: PeakSlice): Map<string, number> {
  const loudness = words.map((word) => loudnessOf(word, sound))
  const usualMs = median(words.map(letterMsOf).filter((ms) => ms > 0))
  const stress = new Map<string, number>()
  for (const [at, word] of words.entries()) {
    const own = loudness[at] ?? 0
    const around = median(loudness.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).filter((each) => each > 0))
    if (own === 0 || around === 0) continue
    const loud = share((20 * Math.log10(own / around)) / LOUD_DB)
    const slow = usualMs === 0 ? 0 : share((letterMsOf(word) / usualMs - 1) / (SLOW - 1))
    stress.set(word.id, share(SHARES.loud * loud + SHARES.slow * slow))
  }
  return stress
}

/** The mean height of the wave while a word is spoken, 0 to 128. */
function loudnessOf({ t0, t1 }: Word, { rate, firstStep, data }: PeakSlice): number {
  const from = Math.max(0, Math.floor((t0 * rate) / 1_000) - firstStep)
  const to = Math.min(data.length / 2, Math.ceil((t1 * rate) / 1_000) - firstStep)
  let sum = 0
  for (let step = from; step < to; step += 1) sum += Math.max(-(data[2 * step] ?? 0), data[2 * step + 1] ?? 0, 0)
  return to > from ? sum / (to - from) : 0
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value))
}
