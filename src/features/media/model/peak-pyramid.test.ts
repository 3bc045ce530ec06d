import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarsenPeaks, encodePeakPyramid, parsePeakPyramid, PEAK_HEADER_BYTES, PEAK_RATES } from './peak-pyramid.ts'
import { decodePeaks, rangeOf, readPeakRange } from './peak-range.ts'

/** Steps of a finest level: the minimum never exceeds the maximum. */
const fineSteps = fc
  .array(fc.tuple(fc.integer({ min: -128, max: 127 }), fc.integer({ min: -128, max: 127 })), { maxLength: 4_000 })
  .map((steps) => Int8Array.from(steps.flatMap(([one, other]) => [Math.min(one, other), Math.max(one, other)])))

const timeWindow = fc
  .tuple(fc.double({ min: -3_000, max: 13_000, noNaN: true }), fc.double({ min: 0.01, max: 14_000, noNaN: true }))
  .map(([t0, lengthMs]) => ({ t0, t1: t0 + lengthMs }))

test('every range of every level holds the extremes that the finest steps have there', () => {
  fc.assert(
    fc.property(fineSteps, timeWindow, (fine, window) => {
      const file = encodePeakPyramid(fine, 0)
      for (const level of parsePeakPyramid(file).levels) {
        const range = rangeOf(level, window)
        const slice = decodePeaks(range, file.slice(range.firstByte, range.endByte))
        const factor = 400 / level.rate
        const expected = Array.from({ length: range.endStep - range.firstStep }, (_, index) =>
          extremesOf(fine, (range.firstStep + index) * factor, factor),
        )
        expect([...slice.data]).toEqual(expected.flat())
        expect(slice).toMatchObject({ rate: level.rate, firstStep: range.firstStep })
      }
    }),
  )
})

test('a range covers its window within the sound, with less than a step on each side', () => {
  fc.assert(
    fc.property(fineSteps, timeWindow, fc.integer({ min: 1, max: 5_000 }), (fine, window, widthPx) => {
      const { level, firstStep, endStep } = readPeakRange(parsePeakPyramid(encodePeakPyramid(fine, 0)), window, widthPx)
      const lastStep = Math.ceil(Math.max(0, window.t1 * level.rate) / 1_000)
      expect(firstStep).toBe(Math.min(level.steps, Math.floor((Math.max(0, window.t0) * level.rate) / 1_000)))
      expect(endStep).toBe(Math.min(level.steps, lastStep))
    }),
  )
})

test.each([
  ['a whole video of two hours on a screen', 7_200_000, 1_280, 5],
  ['five minutes', 300_000, 1_280, 5],
  ['a minute', 60_000, 1_280, 25],
  ['ten milliseconds a pixel', 12_800, 1_280, 100],
  ['ten milliseconds a pixel on a dense screen', 12_800, 2_560, 400],
  ['one millisecond a pixel', 1_280, 1_280, 400],
])('%s is drawn from the coarsest level with a step a pixel', (_, durationMs, widthPx, rate) => {
  const pyramid = parsePeakPyramid(encodePeakPyramid(new Int8Array(7_200 * 800), 7_200_000))
  const range = readPeakRange(pyramid, { t0: 0, t1: durationMs }, widthPx)
  expect(range.level.rate).toBe(rate)
  expect(range.endByte - range.firstByte).toBeLessThanOrEqual(80_000)
})

test('two hours take 7.6 MB, and the first bytes hold the header and an overview', () => {
  const file = encodePeakPyramid(new Int8Array(7_200 * 800), 7_200_000)
  const { durationMs, levels } = parsePeakPyramid(file.subarray(0, PEAK_HEADER_BYTES))
  expect(file.length).toBe(PEAK_HEADER_BYTES + 7_200 * 530 * 2)
  expect(durationMs).toBe(7_200_000)
  expect(levels.map(({ rate, steps }) => [rate, steps])).toEqual(PEAK_RATES.map((rate) => [rate, rate * 7_200]))
  expect(levels.at(-1)?.offset).toBe(PEAK_HEADER_BYTES)
})

test.each([
  ['an empty sound', 0, [0, 0, 0, 0]],
  ['a single step', 1, [1, 1, 1, 1]],
  ['81 steps', 81, [81, 21, 6, 2]],
])('%s has levels of rounded-up lengths', (_, steps, counts) => {
  const { levels } = parsePeakPyramid(encodePeakPyramid(new Int8Array(steps * 2), 1))
  expect(levels.map((level) => level.steps)).toEqual(counts)
})

test.each([
  ['reversed', { t0: 5_000, t1: 1_000 }, 100],
  ['empty', { t0: 5_000, t1: 5_000 }, 100],
  ['before the sound', { t0: -9_000, t1: -1 }, 100],
  ['after the sound', { t0: 60_000, t1: 70_000 }, 100],
  ['not a number', { t0: Number.NaN, t1: 1_000 }, 100],
])('a window that is %s selects no bytes', (_, window, widthPx) => {
  const range = readPeakRange(parsePeakPyramid(encodePeakPyramid(new Int8Array(8_000), 10_000)), window, widthPx)
  expect(range.endByte).toBe(range.firstByte)
  expect(decodePeaks(range, new Uint8Array()).data).toHaveLength(0)
})

test.each([
  ['an endless window', { t0: -Infinity, t1: Infinity }, 100],
  ['a window without a width', { t0: 0, t1: 10_000 }, Number.NaN],
])('%s gets the coarsest level, within the file', (_, window, widthPx) => {
  const file = encodePeakPyramid(new Int8Array(8_000), 10_000)
  expect(readPeakRange(parsePeakPyramid(file), window, widthPx)).toMatchObject({ firstStep: 0, endStep: 50 })
})

test.each([
  ['too short', (file: Uint8Array) => file.subarray(0, 63)],
  ['another format', (file: Uint8Array) => file.with(0, 0x58)],
  ['a later version', (file: Uint8Array) => file.with(4, 2)],
  ['no levels', (file: Uint8Array) => file.with(6, 0)],
  ['too many levels', (file: Uint8Array) => file.with(6, 5)],
  ['a level inside the header', (file: Uint8Array) => file.with(16, 8).with(17, 0)],
])('refuses a header that is %s', (_, damage) => {
  expect(() => parsePeakPyramid(damage(encodePeakPyramid(new Int8Array(8), 5)))).toThrow(RangeError)
})

test('refuses bytes that are not those of the range', () => {
  const pyramid = parsePeakPyramid(encodePeakPyramid(new Int8Array(8_000), 10_000))
  const range = readPeakRange(pyramid, { t0: 0, t1: 1_000 }, 100)
  expect(() => decodePeaks(range, new Uint8Array(3))).toThrow('200 bytes of peaks were expected instead of 3')
})

test('merging in stages equals merging at once', () => {
  fc.assert(
    fc.property(fineSteps, (fine) => {
      expect(coarsenPeaks(coarsenPeaks(fine, 4), 20)).toEqual(coarsenPeaks(fine, 80))
    }),
  )
})

function extremesOf(fine: Int8Array, firstStep: number, count: number): number[] {
  const part = [...fine.subarray(firstStep * 2, (firstStep + count) * 2)]
  return [Math.min(...part.filter((_, at) => at % 2 === 0)), Math.max(...part.filter((_, at) => at % 2 === 1))]
}
