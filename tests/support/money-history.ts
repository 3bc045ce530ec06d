import { call } from '@orpc/server'
import fc from 'fast-check'
import { recordPayment } from '#features/referrals/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { startBilling } from './billing.ts'
import type { Invoice, MoneyOracle } from './money-oracle.ts'
import { monthsAfter } from './calendar-oracle.ts'
import { startProgramme } from './referrals.ts'

const plan = fc.constantFrom('basic' as const, 'pro' as const, 'premium' as const)
const interval = fc.constantFrom('month' as const, 'month' as const, 'year' as const)
const which = fc.nat({ max: 4 })

/** One action of a user, a bank or a worker, a second after the one before. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), plan, interval }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pack' as const),
      pack: fc.constantFrom('pack100' as const, 'pack500' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), plan, interval }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('last second' as const, 'renewal' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which,
      cents: fc.option(fc.integer({ min: 1, max: 9_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail refunds' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      which,
      outcome: fc.constantFrom('open' as const, 'won' as const, 'lost' as const, 'open again' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out' as const) }) },
)
export type MoneyStep = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The start, on one of the last days of a month, in seconds since 1970. */
const beginning = fc
  .record({ month: fc.nat({ max: 35 }), back: fc.nat({ max: 3 }), second: fc.nat({ max: 86_399 }) })
  .map(({ month, back, second }) => {
    const first = Date.UTC(2027, 0, 1) / 1000
    const next = monthsAfter(first, month + 1)
    const length = (next - monthsAfter(first, month)) / 86_400
    // The 28th to the 31st, as far as the month goes.
    return monthsAfter(first, month) + (Math.max(28, length - back) - 1) * 86_400 + second
  })

/** A history that starts with a plan. */
export const moneyHistory = fc.record({
  beginning,
  first: fc.record({ do: fc.constant('buy' as const), plan, interval }),
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
})

/** Billing at the test checkout, credits and the affiliate programme, on one clock. */
export async function startMoney(db: Db) {
  const programme = startProgramme(db)
  const started = await startBilling(db, {
    provider: 'test',
    onEvent: async (tx, event) => void (await recordPayment(tx, programme.deps, event)),
  })
  return { ...started, programme, db }
}
export type Money = Awaited<ReturnType<typeof startMoney>>

/** A user referred by an affiliate who is paid by PayPal. */
export async function startPerson(money: Money, beginning: number) {
  await forget(money.db)
  setClock(money, beginning)
  const ada = await money.programme.affiliate()
  await money.programme.payByPaypal(ada.id)
  const dana = await money.person()
  await money.programme.bind(dana.userId, { code: ada.code })
  return { ada, dana }
}
export type Person = Awaited<ReturnType<typeof startPerson>>

/** Advances both to a time, stopping at every moment at which time alone has an effect. */
export async function passTo(money: Money, { dana }: Person, oracle: MoneyOracle, target: number): Promise<void> {
  for (;;) {
    const next = Math.min(target, oracle.nextMoment())
    setClock(money, next)
    oracle.passTo(next)
    await look(money, dana)
    if (next === target) return
  }
}

/** Reads the provider and runs the workers until nothing is due. Nothing sweeps credits, so every expiry is late. */
async function look({ billing }: Money, dana: Person['dana']): Promise<void> {
  await dana.reconcile()
  await billing.maintenance()
  await dana.reconcile()
}

/** Performs a step on both, as far as the oracle allows it. */
export async function perform(money: Money, person: Person, oracle: MoneyOracle, one: MoneyStep): Promise<void> {
  const now = Math.round(money.clock.now / 1000) + 1
  await passTo(money, person, oracle, now)
  await act(money, person, oracle, one)
  await look(money, person.dana)
}

