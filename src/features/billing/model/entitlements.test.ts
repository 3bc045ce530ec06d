import { expect, test } from 'vitest'
import { PlanName } from '#features/accounts/model/index.ts'
import { may } from './entitlements.ts'
import { limitsOf } from './limits.ts'
import { catalogueWith, PlanOverrides } from './plan-overrides.ts'
import { CREDIT_PACKS, itemCents, planCents, yearlyCents } from './prices.ts'

test.each([
  ['export4k', ['pro', 'premium', 'enterprise']],
  ['export60fps', ['basic', 'pro', 'premium', 'enterprise']],
  ['inviteCollaborators', ['pro', 'premium', 'enterprise']],
  ['seeBilling', ['basic', 'pro', 'premium', 'enterprise']],
  ['offerUpgrade', ['free', 'basic']],
] as const)('allows %s on %j and on no other plan', (entitlement, allowed) => {
  expect(PlanName.options.filter((plan) => may(plan, entitlement))).toEqual(allowed)
})

test('prices a year at a fifth less than twelve months, in whole cents', () => {
  expect((['basic', 'pro', 'premium'] as const).map((plan) => planCents(plan, 'year'))).toEqual([
    11_520, 27_840, 66_240,
  ])
  expect(yearlyCents(999)).toBe(9_590)
  expect(planCents('enterprise', 'month')).toBeNull()
})

test('prices 100 credits at $8 and 500 at $35', () => {
  expect(Object.values(CREDIT_PACKS).map(({ credits, cents }) => [credits, cents])).toEqual([
    [100, 800],
    [500, 3_500],
  ])
})

test('overrides only what an operator names', () => {
  const { plans, packs } = catalogueWith(
    PlanOverrides.parse({
      plans: { pro: { monthlyCents: 1_900, exportFps: 60, storageMegabytes: 50_000 }, free: { storageDays: null } },
      packs: { pack100: { credits: 120, cents: 900 } },
    }),
  )
  expect(planCents('pro', 'year', plans)).toBe(18_240)
  expect([may('pro', 'export60fps', plans), may('pro', 'export4k', plans)]).toEqual([true, true])
  expect([limitsOf(plans.pro).storageBytes, limitsOf(plans.free).retentionMs]).toEqual([50_000_000_000, null])
  expect(itemCents({ kind: 'pack', pack: 'pack100' }, { plans, packs })).toBe(900)
  expect(itemCents({ kind: 'plan', plan: 'free', interval: 'month' }, { plans, packs })).toBeNull()
})

test.each([
  { plans: { gold: {} } },
  { plans: { pro: { price: 1 } } },
  { plans: { pro: { monthlyCents: -1 } } },
  { plans: { pro: { monthlyCents: 12.5 } } },
  { packs: { pack100: { credits: 0, cents: 1 } } },
])('refuses %j at the start', (overrides) => {
  expect(PlanOverrides.safeParse(overrides).success).toBe(false)
})
