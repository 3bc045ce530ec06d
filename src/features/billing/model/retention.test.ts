import { expect, test } from 'vitest'
import { isSameRetention, longerPeriods, type RetentionPeriods } from './retention.ts'
import { PLANS } from './plans.ts'

test.each<{ title: string; a: RetentionPeriods; b: RetentionPeriods; longer: RetentionPeriods }>([
  { title: 'more days', a: { free: 60 }, b: { free: 90 }, longer: { free: 90 } },
  { title: 'days above the default of 30', a: {}, b: { free: 60 }, longer: { free: 60 } },
  { title: 'the default of 30 above fewer days', a: { free: 7 }, b: {}, longer: {} },
  { title: 'for ever above any days', a: { free: null }, b: { free: 3_650 }, longer: { free: null } },
  { title: 'a default without an end', a: { basic: 90 }, b: {}, longer: {} },
  {
    title: 'each group for itself',
    a: { free: 60, pro: 100 },
    b: { free: 10, pro: 200 },
    longer: { free: 60, pro: 200 },
  },
])('the longer of two periods is $title, in either order', ({ a, b, longer }) => {
  expect([longerPeriods(a, b, PLANS), longerPeriods(b, a, PLANS)]).toEqual([longer, longer])
})

test('settings with the same days are the same in any order of their keys', () => {
  expect(isSameRetention({ free: 7, pro: null }, { pro: null, free: 7 })).toBe(true)
  expect(isSameRetention({ free: null }, {})).toBe(false)
})
