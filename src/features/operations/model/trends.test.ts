import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summariseTrend, TREND_FIGURES, TREND_SUMMARIES, type TrendDay, type TrendFigure } from './trends.ts'

test('a total is the sum of the newer half, and compares with the older half', () => {
  expect(summariseTrend(daysOf('signUps', [1, 3, 2, 4]), 'signUps')).toEqual({ value: 6, change: 0.5 })
})

test('a waiting time is the mean of the days on which somebody waited', () => {
  const days = daysOf('waitMedianMs', [4_000, undefined, 8_000, undefined, undefined, 3_000])
  expect(summariseTrend(days, 'waitMedianMs')).toEqual({ value: 3_000, change: -0.5 })
})

test('stored bytes are those of the newest day that has them', () => {
  expect(summariseTrend(daysOf('storedBytes', [100, 200, 300, undefined]), 'storedBytes')).toEqual({
    value: 300,
    change: 0.5,
  })
})

test('nothing is compared with nothing, or with a range of zeros', () => {
  expect(summariseTrend(daysOf('uploads', [undefined, undefined, 5, 6]), 'uploads')).toEqual({
    value: 11,
    change: null,
  })
  expect(summariseTrend(daysOf('uploads', [0, 0, 5, 6]), 'uploads')).toEqual({ value: 11, change: null })
  expect(summariseTrend(daysOf('uploads', [5, 6, undefined, undefined]), 'uploads')).toEqual({
    value: null,
    change: null,
  })
  expect(summariseTrend([], 'uploads')).toEqual({ value: null, change: null })
})

test('equal halves show no change, whatever the figure', () => {
  const values = fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 90 })
  fc.assert(
    fc.property(fc.constantFrom(...TREND_FIGURES), values, (figure, half) => {
      const { value, change } = summariseTrend(daysOf(figure, [...half, ...half]), figure)
      expect(change).toBe(0)
      if (TREND_SUMMARIES[figure] === 'sum') expect(value).toBe(half.reduce((sum, one) => sum + one, 0))
    }),
  )
})

function daysOf(figure: TrendFigure, values: readonly (number | undefined)[]): TrendDay[] {
  return values.map((value, at) => ({
    day: new Date(Date.UTC(2026, 4, 1 + at)).toISOString().slice(0, 10),
    values: value === undefined ? {} : { [figure]: value },
  }))
}
