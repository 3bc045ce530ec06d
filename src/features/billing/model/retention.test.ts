import { expect, test } from 'vitest'
import {
  areRetentionPeriodsEqual,
  isEqualRetention,
  longerRetention,
  type Retention,
  retentionOfPlans,
  withRetention,
} from './retention.ts'
import { PLANS } from './plans.ts'

const DAYS: Retention = { free: 30, basic: null, pro: null, premium: null, enterprise: null }

test.each<{ title: string; a: Partial<Retention>; b: Partial<Retention>; longer: Partial<Retention> }>([
  { title: 'more days', a: { free: 60 }, b: { free: 90 }, longer: { free: 90 } },
  { title: 'for ever above any days', a: { free: null }, b: { free: 3_650 }, longer: { free: null } },
  { title: 'for ever in both', a: {}, b: {}, longer: {} },
  {
    title: 'each plan for itself',
    a: { free: 60, pro: 100, enterprise: 7 },
    b: { free: 10, pro: 200, enterprise: 8 },
    longer: { free: 60, pro: 200, enterprise: 8 },
  },
])('the longer of two retentions is $title, in either order', ({ a, b, longer }) => {
  const [one, other, expected] = [
    { ...DAYS, ...a },
    { ...DAYS, ...b },
    { ...DAYS, ...longer },
  ]
  expect([longerRetention(one, other), longerRetention(other, one)]).toEqual([expected, expected])
})

test('plans with another retention differ in nothing else', () => {
  const changed = withRetention(PLANS, DAYS)
  expect(retentionOfPlans(changed)).toEqual(DAYS)
  expect(withRetention(changed, retentionOfPlans(PLANS))).toEqual(PLANS)
})

test('retentions are equal if they are for every plan', () => {
  expect(isEqualRetention(DAYS, { ...DAYS })).toBe(true)
  expect(isEqualRetention(DAYS, { ...DAYS, enterprise: 1 })).toBe(false)
})

test('settings with the same days are the same in any order of their keys', () => {
  expect(areRetentionPeriodsEqual({ free: 7, pro: null }, { pro: null, free: 7 })).toBe(true)
  expect(areRetentionPeriodsEqual({ free: null }, {})).toBe(false)
})
