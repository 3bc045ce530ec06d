import { expect, test } from 'vitest'
import { creditsLeft, monthOf, monthStart } from './spending.ts'

test.each([
  { limit: null, spent: 900, left: null },
  { limit: 0, spent: 0, left: 0 },
  { limit: 20, spent: 0, left: 20 },
  { limit: 20, spent: 19, left: 1 },
  { limit: 20, spent: 20, left: 0 },
  { limit: 10, spent: 20, left: 0 },
])('a limit of $limit leaves $left after $spent', ({ limit, spent, left }) => {
  expect(creditsLeft(limit, spent)).toBe(left)
})

test.each([
  {
    at: '2026-11-30T23:59:59.999Z',
    month: '2026-11',
    start: '2026-11-01T00:00:00.000Z',
    next: '2026-12-01T00:00:00.000Z',
  },
  {
    at: '2026-12-01T00:00:00.000Z',
    month: '2026-12',
    start: '2026-12-01T00:00:00.000Z',
    next: '2027-01-01T00:00:00.000Z',
  },
])('$at is in $month, in UTC', ({ at, month, start, next }) => {
  const time = new Date(at)
  expect(monthOf(time)).toBe(month)
  expect(monthStart(time).toISOString()).toBe(start)
  expect(monthStart(time, { monthsLater: 1 }).toISOString()).toBe(next)
})
