import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { rateLimitStorage } from './rate-limit.ts'

const { db } = await testDatabase({ max: 20 })
const RULE = { window: 60, max: 20 }

test('lets exactly 20 of 100 concurrent requests pass', async () => {
  const { storage } = start()
  const answers = await Promise.all(Array.from({ length: 100 }, () => storage.consume('10.0.0.1|/sign-in', RULE)))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20)
})

test('counts each address on its own', async () => {
  const { storage } = start()
  for (let n = 0; n < 21; n += 1) await storage.consume('10.0.0.2|/sign-in', RULE)
  expect(await storage.consume('10.0.0.2|/sign-in', RULE)).toMatchObject({ allowed: false })
  expect(await storage.consume('10.0.0.3|/sign-in', RULE)).toMatchObject({ allowed: true })
})

test('a refusal says how many seconds are left, and requests pass after that', async () => {
  const { storage, clock } = start()
  const once = { window: 60, max: 1 }
  await storage.consume('10.0.0.4|/sign-in', once)
  clock.now += 15_500
  expect(await storage.consume('10.0.0.4|/sign-in', once)).toEqual({ allowed: false, retryAfter: 45 })
  clock.now += 44_500
  expect(await storage.consume('10.0.0.4|/sign-in', once)).toEqual({ allowed: true, retryAfter: null })
})

test('deletes the counts of past days', async () => {
  const { storage, clock } = start()
  await storage.consume('10.0.0.5|/sign-in', RULE)
  clock.now += 48 * 60 * 60 * 1000
  await storage.consume('10.0.0.6|/sign-in', RULE)
  const { rows } = await db.$client.query(`select key from auth_rate_limits where key like '10.0.0.5|%'`)
  expect(rows).toEqual([])
})

function start() {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  return { clock, storage: rateLimitStorage({ db, now: () => new Date(clock.now) }) }
}
