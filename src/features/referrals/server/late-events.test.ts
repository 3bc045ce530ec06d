import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000

test("E11: an event on a fraud's refunded later purchase is stored and changes nothing", async () => {
  const { sell, refund, dispute, decisions, idOf, commissionsOf } = await start()
  const [first, second] = [await sell(1_200), await sell(2_000)]
  await refund(second, 2_000)
  await decisions.reject(await idOf(first.id), { reason: 'A stolen card.', isFraud: true })
  expect(await dispute(second, 'open')).toEqual({ success: true })
  expect(await commissionsOf(second.id)).toEqual([{ kind: 'sale', net: 0, state: 'refunded' }])
})

test("E11: a chargeback on a fraud's paid commission reduces the next payout", async () => {
  const { sell, dispute, decisions, idOf, commissionsOf, payOut } = await start()
  const first = await sell(1_200)
  await decisions.hold(await idOf(first.id), 'We are looking at it.')
  const second = await sell(20_000)
  await payOut()
  await decisions.reject(await idOf(first.id), { reason: 'A stolen card.', isFraud: true })
  await dispute(second, 'lost')
  expect(await commissionsOf(second.id)).toEqual([
    { kind: 'sale', net: 8_000, state: 'paid' },
    { kind: 'clawback', net: -8_000, state: 'approved' },
  ])
})

test('E9: a dispute during an approved payout takes effect once that payout is cancelled', async () => {
  const { sell, dispute, commissionsOf, payouts, approved } = await start()
  const [first, second] = [await sell(20_000), await sell(20_000)]
  const payout = await approved()
  await dispute(first, 'open')
  await payouts.cancel(payout, 'The bank gave it back.')
  expect(await commissionsOf(first.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'hold' }])
  expect(await commissionsOf(second.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'approved' }])
})

test("E11: rejects a fraud's later purchase when its approved payout is cancelled", async () => {
  const { sell, decisions, idOf, commissionsOf, payouts, approved } = await start()
  const first = await sell(1_200)
  await decisions.hold(await idOf(first.id), 'We are looking at it.')
  const second = await sell(20_000)
  const payout = await approved()
  await decisions.reject(await idOf(first.id), { reason: 'A stolen card.', isFraud: true })
  await payouts.cancel(payout, 'The customer is a fraud.')
  expect(await commissionsOf(second.id)).toEqual([{ kind: 'sale', net: 0, state: 'rejected' }])
})

test('a purchase during a suspension earns nothing, even when reported again later', async () => {
  const { ada, sell, refund, dispute, commissionsOf } = await start()
  await standing(ada.id, 'banned')
  const bought = await sell(2_000)
  await standing(ada.id, 'active')
  await refund(bought, 500)
  await dispute(bought, 'open')
  await dispute(bought, 'won')
  expect(await commissionsOf(bought.id)).toEqual([])
})

test("leaves a suspended affiliate's approved payout out of the bank file", async () => {
  const { ada, sell, payouts, approved } = await start()
  await sell(20_000)
  const payout = await approved()
  await standing(ada.id, 'banned')
  expect(await payouts.exportCsv()).not.toContain(payout)
  await standing(ada.id, 'active')
  expect(await payouts.exportCsv()).toContain(payout)
})

test("does not promise a payout's commissions for the next one until it is cancelled", async () => {
  const { ada, sell, payouts, approved, procedures, contextOf } = await start()
  const nextPayout = async () => (await call(procedures.dashboard, undefined, contextOf(ada.id))).nextPayout
  await sell(20_000)
  const payout = await approved()
  expect(await nextPayout()).toMatchObject({ cents: 0, state: 'below_minimum' })
  await payouts.cancel(payout, 'The bank gave it back.')
  expect(await nextPayout()).toMatchObject({ cents: 8_000, state: 'due' })
})

