import { expect, test } from 'vitest'
import type { PlanName } from '#features/accounts/model/index.ts'
import { SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { framesAt, PLANS } from '../model/index.ts'
import { planLimits } from './plan-limits.ts'

const { db } = await testDatabase()
const PLAN_OF: Readonly<Record<string, PlanName>> = { ada: 'premium', eve: 'free' }
const limits = planLimits({ plans: PLANS, planOf: async (_q, userId) => PLAN_OF[userId] ?? 'free', sells: true })

test('reads each limit from the plan that the account has now', async () => {
  expect(await limits.upload(db, 'ada')).toMatchObject({ maxBytes: PLANS.premium.maxBytes })
  expect(await limits.upload(db, 'eve')).toMatchObject({ maxBytes: PLANS.free.maxBytes })
  expect(await limits.export(db, 'ada')).toEqual({
    ...PLANS.premium.export,
    fullHdFps: framesAt(PLANS.premium.export, 1080),
  })
  expect(await limits.jobsInLine(db, 'ada')).toBeGreaterThan(await limits.jobsInLine(db, 'eve'))
  expect(await limits.priority(db, 'ada')).toBeGreaterThan(await limits.priority(db, 'eve'))
})

test('runs one job of the product itself at a time, and of an account as many as its plan says', async () => {
  expect(await limits.jobsAtOnce(db, `${SYSTEM_OWNER}clips`)).toBe(1)
  expect(await limits.jobsAtOnce(db, 'ada')).toBe(PLANS.premium.jobsAtOnce)
})
