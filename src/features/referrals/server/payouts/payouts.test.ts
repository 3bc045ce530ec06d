import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { startProgramme } from '../../../../../tests/support/referrals.ts'
import type { Programme } from '../../model/index.ts'
import type { PayoutCarrier } from './payouts.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000
const BANK = { kind: 'bank', holder: '=Ada, "Lovelace"', iban: 'DE89 3704 0044 0532 0130 00' } as const
const PAYPAL = { kind: 'paypal', email: 'ada@example.com' } as const

test('G5: mails a new payout method to the account and freezes payouts for seven days', async () => {
  const { save, earn, clock, prepare, mails } = await start()
  await earn(20_000)
  const { frozenUntil, label } = await save(BANK)
  expect(label).toBe('Bank account ending 3000')
  expect(frozenUntil).toBe(new Date(clock.now + 7 * DAY_MS).toISOString())
  expect(mails.map(({ subject }) => subject)).toContain('Your payout details have changed')
  clock.now += 7 * DAY_MS - 1
  expect(await prepare()).toEqual([])
  clock.now += 1
  expect(await prepare()).toMatchObject([{ amount: 8_000, state: 'prepared' }])
})

test('G5: another threshold or country does not freeze payouts', async () => {
  const { save, clock } = await start()
  await save(PAYPAL)
  clock.now += 8 * DAY_MS
  expect(await save(PAYPAL, { thresholdCents: 10_000, country: 'FR' })).toMatchObject({
    frozenUntil: null,
    country: 'FR',
  })
  expect(await save({ ...PAYPAL, email: 'eve@example.com' })).toMatchObject({ frozenUntil: expect.any(String) })
})

test('G5: the method is required only if none is stored', async () => {
  const { save, clock } = await start()
  await expect(save(undefined)).rejects.toMatchObject({ code: 'unprocessable' })
  await save(BANK)
  clock.now += 8 * DAY_MS
  expect(await save(undefined, { thresholdCents: 10_000 })).toMatchObject({
    label: 'Bank account ending 3000',
    thresholdCents: 10_000,
    frozenUntil: null,
  })
})

test.each([
  { net: 12_498, prepared: [] },
  { net: 12_500, prepared: [{ amount: 5_000 }] },
])('G6: with $net cents of sales and a threshold of $50: $prepared', async ({ net, prepared }) => {
  const { ready, prepare } = await start()
  await ready(net)
  expect(await prepare()).toMatchObject(prepared)
})

test.each([
  { currency: 'jpy', net: 20_000, amount: '8000' },
  { currency: 'kwd', net: 200_000, amount: '80.000' },
  { currency: 'huf', net: 20_000, amount: '80.00' },
])('E13: $net minor units of $currency are $amount in the bank file', async ({ currency, net, amount }) => {
  const { earn, save, prepare, programme } = await start()
  await earn(net, currency)
  await save(PAYPAL)
  programme.clock.now += 7 * DAY_MS
  const [payout] = await prepare()
  await programme.payouts.approve(payout?.id ?? '', 'ops')
  const line = (await programme.payouts.exportCsv()).split('\r\n').find((one) => one.startsWith(payout?.id ?? '-'))
  expect(line?.split(',').slice(-2)).toEqual([amount, currency.toUpperCase()])
  expect(programme.mails.map(({ subject }) => subject).join()).not.toContain('¥80.00')
})

test.each([
  { currency: 'jpy', net: 122, prepared: [] },
  { currency: 'jpy', net: 125, prepared: [{ amount: 50 }] },
  { currency: 'kwd', net: 124_998, prepared: [] },
  { currency: 'kwd', net: 125_000, prepared: [{ amount: 50_000 }] },
])('E13: a threshold of 50 is 50 whole units of $currency: $net prepares $prepared', async (o) => {
  const { earn, save, prepare, programme } = await start()
  await earn(o.net, o.currency)
  await save(PAYPAL)
  programme.clock.now += 7 * DAY_MS
  expect(await prepare()).toMatchObject(o.prepared)
})

test('G6: a batch prepared repeatedly and concurrently is one payout with each commission once', async () => {
  const { ready, prepare, programme, ada } = await start()
  await ready(20_000)
  await Promise.all([programme.payouts.prepare(), programme.payouts.prepare(), programme.payouts.prepare()])
  expect(await prepare()).toHaveLength(1)
  const { rows } = await db.$client.query(
    'select commission_id from payout_lines l join payouts p on p.id = l.payout_id where affiliate_id = $1',
    [ada.id],
  )
  expect(rows).toHaveLength(1)
})

