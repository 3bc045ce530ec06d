import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'
import { closeAffiliate } from './affiliates.ts'
import { referralsDataOf } from './personal-data.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000

test("exports an affiliate's record, application, referrals, commissions and payouts", async () => {
  const { programme, ada, dana } = await start()
  const data = await referralsDataOf(db, ada, new Date(programme.clock.now))
  expect(data).toMatchObject({
    referredBy: null,
    application: { channel: 'A blog', country: 'DE', state: 'approved' },
    record: { displayName: 'Dana' },
    referrals: [{ status: 'converted', userType: 'paid', person: { initial: 'D' } }],
    commissions: [{ kind: 'sale', base: 20_000, amount: 8_000, takenBack: 2_000, state: 'approved' }],
    payoutSettings: { label: 'PayPal, a•••@e•••.com' },
    payouts: [{ cents: 6_000, state: 'prepared', lines: [{ cents: 8_000 }, { kind: 'refund', cents: -2_000 }] }],
  })
  expect(JSON.stringify(data)).not.toContain(dana)
})

test("exports a referred person's referrer, without the affiliate’s money", async () => {
  const { programme, danaId } = await start()
  expect(await referralsDataOf(db, danaId, new Date(programme.clock.now))).toMatchObject({
    referredBy: { affiliateName: 'Dana', status: 'active', userType: 'paid' },
    record: null,
    referrals: [],
    commissions: [],
    payouts: [],
  })
})

test('E12: deletion removes payout settings and application; money records stay', async () => {
  const { ada } = await start()
  await transaction(db, (tx) => closeAffiliate(tx, ada))
  const { rows } = await db.$client.query(
    `select (select count(*)::int from payout_settings where affiliate_id = $1) as settings,
       (select count(*)::int from affiliate_applications where user_id = $1) as applications,
       (select count(*)::int from commissions where affiliate_id = $1) as commissions,
       (select count(*)::int from payouts where affiliate_id = $1) as payouts`,
    [ada],
  )
  expect(rows[0]).toEqual({ settings: 0, applications: 0, commissions: 1, payouts: 1 })
})

/** An affiliate with a pending payout, and a referred person. */
async function start() {
  const programme = startProgramme(db)
  const { clock, procedures, contextOf } = programme
  const ada = await programme.person()
  const username = `a${randomUUID().slice(0, 12)}`
  const form = { username, channel: 'A blog', country: 'DE', acceptsTerms: true } as const
  await call(procedures.join, form, contextOf(ada))
  const dana = `${randomUUID()}@example.com`
  const danaId = await programme.person({ email: dana })
  await programme.bind(danaId, { username })
  const invoice = { id: randomUUID(), userId: danaId, net: 20_000 }
  await programme.pay(invoice)
  const method = { kind: 'paypal', email: 'ada@example.com' } as const
  await call(procedures.savePayoutSettings, { method, country: 'DE', taxResidency: 'DE' }, contextOf(ada))
  clock.now += 31 * DAY_MS
  await programme.maintenance()
  await programme.payouts.prepare()
  await programme.refund(invoice, 5_000)
  return { programme, ada, dana, danaId }
}
