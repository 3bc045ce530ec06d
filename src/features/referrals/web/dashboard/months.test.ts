import { expect, test } from 'vitest'
import { lastMonths, monthBefore } from './months.ts'

test('fills a month without activity with zeros, across a year’s end', () => {
  const january = { total: 2, free: 1, paid: 1, conversions: 1, commission: 800 }
  expect(lastMonths({ '2026-01': january }, '2026-01', 3)).toEqual([
    { name: '2025-11', total: 0, free: 0, paid: 0, conversions: 0, commission: 0 },
    { name: '2025-12', total: 0, free: 0, paid: 0, conversions: 0, commission: 0 },
    { name: '2026-01', ...january },
  ])
})

test.each([
  { month: '2026-11', back: 0, before: '2026-11' },
  { month: '2026-01', back: 1, before: '2025-12' },
  { month: '2026-03', back: 24, before: '2024-03' },
])('$back months before $month is $before', ({ month, back, before }) => {
  expect(monthBefore(month, back)).toBe(before)
})