test('G6: a process that dies between sending and recording pays once', async () => {
  const { ready, prepare, programme } = await start()
  await ready(20_000)
  const [payout] = await prepare()
  const id = payout?.id ?? ''
  await programme.payouts.approve(id, 'ops')
  const sent = new Map<string, string>()
  let dies = true
  const carrier: PayoutCarrier = {
    async send({ key }) {
      sent.set(key, sent.get(key) ?? randomUUID())
      if (dies) throw new Error('the process is gone')
      return { reference: sent.get(key) ?? '' }
    },
  }
  await expect(programme.payouts.send(id, carrier)).rejects.toThrow('the process is gone')
  dies = false
  await programme.payouts.send(id, carrier)
  expect([...sent.values()]).toHaveLength(1)
  expect(await prepare()).toMatchObject([{ state: 'paid', reference: [...sent.values()][0] }])
  await expect(programme.payouts.send(id, carrier)).rejects.toMatchObject({ code: 'conflict' })
})

test('G6: pays only what was approved; cancelling returns everything to the balance', async () => {
  const { ready, prepare, programme } = await start()
  await ready(20_000)
  const [first] = await prepare()
  await expect(programme.payouts.markPaid(first?.id ?? '', 'T-1')).rejects.toMatchObject({ code: 'conflict' })
  await programme.payouts.cancel(first?.id ?? '', 'Wrong batch.')
  const again = await prepare()
  expect(again.map(({ state, amount }) => [state, amount])).toEqual([
    ['cancelled', 8_000],
    ['prepared', 8_000],
  ])
})

test('G6: the job does not repeat a cancelled payout that month; the operator can', async () => {
  const { earn, save, clock, programme, ada } = await start()
  await earn(20_000)
  await save(PAYPAL)
  const states = async () => {
    const { rows } = await db.$client.query<{ id: string; state: string }>(
      'select id, state from payouts where affiliate_id = $1 order by prepared_at, state',
      [ada.id],
    )
    return rows
  }
  clock.now = Date.parse('2026-12-01T00:00:00Z')
  await programme.maintenance()
  const [first] = await states()
  await programme.payouts.cancel(first?.id ?? '', 'I want to look at it.')
  clock.now += DAY_MS
  await programme.maintenance()
  expect(await states()).toMatchObject([{ state: 'cancelled' }])
  clock.now = Date.parse('2027-01-01T00:00:00Z')
  await programme.maintenance()
  expect(await states()).toMatchObject([{ state: 'cancelled' }, { state: 'prepared' }])
})

test('G6: a machine that was off on the first prepares the batch a day later', async () => {
  const { earn, save, clock, programme, ada } = await start()
  await earn(20_000)
  await save(PAYPAL)
  clock.now = Date.parse('2026-12-03T23:59:00Z')
  await programme.maintenance()
  const { rows } = await db.$client.query('select period from payouts where affiliate_id = $1', [ada.id])
  expect(rows).toEqual([{ period: '2026-12' }])
})

test('mails why an approved payout is cancelled; an unapproved one needs no mail', async () => {
  const { ready, prepare, programme, mails } = await start()
  await ready(20_000)
  const failures = () => mails.filter(({ subject }) => subject === 'A payout failed')
  const [first] = await prepare()
  await programme.payouts.cancel(first?.id ?? '', 'Wrong batch.')
  expect(failures()).toEqual([])
  const again = await prepare()
  const second = again.find(({ state }) => state === 'prepared')?.id ?? ''
  await programme.payouts.approve(second, 'ops')
  await programme.payouts.cancel(second, 'The bank does not know this account.')
  expect(failures()).toMatchObject([
    {
      paragraphs: [
        expect.stringContaining('$80.00: the bank does not know this account. The money stays in your balance.'),
      ],
    },
  ])
})

test('G6: a reversal after a payout reduces the next one', async () => {
  const { ready, prepare, programme, earn, invoices } = await start()
  await ready(20_000)
  const [first] = await prepare()
  await programme.payouts.approve(first?.id ?? '', 'ops')
  await programme.payouts.markPaid(first?.id ?? '', 'T-1')
  const [invoice] = invoices
  if (invoice !== undefined) await programme.refund(invoice, 5_000)
  await earn(30_000)
  await programme.maintenance()
  const payouts = await prepare()
  expect(payouts.map(({ amount }) => amount)).toEqual([8_000, 12_000 - 2_000])
})

test('G6: the CSV contains what a bank needs and no formula', async () => {
  const { save, earn, clock, prepare, programme } = await start()
  await earn(20_000)
  await save(BANK)
  clock.now += 7 * DAY_MS
  const [payout] = await prepare()
  await programme.payouts.approve(payout?.id ?? '', 'ops')
  const lines = (await programme.payouts.exportCsv()).split('\r\n')
  expect(lines[0]).toBe('payout,period,method,recipient,account,bic,country,amount,currency')
  expect(lines).toContain(
    `${payout?.id},${payout?.period},bank,"'=Ada, ""Lovelace""",DE89370400440532013000,,DE,80.00,USD`,
  )
})

