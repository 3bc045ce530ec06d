import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { ListReferrals } from '../model/index.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000

test('F1: the statistics of a new affiliate are zeros', async () => {
  const { dashboard } = await start()
  expect(await dashboard()).toMatchObject({
    stats: { totalReferrals: 0, freeUsers: 0, paidUsers: 0, conversions: 0, conversionRate: 0, totalCommission: 0 },
    earnings: { total: 0, pending: 0, paid: 0 },
    growth: { referrals: 0, conversions: 0, earnings: 0 },
    recent: [],
    nextPayout: { state: 'no_method', cents: 0, minimumCents: 5_000, date: '2026-12-01T00:00:00.000Z' },
  })
})

test('F1: counts free and paid users, conversions and the rate', async () => {
  const { refer, pay, dashboard } = await start()
  const [dana] = [await refer(), await refer(), await refer(), await refer()]
  await pay({ userId: dana })
  const { stats, referrals, earnings } = await dashboard()
  expect(stats).toMatchObject({ totalReferrals: 4, freeUsers: 3, paidUsers: 1, conversions: 1, conversionRate: 0.25 })
  expect(referrals).toEqual({ total: 4, free: 3, paid: 1 })
  expect(earnings).toEqual({ total: 480, pending: 480, paid: 0 })
})

test('D8: counts people who have yet to confirm their address as waiting, not as referrals', async () => {
  const { person, bind, ada, dashboard } = await start()
  const erin = await person({ isVerified: false })
  await bind(erin, { code: ada.code })
  expect(await dashboard()).toMatchObject({ waiting: 1, referrals: { total: 0 }, recent: [] })
  await db.$client.query(
    `update users set deleted_at = now(), display_name = '', email = 'deleted-' || id || '@deleted.invalid' where id = $1`,
    [erin],
  )
  expect(await dashboard()).toMatchObject({ waiting: 0 })
})

test('F2: a refund counts in its own month, and the months add up to the total', async () => {
  const { refer, pay, refund, dashboard, clock } = await start()
  const dana = await refer()
  const invoice = { id: randomUUID(), userId: dana }
  await pay(invoice)
  clock.now += 15 * DAY_MS
  await refund(invoice, 600)
  const { stats } = await dashboard()
  expect(stats.monthly).toMatchObject({
    '2026-11': { total: 1, conversions: 1, commission: 480 },
    '2026-12': { total: 0, conversions: 0, commission: -240 },
  })
  expect(stats.totalCommission).toBe(240)
})

test('F2: a sale that was refunded whole leaves nothing in the balance', async () => {
  const { refer, pay, refund, dashboard } = await start()
  const [kept, returned] = [await refer(), await refer()]
  await pay({ userId: kept })
  const invoice = { id: randomUUID(), userId: returned }
  await pay(invoice)
  await refund(invoice, 1_200)
  expect(await dashboard()).toMatchObject({
    earnings: { total: 480, pending: 480, paid: 0 },
    stats: { conversions: 2, totalCommission: 480 },
  })
})

test('F3: compares this month with the last', async () => {
  const { refer, pay, dashboard, clock } = await start()
  await pay({ userId: await refer(), net: 1_000 })
  clock.now += 15 * DAY_MS
  await pay({ userId: await refer(), net: 1_500 })
  await refer()
  expect((await dashboard()).growth).toEqual({ referrals: 100, conversions: 0, earnings: 50 })
})

test('F4: shows the five newest, as a letter and a masked address', async () => {
  const { refer, dashboard, clock } = await start()
  for (let n = 0; n < 7; n += 1) {
    clock.now += 1_000
    await refer(`n${n}.${randomUUID()}@example.com`)
  }
  const { recent } = await dashboard()
  expect(recent).toHaveLength(5)
  expect(recent.map(({ createdAt }) => createdAt)).toEqual(
    recent
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  expect(recent[0]?.person).toEqual({ initial: 'D', email: 'n•••@e•••.com' })
  expect(JSON.stringify(recent)).not.toContain('example')
})

test('F4: the list shows each referral once, page by page, even with equal times', async () => {
  const { refer, list } = await start()
  for (let n = 0; n < 7; n += 1) await refer()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 3, ...(cursor !== undefined && { cursor }) })
    expect(page.total).toBe(7)
    seen.push(...page.referrals.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(7)
  expect(seen).toHaveLength(7)
})

