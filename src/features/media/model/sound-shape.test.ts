import { expect, test } from 'vitest'
import { isSameSound, type SoundShape } from './sound-shape.ts'

const SECOND = 50

test('one sound in two codings, a little louder, later and longer, is the same', () => {
  const sound = speech(60 * SECOND, 7)
  const noise = speech(sound.length, 3)
  const coded = Float32Array.from(sound, (value, at) => value + ((noise[at] ?? 0) + 35) / 20 + 3)
  expect(isSameSound(sound, sound)).toBe(true)
  expect(isSameSound(coded, sound)).toBe(true)
  expect(isSameSound(Float32Array.of(-50, -50, ...sound, -50), sound)).toBe(true)
  expect(isSameSound(new Float32Array(500).fill(-50), new Float32Array(500).fill(-50))).toBe(true)
})

test('other speech of the same length, or speech that is much longer, is not', () => {
  const sound = speech(60 * SECOND, 7)
  expect(isSameSound(speech(sound.length, 8), sound)).toBe(false)
  expect(isSameSound(Float32Array.of(...sound, ...speech(SECOND, 9)), sound)).toBe(false)
  expect(isSameSound(new Float32Array(sound.length).fill(-50), sound)).toBe(false)
})

test('a sound of which ten seconds of a minute were replaced is not', () => {
  const sound = speech(60 * SECOND, 7)
  const other = Float32Array.from(sound)
  other.set(speech(10 * SECOND, 8), 20 * SECOND)
  expect(isSameSound(other, sound)).toBe(false)
})

/** Syllables of varying loudness, different for every seed. */
function speech(steps: number, seed: number): SoundShape {
  let state = seed
  let level = -30
  return Float32Array.from({ length: steps }, (_, at) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    if (at % 8 === 0) level = -50 + (state / 2_147_483_648) * 40
    return level
  })
}