test('G6: a statement lists every line, and only its affiliate reads it', async () => {
  const { ready, prepare, programme, ada } = await start()
  await ready(20_000)
  const [payout] = await prepare()
  const read = (userId: string) =>
    call(programme.procedures.statement, { payoutId: payout?.id ?? '' }, programme.contextOf(userId))
  expect(await read(ada.id)).toMatchObject({
    number: expect.stringMatching(/^2026-11-\d{4}$/u),
    issuer: ['Wordpop', 'https://wordpop.example'],
    taxNote: 'Tax: none is included or withheld. The recipient declares this income where they pay tax.',
    payout: { cents: 8_000, label: 'PayPal, a•••@e•••.com', state: 'prepared' },
    affiliate: { referralUsername: ada.username, country: 'DE', taxId: null },
    lines: [{ kind: 'sale', baseCents: 20_000, bps: 4_000, cents: 8_000, productName: 'Basic, a month' }],
  })
  const ben = await programme.affiliate()
  await expect(read(ben.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a statement keeps the issuer and tax text of its day and has a number of its own', async () => {
  const of = { issuer: 'Example Ltd; 1 Quay, Dublin; VAT IE1234567', taxNote: 'Reverse charge.' }
  const statements = []
  for (const _ of [1, 2]) {
    const { ready, prepare, programme, ada } = await start(of)
    await ready(20_000)
    const [payout] = await prepare()
    const renamed = startProgramme(db, { issuer: 'Another Ltd' })
    statements.push(
      await call(renamed.procedures.statement, { payoutId: payout?.id ?? '' }, programme.contextOf(ada.id)),
    )
  }
  for (const { issuer, taxNote } of statements) {
    expect(issuer).toEqual(['Example Ltd', '1 Quay, Dublin', 'VAT IE1234567'])
    expect(taxNote).toBe('Reverse charge.')
  }
  expect(new Set(statements.map(({ number }) => number)).size).toBe(2)
})

test('a partly refunded sale and its refund add up to the total of the statement', async () => {
  const { ready, prepare, programme, ada, invoices } = await start()
  await ready(66_240)
  const [payout] = await prepare()
  const [sale] = invoices
  if (sale !== undefined) await programme.refund(sale, 22_080)
  const { lines, payout: paid } = await call(
    programme.procedures.statement,
    { payoutId: payout?.id ?? '' },
    programme.contextOf(ada.id),
  )
  expect(lines.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['sale', 26_496],
    ['refund', -8_832],
  ])
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(paid.cents)
})

test('G6: asks for a missing payout method once a month', async () => {
  const { earn, prepare, mails } = await start()
  await earn(20_000)
  await prepare()
  await prepare()
  expect(mails.filter(({ subject }) => subject === 'Add a payout method')).toHaveLength(1)
})

/** An affiliate with a referred person. */
async function start(settings: Partial<Programme> = {}) {
  const programme = startProgramme(db, settings)
  const ada = await programme.affiliate()
  const referred = await programme.person()
  await programme.bind(referred, { code: ada.code })
  const invoices: { id: string; userId: string; net: number }[] = []
  /** A sale after its hold. */
  const earn = async (net: number, currency = 'usd'): Promise<void> => {
    const invoice = { id: randomUUID(), userId: referred, net, currency }
    invoices.push(invoice)
    await programme.pay({ ...invoice, paidAtMs: programme.clock.now - 30 * DAY_MS })
    await programme.maintenance()
  }
  const save = (method: typeof BANK | { kind: 'paypal'; email: string } | undefined, more: object = {}) =>
    call(
      programme.procedures.savePayoutSettings,
      { method, country: 'DE', taxResidency: 'DE', ...more },
      programme.contextOf(ada.id),
    )
  return {
    programme,
    ada,
    earn,
    save,
    invoices,
    clock: programme.clock,
    mails: programme.mails,
    /** A payable balance with a payout method. */
    async ready(net: number): Promise<void> {
      await earn(net)
      await save(PAYPAL)
      programme.clock.now += 7 * DAY_MS
    },
    /** Prepares the batch. @returns the affiliate's payouts, oldest first */
    async prepare() {
      programme.clock.now += 32 * DAY_MS * Number((await paidOnes(ada.id)) > 0)
      await programme.payouts.prepare()
      const { rows } = await db.$client.query<{
        id: string
        amount: number
        state: string
        period: string
        reference: string | null
      }>(
        `select id, amount, state, period, reference from payouts where affiliate_id = $1
         order by prepared_at, state`,
        [ada.id],
      )
      return rows
    },
  }
}

async function paidOnes(affiliateId: string): Promise<number> {
  const { rows } = await db.$client.query<{ n: number }>(
    `select count(*)::int as n from payouts where affiliate_id = $1 and state = 'paid'`,
    [affiliateId],
  )
  return rows[0]?.n ?? 0
}
