import { expect, test } from 'vitest'
import { Shots, shotsAt } from './shots.ts'

test('times of shots are those of their first frames, rounded to milliseconds', () => {
  expect(shotsAt([24, 100_000], { n: 24_000, d: 1_001 })).toEqual({ version: 1, timesMs: [1_001, 4_170_833] })
  expect(Shots.parse(shotsAt([25], { n: 25, d: 1 })).timesMs).toEqual([1_000])
})

test('flashes and repeated frames count once, and a start is no change', () => {
  expect(shotsAt([0, 2, 50, 50, 51, 53, 60], { n: 50, d: 1 }).timesMs).toEqual([1_000, 1_200])
})
