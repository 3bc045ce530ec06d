import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { startProgramme } from '../../../../../tests/support/referrals.ts'
import { monthOf } from '../../model/index.ts'
import { adminStatement, payoutsOfPeriod } from './admin-payouts.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000

test('G6: a refund of a third corrects the prepared line and payout, and says why', async () => {
  const { programme, prepared, lines, corrections } = await start([30_000, 20_000])
  const [payout, [first]] = await prepared()
  await programme.refund(first, 10_000)
  expect(await lines(payout)).toEqual({ state: 'prepared', amount: 16_000, reason: null, lines: [8_000, 8_000] })
  expect(await corrections(payout)).toMatchObject([
    { productName: 'Basic, a month', wasCents: 12_000, nowCents: 8_000, reason: 'Refunded payment' },
  ])
  expect(await programme.commissionsOf(first.id)).toEqual([{ kind: 'sale', net: 8_000, state: 'approved' }])
})

test('G6: approval and statement show corrections with reasons; the bank gets the rest', async () => {
  const { programme, prepared } = await start([30_000, 20_000])
  const [payout, [first, second]] = await prepared()
  await programme.refund(first, 10_000)
  await programme.refund(second ?? first, 20_000)
  const corrections = [
    { productName: 'Basic, a month', wasCents: 12_000, nowCents: 8_000, reason: 'Refunded payment' },
    { productName: 'Basic, a month', wasCents: 8_000, nowCents: 0, reason: 'Refunded payment' },
  ]
  const listed = await payoutsOfPeriod(db, monthOf(programme.deps.now()))
  expect(listed.find(({ id }) => id === payout)).toMatchObject({ cents: 8_000, lines: 1, corrections })
  await programme.payouts.approve(payout, 'ops')
  expect(await adminStatement(db, payout)).toMatchObject({
    payout: { cents: 8_000 },
    lines: [
      { kind: 'sale', baseCents: 30_000, bps: 4_000, cents: 12_000 },
      { kind: 'refund', baseCents: 0, cents: -4_000 },
    ],
    corrections,
  })
  const csv = await programme.payouts.exportCsv()
  expect(csv.split('\r\n').find((line) => line.startsWith(payout))).toContain(',80.00,USD')
})

test('G6: a full refund leaves the prepared payout, and the rest is paid', async () => {
  const { programme, prepared, lines } = await start([30_000, 20_000])
  const [payout, [first]] = await prepared()
  await programme.refund(first, 30_000)
  await programme.payouts.approve(payout, 'ops')
  await programme.payouts.markPaid(payout, 'T-1')
  expect(await lines(payout)).toMatchObject({ state: 'paid', amount: 8_000, lines: [8_000] })
  expect(await programme.commissionsOf(first.id)).toEqual([{ kind: 'sale', net: 0, state: 'refunded' }])
})

test('G6: a disputed payment leaves the prepared payout and, once won, joins the next', async () => {
  const { programme, prepared, lines, corrections, prepareAgain } = await start([30_000, 20_000])
  const [payout, [first]] = await prepared()
  await programme.dispute(first, 'open')
  expect(await lines(payout)).toMatchObject({ amount: 8_000, lines: [8_000] })
  expect(await corrections(payout)).toMatchObject([
    { wasCents: 12_000, nowCents: 0, reason: 'The customer disputes the payment.' },
  ])
  await programme.dispute(first, 'won')
  expect(await lines(await prepareAgain())).toMatchObject({ state: 'prepared', amount: 12_000, lines: [12_000] })
})

test('G6: cancels a prepared payout that becomes too small; the rest waits', async () => {
  const { programme, prepared, lines, prepareAgain, sell } = await start([12_500])
  const [payout, [first]] = await prepared()
  await programme.refund(first, 100)
  expect(await lines(payout)).toEqual({
    state: 'cancelled',
    amount: 5_000,
    reason: 'After a refund or a dispute the rest is below the smallest payout.',
    lines: [],
  })
  await sell(2_600)
  expect(await lines(await prepareAgain())).toMatchObject({ amount: 6_000, lines: [1_040, 4_960] })
})

