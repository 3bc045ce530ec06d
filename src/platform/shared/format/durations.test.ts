import { expect, test } from 'vitest'
import {
  formatAge,
  formatAgo,
  formatDuration,
  formatLength,
  formatMediaTime,
  formatTimeLeft,
  formatWait,
  parseMediaTime,
} from './durations.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

test.each([
  [-5, 0, '0:00'],
  [7_999, 0, '0:07'],
  [180_000, 0, '3:00'],
  [62_390, 1, '1:02.3'],
  [62_045, 3, '1:02.045'],
  [HOUR_MS + 62_390, 1, '1:01:02.3'],
  [DAY_MS, 0, '24:00:00'],
] as const)('writes the media time %i ms with %i decimals as %s', (ms, decimals, text) => {
  expect(formatMediaTime(ms, decimals)).toBe(text)
})

test.each([
  [20, '0.1 s'],
  [340, '0.3 s'],
  [999, '0.9 s'],
  [1_000, '0:01'],
  [62_390, '1:02'],
])('writes the length %i ms of a video as %s', (ms, text) => {
  expect(formatLength(ms)).toBe(text)
})

test.each([
  ['62.3', 62_300],
  [' 1:02,3 ', 62_300],
  ['1:02.045', 62_045],
  ['1:01:02', HOUR_MS + 62_000],
  ['0', 0],
  ['90:00', 90 * MINUTE_MS],
] as const)('reads the typed media time %s as %i ms', (text, ms) => {
  expect(parseMediaTime(text)).toBe(ms)
})

test.each(['', 'soon', '-1', '1:', '1:2:3:4', '1e3', '25:00:00', '1.2.3'])('reads no media time from “%s”', (text) => {
  expect(parseMediaTime(text)).toBeUndefined()
})

test.each([
  [23_001, '24 s'],
  [200_000, '3 min 20 s'],
  [59_999, '1 min'],
  [75 * MINUTE_MS, '1 h 15 min'],
  [2 * HOUR_MS, '2 h'],
])('writes the length %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [0, '1 s left'],
  [7_400, '7 s left'],
  [59_500, '1 min left'],
  [89_000, '1 min left'],
  [180_000, '3 min left'],
  [HOUR_MS, '1 h left'],
  [80 * MINUTE_MS, '1 h 20 min left'],
])('estimates %i ms as %s', (ms, text) => {
  expect(formatTimeLeft(ms)).toBe(text)
})

test.each([
  [0, 'a minute'],
  [MINUTE_MS, 'a minute'],
  [MINUTE_MS + 1, '2 minutes'],
  [HOUR_MS, '60 minutes'],
])('writes a wait of %i ms before another attempt as %s', (ms, text) => {
  expect(formatWait(ms)).toBe(text)
})

test.each([
  [-1, '0 s'],
  [59_000, '59 s'],
  [119_000, '1 min'],
  [2 * HOUR_MS, '2 h'],
  [4.9 * DAY_MS, '4 d'],
])('writes a wait of %f ms as %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})

test.each([
  [10 * MINUTE_MS, '10 minutes ago'],
  [HOUR_MS, '1 hour ago'],
  [3 * HOUR_MS, '3 hours ago'],
  [2 * DAY_MS, '2 days ago'],
])('writes %i ms in the past as %s', (ms, text) => {
  expect(formatAgo(ms)).toBe(text)
})
