import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlanName } from '#features/accounts/model/index.ts'
import { type Limits, limitsOf, type OwnLimits, withOwn } from './limits.ts'
import { framesAt, PLANS, queuePriorityOf } from './plans.ts'
import { coversPlan } from './plan-rank.ts'
import { type ContractTerms, termsAt } from './terms.ts'

const NOW = 1_000_000
const plan = fc.constantFrom(...PlanName.options)
const own: fc.Arbitrary<OwnLimits> = fc.record(
  {
    maxDurationMs: fc.integer({ min: 1_000, max: 10_000_000 }),
    maxBytes: fc.integer({ min: 1, max: 20e9 }),
    exportHeight: fc.constantFrom(1080 as const, 2160 as const),
    exportFps: fc.constantFrom(30 as const, 60 as const),
    storageBytes: fc.integer({ min: 0, max: 900e9 }),
    retentionMs: fc.integer({ min: 86_400_000, max: 90 * 86_400_000 }),
    collaborators: fc.nat({ max: 20 }),
    jobsAtOnce: fc.integer({ min: 1, max: 16 }),
    jobsInLine: fc.integer({ min: 1, max: 100 }),
    queue: fc.constantFrom('low' as const, 'normal' as const, 'high' as const, 'reserved' as const),
  },
  { requiredKeys: [] },
)
const contract: fc.Arbitrary<ContractTerms> = fc
  .record({ plan: plan.filter((name) => name !== 'free'), basePlan: plan, limits: own })
  .map((one) => ({ ...one, endsAtMs: null, limits: one.plan === 'enterprise' ? one.limits : {} }))

test('a contract takes away nothing that was paid for', () => {
  fc.assert(
    fc.property(contract, (one) => {
      const { limits } = termsAt({ plan: one.plan, contract: one, lower: null }, PLANS, NOW)
      expect(above(limitsOf(PLANS[one.basePlan]), limits)).toEqual([])
    }),
  )
})

test('limits under a contract are those of the plan, of the contract, or its own', () => {
  fc.assert(
    fc.property(contract, (one) => {
      const { limits } = termsAt({ plan: one.plan, contract: one, lower: null }, PLANS, NOW)
      const given = [limitsOf(PLANS[one.basePlan]), limitsOf(PLANS[one.plan]), one.limits]
      for (const key of keysOf(limits)) expect(given.map((each) => each[key])).toContain(limits[key])
    }),
  )
})

test('lower limits are never exceeded, whatever plan and contract say, and raise nothing', () => {
  fc.assert(
    fc.property(plan, fc.option(contract), own, (name, one, lower) => {
      const without = termsAt({ plan: name, contract: one, lower: null }, PLANS, NOW)
      const { limits, isLowered } = termsAt({ plan: name, contract: one, lower }, PLANS, NOW)
      expect(above(limits, withOwn(limits, lower))).toEqual([])
      expect(above(limits, without.limits)).toEqual([])
      if (!isLowered) expect(limits).toEqual(without.limits)
    }),
  )
})

test('a contract counts until the millisecond of its end, recorded or not', () => {
  const one: ContractTerms = { plan: 'pro', basePlan: 'basic', endsAtMs: NOW, limits: {} }
  const terms = (nowMs: number) => termsAt({ plan: 'pro', contract: one, lower: null }, PLANS, nowMs)
  expect(terms(NOW - 1)).toMatchObject({ plan: 'pro', hasContract: true, limits: limitsOf(PLANS.pro) })
  expect(terms(NOW)).toMatchObject({ plan: 'basic', hasContract: false, limits: limitsOf(PLANS.basic) })
})

test.each([
  ['pro', 'basic', true],
  ['pro', 'pro', true],
  ['pro', 'premium', false],
  ['enterprise', 'premium', true],
] as const)('a contract with %s includes %s: %s', (name, paid, isCovered) => {
  expect(coversPlan({ plan: name }, paid)).toBe(isCovered)
})

/** The limits of `these` that are above those of `those`. */
function above(these: Limits, those: Limits): string[] {
  return keysOf(these).filter((key) => {
    // A smaller picture may have more frames: what counts is the frame rate of a size that both allow.
    if (key === 'exportFps') return framesOf(these, those) > framesOf(those, these)
    if (key === 'queue') return queuePriorityOf(these.queue) > queuePriorityOf(those.queue)
    return (these[key] ?? Infinity) > (those[key] ?? Infinity)
  })
}

function framesOf(limits: Limits, other: Limits): number {
  const height = Math.min(limits.exportHeight, other.exportHeight)
  return framesAt({ height: limits.exportHeight, fps: limits.exportFps }, height)
}

function keysOf(limits: Limits): (keyof Limits)[] {
  return Object.keys(limits) as (keyof Limits)[]
}
