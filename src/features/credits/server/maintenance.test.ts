import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { silentLog } from '#platform/server/log.ts'
import type { Mail } from '#platform/server/mail.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { credits } from '../model/index.ts'
import { adjustCredits } from './adjust-credits.ts'
import { ledger as openLedger } from './ledger.ts'
import { releaseForgottenHolds, runCreditsMaintenance } from './maintenance.ts'

const DAY_MS = 86_400_000
const { db } = await testDatabase()

test('mails once about credits that expire within a week', async () => {
  const { deps, ledger, mails, now, userId } = await start()
  await transaction(db, (tx) =>
    ledger.grant(tx, {
      userId,
      amount: credits(7),
      key: randomUUID(),
      expiresAt: new Date(now().getTime() + 3 * DAY_MS),
    }),
  )
  await runCreditsMaintenance(deps)
  await runCreditsMaintenance(deps)
  expect(mails).toMatchObject([{ to: `${userId}@example.com`, subject: '7 credits expire on 23 November 2026' }])
})

test('releases a hold that nobody settled', async () => {
  const { deps, ledger, clock, userId } = await start()
  await transaction(db, (tx) => ledger.hold(tx, { userId, amount: credits(10), key: randomUUID() }))
  expect(await ledger.balance(db, userId)).toEqual({ available: 20, held: 10 })
  clock.now += DAY_MS
  await releaseForgottenHolds(deps)
  expect(await ledger.balance(db, userId)).toEqual({ available: 30, held: 0 })
})

test('an adjustment adds a positive number and removes a negative one, once per key', async () => {
  const { ledger, userId } = await start()
  const [added, removed] = [randomUUID(), randomUUID()]
  const adjust = (amount: number, key: string) =>
    transaction(db, (tx) => adjustCredits(tx, ledger, { userId, credits: amount, key }))
  expect([await adjust(25, added), await adjust(25, added), await adjust(-40, removed)]).toEqual([true, false, true])
  expect((await ledger.balance(db, userId)).available).toBe(15)
  await expect(adjust(-16, randomUUID())).rejects.toMatchObject({ code: 'insufficient_credits' })
})

/** A user with 30 credits at noon of 20 November. */
async function start() {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.now)
  const ledger = openLedger({ now })
  const userId = randomUUID()
  const mails: Mail[] = []
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  await transaction(db, (tx) => ledger.grantStart(tx, userId))
  const deps = {
    db,
    log: silentLog(),
    mail: {
      async send(_tx: unknown, mail: Mail) {
        mails.push(mail)
      },
    },
    now,
    publicUrl: 'https://wordpop.example',
    ledger,
    emailOf: async (_q: unknown, id: string) => `${id}@example.com`,
  }
  return { deps, ledger, clock, now, mails, userId }
}
