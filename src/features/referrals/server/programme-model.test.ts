import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import type { Dashboard } from '../model/index.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000
/** The long run uses 500. */
// oxlint-disable-next-line node/no-process-env -- a test's own knob
const SEQUENCES = Number(process.env['REFERRAL_SEQUENCES'] ?? 12)

const which = fc.nat({ max: 7 })
const step = fc.oneof(
  fc.record({ do: fc.constant('refer' as const) }),
  fc.record({ do: fc.constant('pay' as const), which, net: fc.integer({ min: 0, max: 30_000 }) }),
  fc.record({ do: fc.constant('refund' as const), which, cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({
    do: fc.constant('dispute' as const),
    which,
    dispute: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('prepare' as const) }),
  fc.record({ do: fc.constantFrom('approve' as const, 'cancel' as const, 'pay out' as const) }),
  fc.record({
    do: fc.constant('decide' as const),
    which,
    decision: fc.constantFrom('hold' as const, 'release' as const, 'reject' as const, 'fraud' as const),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** The oracle's view of an invoice. */
type Known = { id: string; userId: string; net: number; refunded: number; isLost: boolean }

test(
  `F1, E8, G6: ${SEQUENCES} histories keep exact totals, months, commissions and payout lines`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const world = await begin()
        for (const one of steps) {
          await act(world, one)
          await holds(world)
        }
      }),
      { numRuns: SEQUENCES },
    )
  },
)

type World = Awaited<ReturnType<typeof begin>>

async function begin() {
  const programme = startProgramme(db)
  const ada = await programme.affiliate()
  await programme.payByPaypal(ada.id)
  const people: string[] = []
  const invoices: Known[] = []
  return { ...programme, ada, people, invoices }
}

async function act(world: World, one: Step): Promise<void> {
  const { people, invoices, clock } = world
  const invoice = 'which' in one ? invoices[one.which] : undefined
  const payer = 'which' in one ? people[one.which % Math.max(1, people.length)] : undefined
  if (one.do === 'refer') {
    const id = await world.person()
    await world.bind(id, { code: world.ada.code })
    people.push(id)
  } else if (one.do === 'pay' && payer !== undefined) {
    const bought = { id: randomUUID(), userId: payer, net: one.net }
    await world.pay(bought)
    invoices.push({ ...bought, refunded: 0, isLost: false })
  } else if (one.do === 'refund' && invoice !== undefined) {
    invoice.refunded = Math.min(invoice.net, invoice.refunded + one.cents)
    await world.refund(invoice, invoice.refunded)
  } else if (one.do === 'dispute' && invoice !== undefined) {
    invoice.isLost ||= one.dispute === 'lost'
    await world.dispute(invoice, one.dispute)
  } else if (one.do === 'pass') {
    clock.now += one.days * DAY_MS
    await world.maintenance()
  } else if (one.do === 'prepare') {
    await world.payouts.prepare()
  } else if (one.do === 'decide' && invoice !== undefined) {
    await decide(world, invoice, one.decision)
  } else if (one.do === 'approve' || one.do === 'cancel' || one.do === 'pay out') {
    await payOut(world, one.do)
  }
}

/** Applies an operator's decision; final commissions refuse it. */
async function decide(
  { decisions }: World,
  { id: invoiceId }: Known,
  decision: Extract<Step, { do: 'decide' }>['decision'],
): Promise<void> {
  const { rows } = await db.$client.query<{ id: string }>(
    "select id from commissions where invoice_id = $1 and kind = 'sale'",
    [invoiceId],
  )
  for (const { id } of rows) {
    try {
      if (decision === 'hold') await decisions.hold(id, 'We are looking at it.')
      else if (decision === 'release') await decisions.release(id)
      else await decisions.reject(id, { reason: 'Not a customer.', isFraud: decision === 'fraud' })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    }
  }
}

async function payOut({ ada, payouts }: World, to: 'approve' | 'cancel' | 'pay out'): Promise<void> {
  await payouts.prepare()
  const { rows } = await db.$client.query<{ id: string; state: string }>(
    `select id, state from payouts where affiliate_id = $1 and state in ('prepared', 'approved')`,
    [ada.id],
  )
  for (const { id, state } of rows) {
    if (to === 'cancel') await payouts.cancel(id, 'Not this month.')
    else if (state === 'prepared') await payouts.approve(id, 'ops')
    if (to === 'pay out') await payouts.markPaid(id, 'TRANSFER')
  }
}

async function holds({ procedures, contextOf, ada, people, invoices }: World): Promise<void> {
  const { stats, earnings, balances } = await call(procedures.dashboard, undefined, contextOf(ada.id))
  expect(stats.totalReferrals).toBe(people.length)
  expect(stats.freeUsers + stats.paidUsers).toBe(stats.totalReferrals)
  const months = Object.values(stats.monthly)
  const sum = (key: keyof Dashboard['stats']['monthly'][string]) =>
    months.reduce((total, month) => total + month[key], 0)
  expect([sum('total'), sum('free'), sum('paid'), sum('conversions'), sum('commission')]).toEqual([
    stats.totalReferrals,
    stats.freeUsers,
    stats.paidUsers,
    stats.conversions,
    stats.totalCommission,
  ])
  const standing = invoices.filter(({ net, refunded, isLost }) => !isLost && net > refunded)
  expect(stats.paidUsers).toBe(new Set(standing.map(({ userId }) => userId)).size)
  const rejected = await rejectedOf(ada.id)
  const oracle = standing
    .filter(({ id }) => !rejected.has(id))
    .reduce((total, { net, refunded }) => total + Math.round(((net - refunded) * 4_000) / 10_000), 0)
  expect(earnings.total).toBe(oracle)
  expect(earnings.pending + earnings.paid).toBe(oracle)
  for (const { total, pending, hold, approved, paid } of balances) expect(pending + hold + approved + paid).toBe(total)
  const paid = await db.$client.query<{ payouts: number; lines: number }>(
    `select coalesce(sum(amount), 0)::int as payouts, coalesce(sum((select sum(amount) from payout_lines
       where payout_id = payouts.id)), 0)::int as lines
     from payouts where affiliate_id = $1 and state = 'paid'`,
    [ada.id],
  )
  expect(paid.rows[0]).toEqual({ payouts: earnings.paid, lines: earnings.paid })
  expect(await wrongPayouts(ada.id)).toEqual([])
  expect(await driftedSums(ada.id)).toEqual([])
  expect(await wronglyDue(ada.id)).toEqual([])
}

/** The invoices with a rejected commission. */
async function rejectedOf(affiliateId: string): Promise<Set<string>> {
  const { rows } = await db.$client.query<{ id: string }>(
    "select invoice_id as id from commissions where affiliate_id = $1 and state = 'rejected'",
    [affiliateId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Commissions due for payout despite a dispute or fraud; those in an approved payout are exempt. */
async function wronglyDue(affiliateId: string): Promise<unknown[]> {
  const { rows } = await db.$client.query(
    `select c.state, i.dispute, r.is_fraud
     from commissions c join referrals r on r.id = c.referral_id
     join commission_invoices i on i.provider = c.provider and i.invoice_id = c.invoice_id
     where c.affiliate_id = $1 and c.kind = 'sale' and c.state in ('pending', 'approved')
       and (i.dispute = 'open' or (r.is_fraud and not exists (select 1 from commissions where of_sale = c.id)))
       and not exists (select 1 from payout_lines l join payouts p on p.id = l.payout_id
         where l.commission_id = c.id and p.state <> 'prepared')`,
    [affiliateId],
  )
  return rows
}

/** Payouts that differ from the sum of their lines, and lines that differ from their commission. */
async function wrongPayouts(affiliateId: string): Promise<unknown[]> {
  const { rows } = await db.$client.query(
    `select p.id from payouts p join payout_lines l on l.payout_id = p.id
     join commissions c on c.id = l.commission_id
     where p.affiliate_id = $1 group by p.id
     having p.amount <> sum(l.amount) or bool_or(l.amount <> c.amount - c.reversed)
       or bool_or(c.state not in ('approved', 'paid')) or count(*) <> count(distinct l.commission_id)`,
    [affiliateId],
  )
  return rows
}

/** Dashboard sums that differ from the rows. */
async function driftedSums(affiliateId: string): Promise<unknown[]> {
  const { rows } = await db.$client.query(
    `select * from (
       select currency, month, state, sum(greatest(amount, 0)) as sales, sum(amount - reversed) as net
       from commissions where affiliate_id = $1 group by 1, 2, 3) truth
     full join (select * from commission_sums where affiliate_id = $1 and (sales <> 0 or net <> 0)) kept
       using (currency, month, state)
     where (coalesce(truth.sales, 0), coalesce(truth.net, 0)) <> (coalesce(kept.sales, 0), coalesce(kept.net, 0))`,
    [affiliateId],
  )
  return rows
}