async function act(money: Money, person: Person, oracle: MoneyOracle, one: MoneyStep): Promise<void> {
  const { dana } = person
  const { procedures, context } = dana
  const living = oracle.living()
  const now = money.clock.now / 1000
  switch (one.do) {
    case 'buy':
      if (living !== undefined) return
      await dana.buy({ plan: one.plan, interval: one.interval })
      return oracle.buyPlan(one.plan, one.interval)
    case 'pack':
      await dana.buy({ pack: one.pack })
      return oracle.buyPack(one.pack)
    case 'change':
      if (oracle.kindOf(one.plan, one.interval) === 'none') return
      await call(procedures.changePlan, { plan: one.plan, interval: one.interval }, context)
      return oracle.change(one.plan, one.interval)
    case 'cancel':
    case 'resume':
      if (living === undefined) return
      await call(procedures[one.do], undefined, context)
      return oracle.cancel(one.do === 'cancel')
    case 'days':
      return passTo(money, person, oracle, now + one.days * 86_400)
    case 'last second':
      if (living === undefined || living.end - 2 <= now) return
      return passTo(money, person, oracle, living.end - 2)
    case 'renewal':
      return living === undefined ? undefined : passTo(money, person, oracle, living.end)
    case 'spend':
      return spend(person, oracle, one.amount)
    case 'pay out':
      await payOut(money, person)
      return oracle.payOut()
    default:
      return reverse(money, person, oracle, one)
  }
}

type Reversal = Extract<MoneyStep, { which: number }>

/** A reversal by a bank or the provider; `which` counts from the newest payment. */
async function reverse(money: Money, { dana }: Person, oracle: MoneyOracle, one: Reversal): Promise<void> {
  const nth = oracle.invoices.length - 1 - one.which
  const invoice = oracle.invoices[nth]
  if (invoice === undefined || invoice.paid === 0) return
  const { rows } = await money.db.$client.query<{ id: string }>(
    `select id from billing_invoices where user_id = $1 order by paid_at, reason <> 'renewal' offset $2 limit 1`,
    [dana.userId, nth],
  )
  const id = rows[0]?.id ?? ''
  if (one.do === 'refund') {
    const cents = Math.min(one.cents ?? invoice.paid, invoice.paid - invoice.refunded)
    if (cents === 0) return
    await dana.refund(id, cents)
    oracle.refund(invoice, cents)
  } else if (one.do === 'fail refunds') {
    await dana.failRefunds(id)
    oracle.failRefunds(invoice)
  } else {
    const outcomes = one.outcome === 'open again' ? (['open', 'won', 'open'] as const) : [one.outcome]
    for (const outcome of outcomes) {
      if (!mayFollow(invoice, outcome)) continue
      await dana.dispute(id, outcome)
      oracle.dispute(invoice, outcome)
      await look(money, dana)
    }
  }
}

/** A bank may open a dispute, even after one that was won, and settle an open one; a lost one is final. */
function mayFollow({ dispute }: Invoice, outcome: 'open' | 'won' | 'lost'): boolean {
  return outcome === 'open' ? dispute === 'none' || dispute === 'won' : dispute === 'open'
}

async function spend({ dana }: Person, oracle: MoneyOracle, amount: number): Promise<void> {
  const did = await dana.spend(amount).then(
    () => true,
    () => false,
  )
  if (did !== oracle.spend(amount)) throw new Error(`spending ${amount} was ${did ? 'allowed' : 'refused'}`)
}

/** Approves due commissions, then prepares, approves and pays payouts. */
async function payOut({ programme, db }: Money, { ada }: Person): Promise<void> {
  await programme.maintenance()
  await programme.payouts.prepare()
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from payouts where affiliate_id = $1 and state = 'prepared'`,
    [ada.id],
  )
  for (const { id } of rows) {
    await programme.payouts.approve(id, 'ops')
    await programme.payouts.markPaid(id, 'TRANSFER')
  }
}

function setClock({ clock, programme }: Money, seconds: number): void {
  clock.now = seconds * 1000
  programme.clock.now = seconds * 1000
}

/** Deletes earlier histories, so that workers handle one person only. */
async function forget(db: Db): Promise<void> {
  await db.$client.query(
    `truncate billing_refunds, billing_invoices, billing_subscriptions, billing_checkouts, billing_customers,
       billing_provider_events, billing_events, billing_test_customers, credit_lots, credit_holds, credit_entries,
       credit_transactions, payout_lines, payout_corrections, payouts, commission_reversals, commissions,
       commission_invoices, commission_sums`,
  )
  await db.$client.query('delete from credit_accounts where user_id is not null')
}
