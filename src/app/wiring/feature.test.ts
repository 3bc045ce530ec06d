import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { collectPersonalData, emitTo, type Feature } from './feature.ts'

const { db } = await testDatabase()
const ADA = { userId: 'ada', email: 'ada@example.com' }

test('runs the listeners of an event in the order of the features, in one transaction', async () => {
  const heard: string[] = []
  const listener = (name: string): Feature => ({
    on: {
      async userDeleted(tx, { userId }) {
        const { rows } = await tx.$client.query<{ xid: string }>('select txid_current()::text as xid')
        heard.push(`${name} ${userId} ${rows[0]?.xid}`)
      },
    },
  })
  const features: Feature[] = []
  const userDeleted = emitTo(features)('userDeleted')
  features.push(listener('first'), { on: {} }, listener('second'))
  const xid = await transaction(db, async (tx) => {
    await userDeleted(tx, { userId: 'ada' })
    const { rows } = await tx.$client.query<{ xid: string }>('select txid_current()::text as xid')
    return rows[0]?.xid
  })
  expect(heard).toEqual([`first ada ${xid}`, `second ada ${xid}`])
})

test('a listener that fails undoes the change', async () => {
  const emit = emitTo([{ on: { planChanged: () => Promise.reject(new Error('no seats')) } }])
  const change = transaction(db, async (tx) => {
    await tx.$client.query(
      `insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', 'eve@example.com')`,
    )
    await emit('planChanged')(tx, 'ada')
  })
  await expect(change).rejects.toThrow('no seats')
  const { rows } = await db.$client.query('select 1 from users')
  expect(rows).toEqual([])
})

test('collects a user’s data from every feature under its name', async () => {
  const features: Feature[] = [
    { personalData: async ({ userId }) => ({ credits: [userId] }) },
    {},
    { personalData: async () => ({ projects: [] }) },
  ]
  expect(await collectPersonalData(features, ADA)).toEqual({ credits: ['ada'], projects: [] })
})
