import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  type Money,
  moneyHistory,
  type MoneyStep,
  passTo,
  perform,
  type Person,
  startMoney,
  startPerson,
} from '../../../../tests/support/money-history.ts'
import { commissionLeft, MoneyOracle } from '../../../../tests/support/money-oracle.ts'

const { db } = await testDatabase()
/** The long run uses 500 (docs/decisions/0018-refunds-and-credit.md); `SEED` repeats one. */
// oxlint-disable-next-line node/no-process-env -- a test's own knob
const { HISTORIES = '10', SEED = '20260731' } = process.env

test(
  `${HISTORIES} histories of plans, refunds and disputes agree with plain arithmetic`,
  { timeout: 7_200_000 },
  async () => {
    const money = await startMoney(db)
    const property = fc.asyncProperty(moneyHistory, ({ beginning, first, steps }) =>
      live(money, { beginning, steps: [first, ...steps] }),
    )
    await fc.assert(property, { numRuns: Number(HISTORIES), seed: Number(SEED) })
    await money.stripe.close()
  },
)

/** Runs one history; after each step everything must match the oracle. */
async function live(money: Money, o: { beginning: number; steps: readonly MoneyStep[] }): Promise<void> {
  const person = await startPerson(money, o.beginning)
  const oracle = new MoneyOracle(o.beginning)
  for (const one of o.steps) {
    await perform(money, person, oracle, one)
    expect(await readMoney(money, person), JSON.stringify(one)).toEqual(reckon(oracle))
  }
  await passTo(money, person, oracle, money.clock.now / 1000 + 40 * 86_400)
  expect(await readMoney(money, person), 'forty days later').toEqual(reckon(oracle))
  expect(await money.drift()).toBe(0)
}

type Reckoned = {
  plan: string
  balance: number
  /**
   * The drift of the newest history line from the account, and the number of lines that do not follow the one below.
   */
  lines: { drift: number; broken: number }
  accountCredit: number
  subscription: { plan: string; periodEnd: string } | null
  invoices: unknown[]
  commissions: unknown[]
  payouts: unknown[]
}

function reckon(oracle: MoneyOracle): Reckoned {
  const living = oracle.living()
  return {
    plan: oracle.plan(),
    balance: oracle.balance(),
    lines: { drift: 0, broken: 0 },
    accountCredit: oracle.credit,
    subscription: living === undefined ? null : { plan: living.plan, periodEnd: isoOf(living.end) },
    invoices: oracle.invoices.map(({ start, end, paid, used, added, refunded, isGone, dispute }) => ({
      start: isoOf(start),
      end: isoOf(end),
      paid,
      used,
      added,
      refunded,
      isGone: isGone || dispute === 'lost',
    })),
    commissions: oracle.invoices.flatMap((invoice) =>
      invoice.commission === 'none' ? [] : [{ net: commissionLeft(invoice), state: invoice.commission }],
    ),
    payouts: oracle.payouts.map(({ month, cents }) => ({ month, cents, lines: cents })),
  }
}

async function readMoney(money: Money, { ada, dana }: Person): Promise<Reckoned> {
  const [[plan, balance], { creditCents, subscription }] = await Promise.all([dana.has(), dana.overview()])
  const rows = async (sql: string, id: string) => (await db.$client.query<Record<string, unknown>>(sql, [id])).rows
  const [kept] = await rows('select balance from credit_accounts where user_id = $1', dana.userId)
  const lines = await money.credits.history(db, dana.userId, { limit: 1_000 })
  const broken = lines.filter(
    ({ amount, balanceAfter }, n) => balanceAfter - amount !== (lines[n + 1]?.balanceAfter ?? 0),
  )
  return {
    plan,
    balance,
    lines: { drift: Number(kept?.['balance']) - (lines[0]?.balanceAfter ?? 0), broken: broken.length },
    accountCredit: creditCents,
    subscription: subscription === null ? null : { plan: subscription.plan, periodEnd: subscription.periodEnd },
    invoices: await rows(
      `select to_char(period_start, '${ISO}') as start, to_char(period_end, '${ISO}') as "end", amount_paid as paid,
         credit_used as used, credit_added as added, refunded,
         dispute = 'lost' or (amount_paid > 0 and refunded = amount_paid) as "isGone"
       from billing_invoices where user_id = $1 order by paid_at, reason <> 'renewal'`,
      dana.userId,
    ),
    commissions: await rows(
      `select (select sum(amount - reversed)::int from commissions k where k.invoice_id = c.invoice_id) as net, state
       from commissions c where affiliate_id = $1 and kind = 'sale' order by purchased_at, (select reason <> 'renewal' from billing_invoices i where i.id = c.invoice_id)`,
      ada.id,
    ),
    payouts: await rows(
      `select period as month, amount as cents, (select sum(amount)::int from payout_lines where payout_id = p.id) as lines
       from payouts p where affiliate_id = $1 order by prepared_at`,
      ada.id,
    ),
  }
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
