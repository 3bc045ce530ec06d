import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../../tests/support/blocked-queries.ts'
import { type Invoice, startProgramme } from '../../../../tests/support/referrals.ts'
import { closeAffiliate } from './affiliates.ts'
import { closedBalances } from './payouts/admin-payouts.ts'
import { lockMoneyOf } from './payouts/payout-lines.ts'

const { db } = await testDatabase({ max: 20 })
const DAY_MS = 86_400_000

test('E2: a payment of an unreferred user earns nothing and says why', async () => {
  const { person, pay } = startProgramme(db)
  expect(await pay({ userId: await person() })).toEqual({ success: false, error: 'User was not referred' })
})

test('E2: a referral with an unknown affiliate says so', async () => {
  const { referred, pay } = await start()
  await db.$client.query('update referrals set affiliate_id = $2 where user_id = $1', [referred, randomUUID()])
  expect(await pay({ userId: referred })).toEqual({ success: false, error: 'Referral record not found' })
})

test('E3: the base is the price without tax; a payment of zero is no entry or conversion', async () => {
  const { invoice, pay, commissionsOf, referral } = await start()
  await pay({ ...invoice, net: 0 })
  expect(await commissionsOf(invoice.id)).toEqual([])
  expect(await referral()).toMatchObject({ status: 'pending', user_type: 'free' })
  const other = { ...invoice, id: randomUUID(), net: 1_999 }
  await pay(other)
  expect(await commissionsOf(other.id)).toEqual([{ kind: 'sale', net: 800, state: 'pending' }])
})

test('E4: the first purchase converts the referral and makes the user a paid one', async () => {
  const { invoice, pay, referral, clock, mails } = await start()
  await pay(invoice)
  expect(await referral()).toMatchObject({
    status: 'converted',
    user_type: 'paid',
    conversion_date: new Date(clock.now),
  })
  expect(mails.map(({ subject }) => subject)).toEqual(['You earned $4.80'])
})

test('E4: the referred person sees their last purchase with its commission', async () => {
  const { affiliate, person, bind, pay, procedures, contextOf } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person()]
  await bind(dana, { code: ada.code })
  const details = () => call(procedures.details, undefined, contextOf(dana))
  expect(await details()).toMatchObject({ referralCode: ada.code, userType: 'free', lastPurchase: null })
  await pay({ userId: dana, net: 1_999 })
  expect(await details()).toMatchObject({
    userType: 'paid',
    lastPurchase: { amount: 1_999, commission: 800, currency: 'usd', productName: 'Basic, a month' },
  })
})

test('E5: a later purchase is a separate entry and keeps the date of the conversion', async () => {
  const { invoice, pay, referral, clock, commissionsOf } = await start()
  const first = clock.now
  await pay(invoice)
  clock.now += 31 * DAY_MS
  const later = { ...invoice, id: randomUUID(), net: 2_900 }
  await pay(later)
  expect(await commissionsOf(later.id)).toEqual([{ kind: 'sale', net: 1_160, state: 'pending' }])
  expect(await referral()).toMatchObject({ conversion_date: new Date(first) })
})

test('E5: with commissions for three months, a later purchase earns nothing', async () => {
  const { clock, affiliate, person, bind, pay, commissionsOf } = startProgramme(db, { commissionMonths: 3 })
  const [ada, dana] = [await affiliate(), await person()]
  await bind(dana, { code: ada.code })
  const [first, inTime, late] = [randomUUID(), randomUUID(), randomUUID()]
  await pay({ id: first, userId: dana })
  await pay({ id: inTime, userId: dana, paidAtMs: Date.parse('2027-02-20T11:59:59Z') })
  await pay({ id: late, userId: dana, paidAtMs: clock.now + 93 * 86_400_000 })
  expect([await commissionsOf(first), await commissionsOf(inTime), await commissionsOf(late)]).toMatchObject([
    [{ net: 480 }],
    [{ net: 480 }],
    [],
  ])
})

test('E6: 40 concurrent copies of one invoice are one commission', async () => {
  const { invoice, pay, commissionsOf, mails } = await start()
  await Promise.all(Array.from({ length: 40 }, () => pay({ ...invoice })))
  expect(await commissionsOf(invoice.id)).toHaveLength(1)
  expect(mails).toHaveLength(1)
})

