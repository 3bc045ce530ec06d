import type { Span } from '../../model/interpolate.ts'
import type { WordRange } from '../../model/unspoken.ts'
import { FRAME_MS } from '../segments/loudness.ts'
import type { Between } from './chain-alignment.ts'
import { isRushed } from './plausible.ts'
import { fewestPhones, type FirstPassWord } from './second-pass.ts'

/** Nobody speaks faster, in milliseconds a phone: hurried speech takes about 55. */
const FASTEST_PHONE_MS = 45
/** Softer frames than the middle level of the words by this many decibels, with none louder near, are no speech. */
const SOFTER_DB = 25
/** Frames near a loud one, such as soft consonants. */
const NEAR_FRAMES = 6

/** The sound around words. */
export type Surroundings = {
  /** What stands between the words. */
  readonly between: readonly Between[]
  /** The part of the recording that is not digital silence. */
  readonly sound: Span
  /** The level of each 10 ms of the recording, in decibels. */
  readonly levels: Float32Array
}

/**
 * The sentences that nobody says: none of their words is found, and the sound at their place is too short for them even
 * without its pauses. A sentence that may have been said otherwise, or in noise, has sound at its place and is none.
 */
export function unspokenSentences(words: readonly FirstPassWord[], around: Surroundings): WordRange[] {
  const sentences = sentencesOf(words).filter(({ from, until }) =>
    words.slice(from, until).every(({ span }) => span === null),
  )
  if (sentences.length === 0) return []
  const edges = edgesAround(words, around.sound)
  const soundUntil = countSound(words, around)
  const at = (ms: number): number => soundUntil[Math.min(Math.round(ms / FRAME_MS), soundUntil.length - 1)] ?? 0
  return sentences.filter(({ from, until }) => {
    const startMs = edges.before[from] ?? around.sound.startMs
    const endMs = Math.max(startMs, edges.after[until - 1] ?? around.sound.endMs)
    return at(endMs) - at(startMs) < FASTEST_PHONE_MS * countPhones(words.slice(from, until))
  })
}

/** Whether the words of some sentence, or four in a row, are squeezed into the shortest time that the model allows. */
export function hasRushedSentence(words: readonly FirstPassWord[]): boolean {
  return sentencesOf(words).some(({ from, until }) => {
    const rushed = words
      .slice(from, until)
      .map(({ sound, span }) => span !== null && isRushed(span, fewestPhones(sound)))
    return rushed.every(Boolean) || rushed.some((_, at) => rushed.slice(at, at + 4).filter(Boolean).length === 4)
  })
}

/** The sentences of words in a row. */
export function sentencesOf(words: readonly FirstPassWord[]): WordRange[] {
  const ends = words.flatMap(({ sound }, at) => (sound.endsSentence || at === words.length - 1 ? [at + 1] : []))
  return ends.map((until, at) => ({ from: ends[at - 1] ?? 0, until }))
}

/** For each word the end of the last found word before it, and the start of the next found one. */
function edgesAround(words: readonly FirstPassWord[], sound: Span): { before: number[]; after: number[] } {
  let last = sound.startMs
  const before = words.map(({ span }) => {
    const edge = last
    last = span?.endMs ?? last
    return edge
  })
  let next = sound.endMs
  const after = words
    .toReversed()
    .map(({ span }) => {
      const edge = next
      next = span?.startMs ?? next
      return edge
    })
    .toReversed()
  return { before, after }
}

/** For each frame, and the end, the milliseconds of sound before it that are neither a pause nor far softer than the words. */
function countSound(words: readonly FirstPassWord[], { between, sound, levels }: Surroundings): Float64Array {
  const frames = Math.max(levels.length, Math.ceil(sound.endMs / FRAME_MS))
  const isSound = new Uint8Array(frames).fill(1)
  const spoken = words.flatMap(({ span }) => (span === null ? [] : [...levels.subarray(...framesOf(span))]))
  const least = (spoken.toSorted((a, b) => a - b)[spoken.length >> 1] ?? Number.NEGATIVE_INFINITY) - SOFTER_DB
  let lastLoud = Number.NEGATIVE_INFINITY
  for (const [at, level] of levels.entries()) {
    if (level >= least) lastLoud = at
    if (at - lastLoud > NEAR_FRAMES) isSound[at] = 0
  }
  for (let at = levels.length - 1, nextLoud = Number.POSITIVE_INFINITY; at >= 0; at -= 1) {
    if ((levels[at] ?? least) >= least) nextLoud = at
    if (nextLoud - at <= NEAR_FRAMES) isSound[at] = 1
  }
  for (const pause of between) if (pause.kind === 'silence') isSound.fill(0, ...framesOf(pause))
  const until = new Float64Array(frames + 1)
  for (const [at, value] of isSound.entries()) until[at + 1] = (until[at] ?? 0) + value * FRAME_MS
  return until
}

function framesOf({ startMs, endMs }: Span): [number, number] {
  return [Math.round(startMs / FRAME_MS), Math.round(endMs / FRAME_MS)]
}

function countPhones(words: readonly FirstPassWord[]): number {
  return words.reduce((sum, { sound }) => sum + fewestPhones(sound), 0)
}
