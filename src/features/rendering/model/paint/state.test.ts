import { expect, test } from 'vitest'
import { newestTemplate, type Template } from '#features/templates/model/index.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { spokenTrack } from '../../../../../tests/support/exports.ts'
import { sceneOf, stateAt } from '../index.ts'

const FRAME = { width: 1_080, height: 1_920 }

test('moves in steps, while words change at their own times', () => {
  const at = momentsOf({ enter: { preset: 'rise', ms: 400, ease: 'linear', amount: 1 }, stepMs: 100 })
  const shifts = [0, 99, 100, 150, 199, 200].map((tMs) => at(1_000 + tMs)?.shift)
  expect(new Set(shifts).size).toBe(3)
  expect([shifts[0], shifts[2], shifts[5]]).toEqual([shifts[1], shifts[4], (shifts[0] ?? 0) / 2])
  expect(at(1_370)?.poses.map(({ tone }) => tone)).toEqual(['active', 'upcoming'])
  expect(at(1_400)?.poses.map(({ tone }) => tone)).toEqual(['upcoming', 'active'])
})

test('leaves by its exit when the screen is empty after it', () => {
  const exit = { preset: 'slide-right', ms: 200, ease: 'linear', amount: 2 } as const
  const at = momentsOf({ exit })
  expect([at(1_599)?.x, at(1_600)?.x]).toEqual([0, 0])
  expect(at(1_700)?.x).toBeGreaterThan(0)
  expect(at(1_800)).toBeNull()
})

test('tilts every second caption and word the other way', () => {
  const transform = { tilt: 6, skew: 0, wordTilt: 2, wordSkew: 0, alternate: true }
  const tilts = [1_000, 2_000].map((tMs) => momentsOf({}, { transform })(tMs))
  expect(tilts[0]?.tilt).toBeGreaterThan(0)
  expect(tilts[1]?.tilt).toBe(-(tilts[0]?.tilt ?? 0))
  expect(tilts[0]?.poses.map(({ tilt }) => Math.sign(tilt))).toEqual([1, -1])
})

/** Two captions of two words of 400 ms, from 1 s and from 2 s. */
function momentsOf(animation: Partial<Template['animation']>, look: Partial<Template> = {}) {
  const karaoke = newestTemplate('karaoke')
  const template = { ...karaoke, ...look, animation: { ...karaoke.animation, ...animation } }
  const [first, second] = [1_000, 2_000].map((startMs) => spokenTrack('one two', { startMs, wordMs: 400 }))
  const track = {
    language: 'en',
    direction: 'ltr' as const,
    captions: [...(first?.captions ?? []), ...(second?.captions ?? [])],
  }
  const scene = sceneOf({ track, template, frame: FRAME, context: evenLetters() })
  return (tMs: number) => stateAt(scene, tMs)
}