test('E6: a payment waits for a decision about its affiliate without holding its locks', async () => {
  const { ada, referred, invoice, pay, commissionsOf } = await start()
  let paid: Promise<unknown> = Promise.resolve()
  await transaction(db, async (tx) => {
    await lockMoneyOf(tx, ada.id)
    paid = pay(invoice)
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    // As when the customer is a fraud and their later purchases are rejected too.
    await tx.$client.query('select 1 from referrals where user_id = $1 for update nowait', [referred])
    await tx.$client.query("update affiliates set state = 'banned' where user_id = $1", [ada.id])
  })
  expect(await paid).toEqual({ success: true })
  expect(await commissionsOf(invoice.id)).toEqual([])
})

test('E6: payment, refund and dispute lead to one state in any order', async () => {
  const ends = new Set<string>()
  for (const order of permutations(['pay', 'refund', 'open', 'won'] as const)) {
    const { invoice, referral, commissionsOf, ...programme } = await start()
    for (const one of order) {
      if (one === 'pay') await programme.pay(invoice)
      else if (one === 'refund') await programme.refund(invoice, 400)
      else await programme.dispute(invoice, one)
    }
    const { status, user_type: userType } = (await referral()) ?? {}
    ends.add(JSON.stringify({ commissions: await commissionsOf(invoice.id), status, userType }))
  }
  expect([...ends].map((end) => JSON.parse(end))).toEqual([
    { commissions: [{ kind: 'sale', net: 320, state: 'pending' }], status: 'converted', userType: 'paid' },
  ])
})

test('E7: a commission is approved after 30 days, not a millisecond before', async () => {
  const { invoice, pay, commissionsOf, clock, maintenance } = await start()
  const boughtAt = clock.now
  await pay(invoice)
  for (const [ms, state] of [
    [-1, 'pending'],
    [0, 'approved'],
  ] as const) {
    clock.now = boughtAt + 30 * DAY_MS + ms
    await maintenance()
    expect(await commissionsOf(invoice.id)).toMatchObject([{ state }])
  }
})

