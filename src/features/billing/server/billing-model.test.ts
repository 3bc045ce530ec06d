import { call } from '@orpc/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startBilling } from '../../../../tests/support/billing.ts'
import { CATALOGUE, itemOfKey, reversalOf } from '../model/index.ts'

const { db } = await testDatabase({ max: 20 })
const DAY_MS = 86_400_000
/** The long run asks for 2,000 (docs/decisions/0012-payments.md). */
// oxlint-disable-next-line node/no-process-env -- a test's own knob
const SEQUENCES = Number(process.env['BILLING_SEQUENCES'] ?? 15)

const plan = fc.constantFrom('basic' as const, 'pro' as const, 'premium' as const)
const step = fc.oneof(
  fc.record({ do: fc.constant('buy plan' as const), plan }),
  fc.record({ do: fc.constant('buy pack' as const), pack: fc.constantFrom('pack100' as const, 'pack500' as const) }),
  fc.record({ do: fc.constant('change' as const), plan }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'renew' as const, 'hear' as const) }),
  fc.record({ do: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 150 }) }),
  fc.record({
    do: fc.constant('refund' as const),
    which: fc.nat({ max: 3 }),
    cents: fc.integer({ min: 1, max: 3_000 }),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    which: fc.nat({ max: 3 }),
    status: fc.constantFrom('needs_response' as const, 'won' as const, 'lost' as const),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test(
  `${SEQUENCES} histories of payments, each heard twice and shuffled: the account ends where plain arithmetic does`,
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), fc.integer(), async (steps, seed) => {
        const started = await startBilling(db, { provider: 'stripe', deliver: false })
        const dana = await started.person()
        let spent = 0
        for (const one of steps) spent += await act(started, dana, one)
        await hearAll(started, seed)
        const expected = arithmetic(started.stripe.book, await endedOf(dana.userId))
        const { rows } = await db.$client.query<{ debt: number; expired: number }>(
          `select a.debt, coalesce((select sum(expired) from credit_lots l where l.account_id = a.id), 0)::int as expired
           from credit_accounts a where user_id = $1`,
          [dana.userId],
        )
        const { debt = 0, expired = 0 } = rows[0] ?? {}
        const [, available] = await dana.has()
        expect(available + expired).toBe(30 + expected.granted - expected.takenBack - spent)
        if (expected.takenBack === 0) expect(debt).toBe(0)
        const purchases = started.heard.filter(({ type }) => type === 'billing.purchase-completed')
        expect(purchases.length).toBe(expected.invoices)
        expect(await started.drift()).toBe(0)
        await started.stripe.close()
      }),
      { numRuns: SEQUENCES },
    )
  },
)

type Started = Awaited<ReturnType<typeof startBilling>>
type Person = Awaited<ReturnType<Started['person']>>

/** Does one step; what the product refuses is no step. @returns the credits it spent */
async function act(started: Started, dana: Person, one: Step): Promise<number> {
  try {
    return await perform(started, dana, one)
  } catch (error) {
    if (
      error instanceof AppError ||
      (error instanceof Error && /Refund amount|no in_|no undefined|no payment/i.test(error.message))
    )
      return 0
    throw error
  }
}

async function perform(started: Started, dana: Person, one: Step): Promise<number> {
  const { stripe } = started
  const invoiceId = 'which' in one ? ([...stripe.book.invoices.keys()][one.which] ?? 'in_none') : ''
  switch (one.do) {
    case 'buy plan':
      await dana.confirm(await dana.buy({ plan: one.plan, interval: 'month' }))
      return 0
    case 'buy pack':
      await dana.buy({ pack: one.pack })
      return 0
    case 'change':
      await call(dana.procedures.changePlan, { plan: one.plan, interval: 'month' }, dana.context)
      return 0
    case 'cancel':
      await call(dana.procedures.cancel, undefined, dana.context)
      return 0
    case 'resume':
      await call(dana.procedures.resume, undefined, dana.context)
      return 0
    case 'renew':
      await started.pass(31 * DAY_MS)
      return 0
    case 'hear':
      await hearAll(started, one.do.length)
      return 0
    case 'spend':
      await dana.spend(one.amount)
      return one.amount
    case 'refund':
      await dana.refund(invoiceId, one.cents)
      return 0
    case 'dispute':
      await stripe.dispute(invoiceId, one.status)
      return 0
    default:
      return one satisfies never
  }
}

/** Every event so far, twice, shuffled, several at once. */
async function hearAll({ stripe, send }: Started, seed: number): Promise<void> {
  const twice = [...stripe.events, ...stripe.events]
  const shuffled = twice
    .map((event, n) => ({ event, at: Math.imul(n + 1, seed | 1) >>> 0 }))
    .toSorted((a, b) => a.at - b.at)
  for (let n = 0; n < shuffled.length; n += 6) {
    const answers = await Promise.all(
      shuffled.slice(n, n + 6).map(({ event: { payload } }) => send(payload, stripe.sign(payload))),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  }
}

/** Credits that ended, by the invoice they came with. */
async function endedOf(userId: string): Promise<Map<string, number>> {
  const { rows } = await db.$client.query<{ id: string; expired: number }>(
    `select t.reference as id, l.expired from credit_lots l join credit_transactions t on t.id = l.transaction_id
     join credit_accounts a on a.id = l.account_id where a.user_id = $1 and t.reference is not null`,
    [userId],
  )
  return new Map(rows.map(({ id, expired }) => [id, expired]))
}

/** What the payments that stand at the provider come to, in credits; what has ended cannot be taken back. */
function arithmetic(book: Started['stripe']['book'], ended: ReadonlyMap<string, number>) {
  const sums = { granted: 0, takenBack: 0, invoices: 0 }
  for (const invoice of book.invoices.values()) {
    if (invoice.status !== 'paid') continue
    const item = itemOfKey(keyOf(book, invoice))
    if (item === undefined) continue
    const credits =
      item.kind === 'pack' ? CATALOGUE.packs[item.pack].credits : (CATALOGUE.plans[item.plan].credits?.amount ?? 0)
    sums.invoices += 1
    sums.granted += credits
    if (invoice.total === 0) continue
    const charge = book.chargeOf(invoice.id)
    const dispute = book.disputes.get(charge.id)
    const isLost = dispute !== undefined && 'status' in dispute && dispute.status === 'lost'
    const asked = isLost ? credits : reversalOf(credits, { paid: invoice.total, refunded: charge.amount_refunded })
    sums.takenBack += Math.min(asked, credits - (ended.get(invoice.id) ?? 0))
  }
  return sums
}

/** The price of the last line is what was bought. */
function keyOf(
  book: Started['stripe']['book'],
  invoice: { lines: { data: object[] }; metadata: Record<string, string> },
) {
  const line = invoice.lines.data.at(-1)
  const text = JSON.stringify(line ?? {})
  const id = /"price":"(price_[0-9a-f]+)"/.exec(text)?.[1]
  return id === undefined ? (invoice.metadata['item'] ?? '') : book.price(id).metadata.item
}
