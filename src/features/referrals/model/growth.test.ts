import { expect, test } from 'vitest'
import { conversionRateOf, growthOf, monthOf, monthStart } from './growth.ts'

test.each([
  { now: 5, before: 0, growth: 0 },
  { now: 15, before: 10, growth: 50 },
  { now: 0, before: 10, growth: -100 },
  { now: 1, before: 3, growth: -66.7 },
  { now: 10, before: 10, growth: 0 },
])('F3: from $before to $now is $growth percent', ({ now, before, growth }) => {
  expect(growthOf(now, before)).toBe(growth)
})

test('F1: the conversion rate is paid users by all referrals, and 0 without any', () => {
  expect(conversionRateOf({ total: 0, paid: 0 })).toBe(0)
  expect(conversionRateOf({ total: 8, paid: 2 })).toBe(0.25)
})

test('F1: a month begins and ends in UTC', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11')
  expect(monthStart(new Date('2027-01-05T00:00:00Z'), -1).toISOString()).toBe('2026-12-01T00:00:00.000Z')
})
