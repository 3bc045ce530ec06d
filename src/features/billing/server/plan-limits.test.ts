import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PlanName } from '#features/accounts/model/index.ts'
import { SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { CATALOGUE, framesAt, PLANS } from '../model/index.ts'
import { planLimits } from './plan-limits.ts'

const { db } = await testDatabase()
const limits = planLimits({ catalogue: CATALOGUE, sells: true, now: () => new Date() })

test('reads each limit from the plan that the account has now', async () => {
  const [ada, eve] = [await user('premium'), await user('free')]
  expect(await limits.upload(db, ada)).toMatchObject({ maxBytes: PLANS.premium.maxBytes, plan: 'premium' })
  expect(await limits.upload(db, eve)).toMatchObject({ maxBytes: PLANS.free.maxBytes })
  expect(await limits.export(db, ada)).toEqual({
    ...PLANS.premium.export,
    fullHdFps: framesAt(PLANS.premium.export, 1080),
  })
  expect(await limits.storage(db, eve)).toEqual({
    quotaBytes: PLANS.free.storage.bytes,
    retentionMs: PLANS.free.retentionMs,
    mayUpgrade: true,
  })
  expect(await limits.jobsInLine(db, ada)).toBeGreaterThan(await limits.jobsInLine(db, eve))
  expect(await limits.priority(db, ada)).toBeGreaterThan(await limits.priority(db, eve))
})

test('runs one job of the product itself at a time, and of an account as many as its plan says', async () => {
  expect(await limits.jobsAtOnce(db, `${SYSTEM_OWNER}clips`)).toBe(1)
  expect(await limits.jobsAtOnce(db, await user('premium'))).toBe(PLANS.premium.jobsAtOnce)
})

test('offers no larger plan to somebody whose limits an operator has lowered', async () => {
  const id = await user('free')
  await db.$client.query('insert into billing_lower_limits (user_id, limits, set_at) values ($1, $2, now())', [
    id,
    { maxBytes: 1_000, storageBytes: 2_000 },
  ])
  expect(await limits.upload(db, id)).toMatchObject({ maxBytes: 1_000, plan: null })
  expect(await limits.storage(db, id)).toMatchObject({ quotaBytes: 2_000, mayUpgrade: false })
})

async function user(plan: PlanName): Promise<string> {
  const id = randomUUID()
  await db.$client.query('insert into users (id, email, plan) values ($1, $2, $3)', [id, `${id}@example.com`, plan])
  return id
}
