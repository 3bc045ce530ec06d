import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Tone, writeTones } from '../../../../../tests/fixtures/models/sound.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { energySegmenter } from './energy-segmenter.ts'

const segmenter = energySegmenter()
const speech = await speechMaker()
const LIMITS = { maxMs: 12_000, minMs: 3_000 }

let talk = ''
beforeAll(async () => {
  talk = await speech.say(
    'talk',
    'Every good video starts with one clear idea. Say it in the first second, and people will stay. '.repeat(6),
  )
})

test('cuts sound into pieces without gaps or overlaps, none too long', async () => {
  const pieces = await segmenter.pieces(talk, LIMITS)
  expect(pieces.length).toBeGreaterThan(2)
  for (const [at, { startMs, endMs }] of pieces.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(LIMITS.maxMs)
    expect(endMs - startMs).toBeGreaterThanOrEqual(LIMITS.minMs)
    if (at > 0) expect(startMs).toBe(pieces[at - 1]?.endMs)
  }
})

test('cuts in the pause, never in the loud sound beside it', async () => {
  // Eight loud seconds, 300 ms of near silence, then loud again: the only pause within reach.
  const path = await loud([
    { at: 0, seconds: 8 },
    { at: 8.3, seconds: 9 },
  ])
  const [first] = await segmenter.pieces(path, LIMITS)
  expect(first?.endMs).toBeGreaterThanOrEqual(8_000)
  expect(first?.endMs).toBeLessThanOrEqual(8_300)
})

test('cuts at the longer of two pauses', async () => {
  const path = await loud([
    { at: 0, seconds: 6 },
    { at: 6.8, seconds: 3 },
    { at: 9.9, seconds: 8 },
  ])
  const [first] = await segmenter.pieces(path, LIMITS)
  expect(first?.endMs).toBeGreaterThanOrEqual(6_000)
  expect(first?.endMs).toBeLessThanOrEqual(6_800)
})

test('cuts sound without a pause', async () => {
  const path = await loud([{ at: 0, seconds: 30 }], { wobble: true })
  const pieces = await segmenter.pieces(path, LIMITS)
  expect(pieces.length).toBeGreaterThanOrEqual(3)
  expect(pieces[0]?.startMs).toBe(0)
  expect(pieces.at(-1)?.endMs).toBe(30_000)
})

test('drops long digital silence and keeps a short one', async () => {
  const quiet = await speech.join('gaps', [talk, talk], { pauseMs: 4_000 })
  const pieces = await segmenter.pieces(quiet, LIMITS)
  const gaps = pieces.flatMap(({ startMs }, at) => (at > 0 ? [startMs - (pieces[at - 1]?.endMs ?? 0)] : []))
  expect(gaps.filter((gap) => gap > 0)).toHaveLength(1)
  expect(Math.max(...gaps)).toBeGreaterThan(3_000)
})

test('keeps a soft speaker', async () => {
  const soft = await speech.say('soft', 'Every good video starts with one clear idea.', { filter: 'volume=-40dB' })
  expect((await segmenter.pieces(soft, LIMITS)).length).toBeGreaterThan(0)
})

test.each([
  { what: 'digital silence', source: 'anullsrc=r=16000:cl=mono:d=5' },
  { what: 'a hum', source: 'sine=f=50:r=16000:d=5' },
  { what: 'white noise', source: 'anoisesrc=r=16000:a=0.1:d=5:seed=3' },
  { what: 'pink noise', source: 'anoisesrc=r=16000:c=pink:a=0.2:d=5:seed=3' },
])('finds no speech in $what', async ({ what, source }) => {
  expect(await segmenter.pieces(await speech.make(what.replaceAll(' ', '-'), source), LIMITS)).toEqual([])
})

test('returns only the remaining pieces to a resumed run', async () => {
  const whole = await segmenter.pieces(talk, LIMITS)
  const rest = await segmenter.pieces(talk, { ...LIMITS, fromMs: whole[0]?.endMs ?? 0 })
  expect(rest[0]?.startMs).toBe(whole[0]?.endMs)
  expect(rest.at(-1)?.endMs).toBe(whole.at(-1)?.endMs)
})

test('returns one piece for a short sound and none for no sound', async () => {
  const path = await loud([{ at: 0.2, seconds: 1 }])
  expect(await segmenter.pieces(path, LIMITS)).toHaveLength(1)
  const empty = join(speech.folder, 'empty.wav')
  await writeTones(empty, { seconds: 0, tones: [] })
  expect(await segmenter.pieces(empty, LIMITS)).toEqual([])
})

/** A loud, voice-like sound at the given times over the noise of a quiet room. */
async function loud(stretches: readonly Pick<Tone, 'at' | 'seconds'>[], { wobble = false } = {}): Promise<string> {
  const path = join(speech.folder, `loud-${stretches.map(({ at }) => at).join('-')}.wav`)
  const seconds = Math.max(...stretches.map(({ at, seconds: length }) => at + length))
  const tones = stretches.flatMap(({ at, seconds: length }) => [
    // Syllables: louder for a moment every fifth of a second.
    ...Array.from({ length: Math.floor(length / 0.2) }, (_, n) => ({
      hertz: 240,
      at: at + n * 0.2,
      seconds: 0.1,
      level: 0.3,
    })),
    { hertz: 180, at, seconds: length, level: 0.12 },
    // A second, close tone makes it swell and fade like a voice.
    { hertz: wobble ? 182.5 : 360, at, seconds: length, level: wobble ? 0.1 : 0.05 },
  ])
  await writeTones(path, { seconds, tones, noise: 2e-3 })
  return path
}
