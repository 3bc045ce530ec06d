import { expect, test } from 'vitest'
import { earnsAt } from './programme.ts'

const first = new Date('2026-11-30T12:00:00Z')

test.each([
  { months: null, at: '2046-01-01T00:00:00Z', earns: true },
  { months: 3, at: '2026-11-30T12:00:00Z', earns: true },
  { months: 3, at: '2027-02-28T11:59:59Z', earns: true },
  { months: 3, at: '2027-02-28T12:00:00Z', earns: false },
  { months: 12, at: '2027-11-30T11:59:59Z', earns: true },
  { months: 12, at: '2027-11-30T12:00:00Z', earns: false },
])('A: with commissions for $months months, a purchase at $at earns one: $earns', ({ months, at, earns }) => {
  expect(earnsAt({ commissionMonths: months }, { first, purchasedAt: new Date(at) })).toBe(earns)
})

test('A: the first purchase always earns', () => {
  expect(earnsAt({ commissionMonths: 1 }, { first: null, purchasedAt: first })).toBe(true)
})
