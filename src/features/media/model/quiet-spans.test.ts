import { expect, test } from 'vitest'
import { findQuietSpans, quietThreshold } from './quiet-spans.ts'

/** A sound of 100 steps a second: each part is its loudness and its length in steps. */
function sound(...parts: readonly (readonly [loudness: number, steps: number])[]) {
  const data = parts.flatMap(([loudness, steps]) => Array.from({ length: steps }, () => [-loudness, loudness]).flat())
  return { rate: 100, firstStep: 0, data: Int8Array.from(data) }
}

test('finds the pauses between words, to the step', () => {
  const talk = sound([60, 50], [1, 30], [50, 20], [0, 12], [70, 40])
  expect(findQuietSpans(talk, { threshold: quietThreshold(talk) })).toEqual([
    { t0: 500, t1: 800 },
    { t0: 1_000, t1: 1_120 },
  ])
})

test('a closure shorter than 120 ms is no pause, unless shorter ones are asked for', () => {
  const talk = sound([60, 50], [1, 11], [50, 20])
  expect(findQuietSpans(talk, { threshold: 5 })).toEqual([])
  expect(findQuietSpans(talk, { threshold: 5, shortestMs: 100 })).toEqual([{ t0: 500, t1: 610 }])
})

test('a part in the middle has the times of the whole sound', () => {
  const { rate, data } = sound([60, 10], [0, 20], [60, 10])
  expect(findQuietSpans({ rate, data, firstStep: 4_000 }, { threshold: 2 })).toEqual([{ t0: 40_100, t1: 40_300 }])
})

test('cuts a pause at both ends of the part', () => {
  const talk = sound([0, 20], [60, 10], [0, 15])
  expect(findQuietSpans(talk, { threshold: 2 })).toEqual([
    { t0: 0, t1: 200 },
    { t0: 300, t1: 450 },
  ])
})

test.each([
  ['soft speech in a silent room', sound([20, 80], [0, 20]), 2],
  ['loud speech in a silent room', sound([120, 80], [1, 20]), 10],
  ['speech over the noise of a street', sound([100, 80], [12, 20]), 18],
  ['music without a pause', sound([100, 80], [80, 20]), 35],
  ['silence', sound([0, 100]), 2],
  ['no sound', sound(), 2],
])('the threshold of %s follows its loud and soft parts', (_, whole, threshold) => {
  expect(quietThreshold(whole)).toBe(threshold)
})

test('music without a pause has no quiet spans, and silence is one', () => {
  const music = sound([100, 80], [80, 20])
  const silence = sound([0, 100])
  expect(findQuietSpans(music, { threshold: quietThreshold(music) })).toEqual([])
  expect(findQuietSpans(silence, { threshold: quietThreshold(silence) })).toEqual([{ t0: 0, t1: 1_000 }])
})

test('the loudest negative sample counts as loud', () => {
  const click = { rate: 100, firstStep: 0, data: Int8Array.from([-128, -128]) }
  expect(findQuietSpans(click, { threshold: 127, shortestMs: 0 })).toEqual([])
})