test('E7: a rejected commission stays rejected, and an invalid transition writes nothing', async () => {
  const { invoice, pay, commissionsOf, decisions, idOf } = await start()
  await pay(invoice)
  await decisions.reject(await idOf(invoice.id), { reason: 'A test order.', isFraud: false })
  await expect(decisions.reject(await idOf(invoice.id), { reason: 'Again.', isFraud: false })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(decisions.hold(await idOf(invoice.id), 'Wait.')).rejects.toMatchObject({ code: 'conflict' })
  expect(await commissionsOf(invoice.id)).toEqual([{ kind: 'sale', net: 0, state: 'rejected' }])
})

test('E8: a refund of a third reverses exactly its share, and mails it once', async () => {
  const { invoice, pay, refund, commissionsOf, mails } = await start({ net: 1_999 })
  await pay(invoice)
  await Promise.all([refund(invoice, 666), refund(invoice, 666)])
  expect(await commissionsOf(invoice.id)).toEqual([{ kind: 'sale', net: 533, state: 'pending' }])
  expect(mails.map(({ subject }) => subject)).toEqual(['You earned $8.00', '$2.67 was reversed'])
  await refund(invoice, 1_999)
  expect(await commissionsOf(invoice.id)).toEqual([{ kind: 'sale', net: 0, state: 'refunded' }])
})

test('E8: a paid commission is never edited: a refund reduces the next payout', async () => {
  const { invoice, pay, refund, commissionsOf, payOut } = await start({ net: 20_000 })
  await pay(invoice)
  await payOut()
  await refund(invoice, 5_000)
  await refund(invoice, 10_000)
  expect(await commissionsOf(invoice.id)).toEqual([
    { kind: 'sale', net: 8_000, state: 'paid' },
    { kind: 'clawback', net: -2_000, state: 'approved' },
    { kind: 'clawback', net: -2_000, state: 'approved' },
  ])
  const edit = db.$client.query('update commissions set amount = 1 where invoice_id = $1', [invoice.id])
  await expect(edit).rejects.toThrow('never changed')
})

test('E9: a dispute holds a commission; winning continues it, losing counts as a refund', async () => {
  const { invoice, pay, dispute, commissionsOf } = await start()
  await pay(invoice)
  await dispute(invoice, 'open')
  expect(await commissionsOf(invoice.id)).toMatchObject([{ state: 'hold' }])
  await dispute(invoice, 'won')
  expect(await commissionsOf(invoice.id)).toMatchObject([{ state: 'pending', net: 480 }])
  const other = { ...invoice, id: randomUUID() }
  await pay(other)
  await dispute(other, 'open')
  await dispute(other, 'lost')
  expect(await commissionsOf(other.id)).toMatchObject([{ state: 'refunded', net: 0 }])
})

test('E10: after full refunds the user is free again and stays converted', async () => {
  const { invoice, pay, refund, referral } = await start()
  const other = { ...invoice, id: randomUUID() }
  await pay(invoice)
  await pay(other)
  await refund(invoice, 1_200)
  expect(await referral()).toMatchObject({ user_type: 'paid' })
  await refund(other, 1_200)
  expect(await referral()).toMatchObject({ user_type: 'free', status: 'converted' })
})

test('E11: a fraudulent first commission rejects the later ones of that customer', async () => {
  const { invoice, pay, commissionsOf, decisions, idOf, clock } = await start()
  const [second, third] = [randomUUID(), randomUUID()]
  await pay(invoice)
  clock.now += DAY_MS
  await pay({ ...invoice, id: second })
  await decisions.reject(await idOf(invoice.id), { reason: 'A stolen card.', isFraud: true })
  await pay({ ...invoice, id: third })
  for (const id of [invoice.id, second, third]) {
    expect(await commissionsOf(id)).toEqual([{ kind: 'sale', net: 0, state: 'rejected' }])
  }
})

test('E12: a deleted affiliate earns no more; approved commission waits for the operator', async () => {
  const { invoice, pay, commissionsOf, ada, clock, maintenance } = await start({ net: 20_000 })
  await pay(invoice)
  clock.now += 30 * DAY_MS
  await maintenance()
  await transaction(db, (tx) => closeAffiliate(tx, ada.id))
  const later = { ...invoice, id: randomUUID() }
  await pay(later)
  expect(await commissionsOf(later.id)).toEqual([])
  expect(await closedBalances(db)).toContainEqual({
    affiliateId: ada.id,
    referralUsername: ada.username,
    currency: 'usd',
    cents: 8_000,
  })
})

test('E13: each entry keeps its currency', async () => {
  const { invoice, pay } = await start()
  await pay({ ...invoice, currency: 'eur' })
  const { rows } = await db.$client.query('select currency from commissions where invoice_id = $1', [invoice.id])
  expect(rows).toEqual([{ currency: 'eur' }])
})

/** An affiliate, a referred person, and an invoice of theirs. */
async function start({ net = 1_200 }: { net?: number } = {}) {
  const programme = startProgramme(db)
  const ada = await programme.affiliate()
  const referred = await programme.person()
  await programme.bind(referred, { code: ada.code })
  const invoice: Invoice & { id: string } = { id: randomUUID(), userId: referred, net, paidAtMs: programme.clock.now }
  const { rows } = await db.$client.query<{ id: string }>('select id from referrals where user_id = $1', [referred])
  return {
    ...programme,
    ada,
    referred,
    invoice: withoutTime(invoice),
    referralId: rows[0]?.id ?? '',
    async referral(): Promise<Record<string, unknown> | undefined> {
      const found = await db.$client.query<Record<string, unknown>>('select * from referrals where user_id = $1', [
        referred,
      ])
      return found.rows[0]
    },
    async idOf(invoiceId: string): Promise<string> {
      const found = await db.$client.query<{ id: string }>(
        `select id from commissions where invoice_id = $1 and kind = 'sale'`,
        [invoiceId],
      )
      return found.rows[0]?.id ?? ''
    },
    /** Passes the hold and pays everything. */
    async payOut(): Promise<void> {
      await programme.payByPaypal(ada.id)
      programme.clock.now += 30 * DAY_MS
      await programme.maintenance()
      await programme.payouts.prepare()
      const prepared = await db.$client.query<{ id: string }>('select id from payouts where affiliate_id = $1', [
        ada.id,
      ])
      for (const { id } of prepared.rows) {
        await programme.payouts.approve(id, 'ops')
        await programme.payouts.markPaid(id, 'TRANSFER-1')
      }
    },
  }
}

/** Purchased at the current time of the clock. */
function withoutTime({ paidAtMs: _paidAtMs, ...invoice }: Invoice & { id: string }) {
  return invoice
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) => permutations(items.filter((_, n) => n !== at)).map((rest) => [item, ...rest]))
}
