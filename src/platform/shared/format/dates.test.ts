import { expect, test } from 'vitest'
import { formatLongDay, formatMoment, formatMonth, formatShortDay, formatTime } from './dates.ts'

const LATE = '2026-11-21T23:30:00Z'
/** Two minutes past three in the morning, wherever the test runs. */
const NIGHT = new Date(2026, 10, 21, 3, 2)

test('writes one style per purpose', () => {
  expect([formatShortDay(NIGHT), formatLongDay(NIGHT), formatMoment(NIGHT), formatTime(NIGHT)]).toEqual([
    '21 Nov 2026',
    '21 November 2026',
    '21 Nov 2026, 03:02',
    '03:02',
  ])
})

test('counts 24 hours, and midnight as 00:00', () => {
  expect([new Date(2026, 0, 5, 0, 0), new Date(2026, 0, 5, 15, 2)].map(formatTime)).toEqual(['00:00', '15:02'])
})

test('writes money in UTC and says so beside a time', () => {
  expect([formatShortDay(LATE, 'utc'), formatLongDay(LATE, 'utc'), formatMoment(LATE, 'utc')]).toEqual([
    '21 Nov 2026',
    '21 November 2026',
    '21 Nov 2026, 23:30 UTC',
  ])
})

test('takes an ISO time, milliseconds and a date', () => {
  expect([LATE, Date.parse(LATE), new Date(LATE)].map((at) => formatShortDay(at, 'utc'))).toEqual([
    '21 Nov 2026',
    '21 Nov 2026',
    '21 Nov 2026',
  ])
})

test('names a month the same in every time zone', () => {
  expect([formatMonth('2026-11'), formatMonth('2027-01')]).toEqual(['Nov 2026', 'Jan 2027'])
})
