import { expect, test } from 'vitest'
import { type Dim, dimmedAlpha } from './dim.ts'

const DIM: Dim = { upcoming: 0.3, spoken: 0.6, over: 'word', ms: 100 }
const SPAN = { from: 1_000, until: 1_400 }

test.each([
  [0, 0.3],
  [999, 0.3],
  [1_000, 0.3],
  [1_050, 0.65],
  [1_100, 1],
  [1_399, 1],
  [1_400, 1],
  [1_450, 0.8],
  [1_500, 0.6],
  [9_000, 0.6],
])('at %i ms a word spoken from 1000 to 1400 has an opacity of %f', (tMs, alpha) => {
  expect(dimmedAlpha(DIM, SPAN, tMs)).toBeCloseTo(alpha, 10)
})

test('changes at once without a time', () => {
  expect([999, 1_000, 1_400].map((tMs) => dimmedAlpha({ ...DIM, ms: 0 }, SPAN, tMs))).toEqual([0.3, 1, 0.6])
})
