import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertEdge, COMMISSION_EDGES, commissionOn, reversedOn } from './commission.ts'
import { COMMISSION_BPS, HOLD_DAYS, MIN_PAYOUT, RECENT_REFERRALS } from './constants.ts'
import { CommissionState } from './contract-statistics.ts'

test('A: the hold, the smallest payout and the number of recent referrals are as decided', () => {
  expect({ HOLD_DAYS, MIN_PAYOUT, RECENT_REFERRALS }).toEqual({ HOLD_DAYS: 30, MIN_PAYOUT: 5_000, RECENT_REFERRALS: 5 })
})

test.each([
  { base: 1_999, commission: 800 },
  { base: 1, commission: 0 },
  { base: 2, commission: 1 },
  { base: 0, commission: 0 },
  { base: -500, commission: 0 },
  { base: 1_200, commission: 480 },
])('E3: a purchase of $base cents earns $commission', ({ base, commission }) => {
  expect(commissionOn(base, COMMISSION_BPS)).toBe(commission)
})

test('E7: a commission only moves forward, except after a failed refund', () => {
  const all = CommissionState.options
  for (const from of all) {
    for (const to of all) {
      if (COMMISSION_EDGES[from].includes(to)) expect(() => assertEdge(from, to)).not.toThrow()
      else expect(() => assertEdge(from, to)).toThrow(expect.objectContaining({ code: 'conflict' }))
    }
  }
  expect([COMMISSION_EDGES.paid, COMMISSION_EDGES.refunded, COMMISSION_EDGES.rejected]).toEqual([[], ['pending'], []])
})

test('E8: many small refunds reverse as much, to the cent, as one of the same size', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 30 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), parts, (base, refunds) => {
      let [refunded, booked] = [0, 0]
      for (const part of refunds) {
        refunded += part
        const upTo = reversedOn({ base, refunded, bps: COMMISSION_BPS })
        expect(upTo).toBeGreaterThanOrEqual(booked)
        booked = upTo
      }
      const left = commissionOn(base - Math.min(base, refunded), COMMISSION_BPS)
      expect(booked + left).toBe(commissionOn(base, COMMISSION_BPS))
    }),
  )
})

test('E8: a full refund reverses all of it', () => {
  expect(reversedOn({ base: 1_999, refunded: 1_999, bps: COMMISSION_BPS })).toBe(800)
  expect(reversedOn({ base: 1_999, refunded: 9_999, bps: COMMISSION_BPS })).toBe(800)
})