test('F4: filters the list by status, user type and month', async () => {
  const { refer, pay, refund, list } = await start()
  const dana = await refer()
  await refer()
  const invoice = { id: randomUUID(), userId: dana }
  await pay(invoice)
  expect(await list({ status: 'converted' })).toMatchObject({
    total: 1,
    referrals: [{ purchases: 1, totalCommission: 480 }],
  })
  expect(await list({ userType: 'free' })).toMatchObject({ total: 1 })
  expect(await list({ month: '2026-11' })).toMatchObject({ total: 2 })
  expect(await list({ month: '2026-10' })).toMatchObject({ total: 0, referrals: [], next: null })
  await refund(invoice, 1_200)
  expect(await list({ status: 'converted', userType: 'free' })).toMatchObject({ total: 1 })
})

test('F4: a timeline lists past events in order, and future ones', async () => {
  const { refer, pay, refund, list, timeline, clock } = await start()
  const invoice = { id: randomUUID(), userId: await refer() }
  clock.now += DAY_MS
  await pay(invoice)
  clock.now += DAY_MS
  await refund(invoice, 400)
  const [referral] = (await list({})).referrals
  const { events, purchases } = await timeline(referral?.id ?? '')
  expect(events.map(({ type, cents }) => [type, cents])).toEqual([
    ['signed_up', null],
    ['verified', null],
    ['paid', 480],
    ['taken_back', -160],
    ['approves', 320],
  ])
  expect(purchases).toMatchObject([{ amount: 1_200, commission: 320, status: 'pending' }])
})

test('E12: a referred person who deleted the account is anonymous, and the money stays', async () => {
  const { refer, pay, list, dashboard } = await start()
  const dana = await refer()
  await pay({ userId: dana })
  await db.$client.query(
    `update users set deleted_at = now(), display_name = '', email = 'deleted-' || id || '@deleted.invalid' where id = $1`,
    [dana],
  )
  expect((await list({})).referrals).toMatchObject([{ person: { initial: '?', email: 'Deleted user' } }])
  expect((await dashboard()).earnings.total).toBe(480)
})

test('G4: an affiliate reads nothing of another’s', async () => {
  const [ada, ben] = [await start(), await start()]
  await ada.pay({ userId: await ada.refer() })
  const [referral] = (await ada.list({})).referrals
  expect((await ben.list({})).total).toBe(0)
  expect((await ben.dashboard()).stats.totalReferrals).toBe(0)
  await expect(ben.timeline(referral?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
})

test('F6: earnings are pending and paid commission less reversals; pending is all unpaid', async () => {
  const { refer, pay, refund, dashboard, clock, payOut } = await start()
  const dana = await refer()
  const [first, second] = [randomUUID(), randomUUID()]
  await pay({ id: first, userId: dana, net: 20_000 })
  clock.now += 31 * DAY_MS
  await payOut()
  expect((await dashboard()).earnings).toEqual({ total: 8_000, pending: 0, paid: 8_000 })
  await pay({ id: second, userId: dana, net: 10_000 })
  await refund({ id: second, userId: dana, net: 10_000 }, 2_500)
  expect((await dashboard()).earnings).toEqual({ total: 11_000, pending: 3_000, paid: 8_000 })
  await refund({ id: first, userId: dana, net: 20_000 }, 20_000)
  expect((await dashboard()).earnings).toEqual({ total: 3_000, pending: -5_000, paid: 8_000 })
})

async function start() {
  const programme = startProgramme(db)
  const ada = await programme.affiliate()
  const { procedures } = programme
  const context = programme.contextOf(ada.id)
  return {
    ...programme,
    ada,
    async refer(email?: string): Promise<string> {
      const id = await programme.person(email === undefined ? {} : { email })
      await programme.bind(id, { code: ada.code })
      return id
    },
    dashboard: () => call(procedures.dashboard, undefined, context),
    list: (input: z.input<typeof ListReferrals>) => call(procedures.list, input, context),
    timeline: (referralId: string) => call(procedures.timeline, { referralId }, context),
    /** Approves and pays everything after its hold. */
    async payOut(): Promise<void> {
      await programme.payByPaypal(ada.id)
      await programme.maintenance()
      await programme.payouts.prepare()
      const [payout] = await call(procedures.payouts, undefined, context)
      await programme.payouts.approve(payout?.id ?? '', 'ops')
      await programme.payouts.markPaid(payout?.id ?? '', 'T-1')
    },
  }
}
