import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startBilling } from '../../../../tests/support/billing.ts'
import { CATALOGUE } from '../model/index.ts'
import { grantMonths } from './grant-credits.ts'

const { db } = await testDatabase()
const { db: western } = await testDatabase({ timeZone: 'America/Los_Angeles' })
const { db: eastern } = await testDatabase({ timeZone: 'Pacific/Kiritimati' })

test.each([
  ['the 20th', '2026-11-20', '2026-12-20', '2027-01-20'],
  ['the 31st, into a short month', '2027-01-31', '2027-02-28', '2027-03-31'],
  ['the 31st, out of a short month', '2027-02-28', '2027-03-31', '2027-04-30'],
  ['the 29th, in a leap year', '2028-02-29', '2028-03-29', '2028-04-29'],
])("a month's unused credits roll over to the end of the next, when paid on %s", async (_day, start, end, ends) => {
  const { person, run, credits } = await startBilling(db, { provider: 'test' })
  const { userId } = await person()
  const invoice = {
    provider: 'test',
    id: randomUUID(),
    userId,
    creditsEach: 200,
    months: 1,
    grantedMonths: 0,
    item: { kind: 'plan', plan: 'basic', interval: 'month' } as const,
    amountPaid: 1_200,
    refunded: 0,
    dispute: 'none',
    periodStartMs: Date.parse(start),
    periodEndMs: Date.parse(end),
  }
  await run((tx) => grantMonths(tx, { ledger: credits, catalogue: CATALOGUE }, invoice, Date.parse(start)))
  const { rows } = await db.$client.query<{ ends: Date }>(
    `select l.expires_at as ends from credit_lots l join credit_accounts a on a.id = l.account_id
     where a.user_id = $1 and l.source = 'subscription'`,
    [userId],
  )
  expect(rows.map((lot) => lot.ends.toISOString().slice(0, 10))).toEqual([ends])
})

test.each([
  { zone: 'behind UTC', database: western, bought: '2027-01-31T04:00:00Z', next: '2027-02-28T04:00:00Z' },
  // In this zone it is already March, and a month from 1 March is longer than one from the end of February.
  { zone: 'ahead of UTC', database: eastern, bought: '2027-02-28T12:00:00Z', next: '2027-03-28T12:00:00Z' },
])('grants a month of a paid year on its UTC day, on a database $zone', async ({ database, bought, next }) => {
  const { person, clock, pass } = await startBilling(database, { provider: 'test' })
  clock.now = Date.parse(bought)
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'year' })
  expect(await dana.has()).toEqual(['basic', 230])
  await pass(Date.parse(next) - clock.now)
  expect(await dana.has()).toEqual(['basic', 430])
})