test('E9: a payment disputed again after a won dispute is on hold again', async () => {
  const { sell, dispute, commissionsOf } = await start()
  const bought = await sell(20_000)
  await dispute(bought, 'open', 1)
  await dispute(bought, 'won', 2)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'pending' }])
  await dispute(bought, 'open', 3)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'hold' }])
  // A late event of an earlier revision changes nothing.
  await dispute(bought, 'won', 2)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'hold' }])
  await dispute(bought, 'won', 4)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'pending' }])
})

test('a failed refund reinstates the commission, which is pending again', async () => {
  const { sell, refund, commissionsOf, approved, payouts, mails } = await start()
  const [bought, other] = [await sell(20_000), await sell(20_000)]
  await refund(bought, 20_000, 1)
  await refund(other, 5_000, 1)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 0, state: 'refunded' }])
  await refund(bought, 0, 2)
  await refund(other, 0, 2)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'pending' }])
  expect(await commissionsOf(other.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'pending' }])
  await refund(bought, 20_000, 1)
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'pending' }])
  expect(mails.filter(({ subject }) => subject === '$80.00 was reinstated')).toHaveLength(1)
  await payouts.markPaid(await approved(), 'TRANSFER-1')
  expect(await commissionsOf(bought.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'paid' }])
})

test('a failed refund of a paid commission adds to the next payout', async () => {
  const { ada, sell, refund, commissionsOf, payOut, procedures, contextOf } = await start()
  const bought = await sell(20_000)
  await payOut()
  await refund(bought, 20_000, 1)
  await refund(bought, 0, 2)
  expect(await commissionsOf(bought.id)).toEqual([
    { kind: 'sale', net: 8_000, state: 'paid' },
    { kind: 'clawback', net: 8_000, state: 'approved' },
    { kind: 'clawback', net: -8_000, state: 'approved' },
  ])
  const { earnings, stats } = await call(procedures.dashboard, undefined, contextOf(ada.id))
  expect(earnings).toEqual({ total: 8_000, pending: 0, paid: 8_000 })
  expect(Object.values(stats.monthly).reduce((sum, { commission }) => sum + commission, 0)).toBe(8_000)
})

test('a failed refund restores a line in a prepared payout', async () => {
  const { ada, sell, refund, payouts, clock, maintenance } = await start()
  const bought = await sell(20_000)
  clock.now += 30 * DAY_MS
  await maintenance()
  await payouts.prepare()
  const amount = async () =>
    (await db.$client.query<{ amount: number }>('select amount from payouts where affiliate_id = $1', [ada.id])).rows[0]
      ?.amount
  await refund(bought, 5_000, 1)
  expect(await amount()).toBe(6_000)
  await refund(bought, 0, 2)
  expect(await amount()).toBe(8_000)
})

async function standing(affiliateId: string, state: 'active' | 'banned'): Promise<void> {
  await db.$client.query('update affiliates set state = $2 where user_id = $1', [affiliateId, state])
}

/** An affiliate paid by PayPal, and a referred person. */
async function start() {
  const programme = startProgramme(db)
  const { clock, payouts } = programme
  const ada = await programme.affiliate()
  const referred = await programme.person()
  await programme.bind(referred, { code: ada.code })
  await programme.payByPaypal(ada.id)
  const approved = async (): Promise<string> => {
    clock.now += 30 * DAY_MS
    await programme.maintenance()
    await payouts.prepare()
    const { rows } = await db.$client.query<{ id: string }>('select id from payouts where affiliate_id = $1', [ada.id])
    const payout = rows[0]?.id ?? ''
    await payouts.approve(payout, 'ops')
    return payout
  }
  return {
    ...programme,
    ada,
    approved,
    async sell(net: number) {
      const invoice = { id: randomUUID(), userId: referred, net }
      clock.now += 1_000
      await programme.pay(invoice)
      return invoice
    },
    async payOut(): Promise<void> {
      await payouts.markPaid(await approved(), 'TRANSFER-1')
    },
    async idOf(invoiceId: string): Promise<string> {
      const { rows } = await db.$client.query<{ id: string }>(
        "select id from commissions where invoice_id = $1 and kind = 'sale'",
        [invoiceId],
      )
      return rows[0]?.id ?? ''
    },
  }
}