test('G6: an approved payout does not change: the refund reduces the next one', async () => {
  const { programme, prepared, lines } = await start([30_000, 20_000])
  const [payout, [first]] = await prepared()
  await programme.payouts.approve(payout, 'ops')
  await programme.refund(first, 10_000)
  expect(await lines(payout)).toMatchObject({ state: 'approved', amount: 20_000, lines: [8_000, 12_000] })
  expect(await programme.commissionsOf(first.id)).toEqual([
    { kind: 'sale', net: 12_000, state: 'approved' },
    { kind: 'clawback', net: -4_000, state: 'approved' },
  ])
})

test('G6: concurrent refunds and approvals stay exact in either order', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { programme, prepared, lines } = await start([30_000, 20_000])
    const [payout, [first, second]] = await prepared()
    await Promise.all([
      programme.refund(first, 10_000),
      programme.payouts.approve(payout, 'ops'),
      programme.refund(second ?? first, 5_000),
    ])
    const known = [...(await programme.commissionsOf(first.id)), ...(await programme.commissionsOf(second?.id ?? ''))]
    expect(known.reduce((sum, { net }) => sum + net, 0)).toBe(20_000 - 6_000)
    const { amount, lines: left } = await lines(payout)
    expect(left.reduce((sum, line) => sum + line, 0)).toBe(amount)
  }
})

test('G6: a rejected commission leaves a prepared payout', async () => {
  const { programme, prepared, lines, idOf } = await start([30_000, 20_000])
  const [payout, [first]] = await prepared()
  await programme.decisions.reject(await idOf(first.id), {
    reason: 'A paid advertisement for our own name.',
    isFraud: false,
  })
  expect(await lines(payout)).toMatchObject({ amount: 8_000, lines: [8_000] })
})

/** An affiliate paid by PayPal, with sales after their hold. */
async function start(sales: readonly number[]) {
  const programme = startProgramme(db)
  const { clock } = programme
  const ada = await programme.affiliate()
  const referred = await programme.person()
  await programme.bind(referred, { code: ada.code })
  await programme.payByPaypal(ada.id)
  const sell = async (net: number) => {
    const invoice = { id: randomUUID(), userId: referred, net }
    await programme.pay({ ...invoice, paidAtMs: clock.now - 30 * DAY_MS })
    await programme.maintenance()
    return invoice
  }
  const newest = async (): Promise<string> => {
    const { rows } = await db.$client.query<{ id: string }>(
      "select id from payouts where affiliate_id = $1 and state <> 'cancelled' order by period desc limit 1",
      [ada.id],
    )
    return rows[0]?.id ?? ''
  }
  return {
    programme,
    sell,
    async prepared() {
      const [first, second] = [await sell(sales[0] ?? 0), sales[1] === undefined ? undefined : await sell(sales[1])]
      await programme.payouts.prepare()
      return [await newest(), [first, second]] as const
    },
    async prepareAgain() {
      clock.now += 32 * DAY_MS
      await programme.maintenance()
      await programme.payouts.prepare()
      return newest()
    },
    async idOf(invoiceId: string): Promise<string> {
      const { rows } = await db.$client.query<{ id: string }>(
        "select id from commissions where invoice_id = $1 and kind = 'sale'",
        [invoiceId],
      )
      return rows[0]?.id ?? ''
    },
    corrections: async (payoutId: string) => (await adminStatement(db, payoutId)).corrections,
    /** A payout with its lines, smallest first. */
    async lines(payoutId: string) {
      const { rows } = await db.$client.query<{
        state: string
        amount: number
        reason: string | null
        lines: number[]
      }>(
        `select state, amount, reason,
           coalesce((select array_agg(l.amount order by l.amount) from payout_lines l where l.payout_id = p.id), '{}') as lines
         from payouts p where id = $1`,
        [payoutId],
      )
      return rows[0] ?? { state: 'none', amount: 0, reason: null, lines: [] }
    },
  }
}
