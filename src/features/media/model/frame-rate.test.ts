import { expect, test } from 'vitest'
import { frameRateOf } from './frame-rate.ts'

const times = (count: number, stepMs: number) => Array.from({ length: count }, (_, index) => index * stepMs)

test.each([
  ['30', 1_000 / 30, { n: 30, d: 1 }],
  ['29.97', 1_001 / 30, { n: 30_000, d: 1_001 }],
  ['23.976', 1_001 / 24, { n: 24_000, d: 1_001 }],
  ['25', 40, { n: 25, d: 1 }],
  ['59.94', 1_001 / 60, { n: 60_000, d: 1_001 }],
  ['120', 1_000 / 120, { n: 120, d: 1 }],
  ['15, which is not common', 1_000 / 15, { n: 15_000, d: 1_000 }],
])('even steps are a constant rate: %s', (_, stepMs, fps) => {
  expect(frameRateOf(times(300, stepMs), null)).toEqual({ fps, variable: false })
})

test('steps rounded to whole milliseconds, as in WebM, are constant', () => {
  const rounded = times(300, 1_001 / 30).map(Math.round)
  expect(frameRateOf(rounded, { n: 30_000, d: 1_001 })).toEqual({ fps: { n: 30_000, d: 1_001 }, variable: false })
})

test('trusts a declared rate only if the timestamps agree', () => {
  expect(frameRateOf(times(100, 40), { n: 57_600, d: 1 })).toEqual({ fps: { n: 25, d: 1 }, variable: false })
  expect(frameRateOf(times(100, 80), { n: 25, d: 2 })).toEqual({ fps: { n: 25, d: 2 }, variable: false })
})

test('one dropped frame makes a rate variable, at the rate of the usual step', () => {
  const dropped = times(300, 1_000 / 30).filter((_, index) => index !== 150)
  expect(frameRateOf(dropped, { n: 30, d: 1 })).toEqual({ fps: { n: 30, d: 1 }, variable: true })
})

test('a phone varying around 59 frames a second is played at 60 or its neighbour', () => {
  const swaying = times(300, 1).map((_, index) => index * 16.9 + Math.sin(index) * 3)
  expect(frameRateOf(swaying, { n: 90_000, d: 1 })).toMatchObject({ variable: true, fps: { d: expect.any(Number) } })
  const { fps } = frameRateOf(swaying, null)
  expect(fps.n / fps.d).toBeGreaterThan(47)
  expect(fps.n / fps.d).toBeLessThan(61)
})

test('captions run at 30 over a slide show', () => {
  expect(frameRateOf(times(20, 5_000), { n: 1, d: 5 })).toEqual({ fps: { n: 30, d: 1 }, variable: true })
})

test('a single frame, or several at one time, get a usable rate', () => {
  expect(frameRateOf([0], { n: 25, d: 1 })).toEqual({ fps: { n: 25, d: 1 }, variable: false })
  expect(frameRateOf([0], { n: 90_000, d: 1 })).toEqual({ fps: { n: 30, d: 1 }, variable: true })
  expect(frameRateOf([0], null).fps).toEqual({ n: 30, d: 1 })
  expect(frameRateOf([0, 0, 0], null).variable).toBe(true)
})
