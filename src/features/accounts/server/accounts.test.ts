import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { PlanName } from '../model/index.ts'
import { countDownload, loadAccount, planOf, updatePreferences } from './accounts.ts'

const { db } = await testDatabase()

test('a plan is one of free, basic, pro, premium and enterprise; a new account is on free', async () => {
  expect(PlanName.options).toEqual(['free', 'basic', 'pro', 'premium', 'enterprise'])
  const id = await newUser()
  expect(await planOf(db, id)).toBe('free')
  for (const plan of PlanName.options) {
    await db.$client.query('update users set plan = $2 where id = $1', [id, plan])
    expect(await planOf(db, id)).toBe(plan)
  }
  await expect(db.$client.query(`update users set plan = 'gold' where id = $1`, [id])).rejects.toThrow(/users_plan/)
})

test("an unknown user has no record, plan or preferences: 'User not found'", async () => {
  const nobody = randomUUID()
  const calls = [
    () => updatePreferences(db, nobody, { theme: 'dark' }),
    () => loadAccount({ db, onUserCreated: async () => {} }, nobody),
    () => planOf(db, nobody),
    () => transaction(db, (tx) => countDownload(tx, nobody)),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_found', message: 'User not found' })
})

test('counts 100 concurrent downloads and updates the time of the last change', async () => {
  const id = await newUser()
  await db.$client.query(
    `update users set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'`,
  )
  const before = await load(id)
  await Promise.all(Array.from({ length: 12 }, () => transaction(db, (tx) => countDownload(tx, id))))
  const after = await load(id)
  expect(after.downloadCount).toBe(before.downloadCount + 12)
  expect(after.createdAt).toBe(before.createdAt)
  expect(Date.parse(after.updatedAt) - Date.parse(before.updatedAt)).toBeGreaterThan(86_000_000)
})

function load(id: string) {
  return loadAccount({ db, onUserCreated: async () => {} }, id)
}

async function newUser(): Promise<string> {
  const id = randomUUID()
  await db.$client.query('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`])
  return id
}
