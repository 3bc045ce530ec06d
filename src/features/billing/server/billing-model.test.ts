import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#platform/server/db.ts'
import {
  type RecordedEvent,
  readEvents,
  countLiveSubscriptions,
  planAt,
  readAccount,
  readRecordedEvents,
  expectedEvents,
} from '../../../../tests/support/billing-books.ts'
import {
  daysBefore,
  history,
  LONG_WORK,
  perform,
  type Started,
  type Step,
  type Story,
} from '../../../../tests/support/billing-steps.ts'
import { startBilling } from '../../../../tests/support/billing.ts'
import {
  type Account,
  ended,
  type Movement,
  NEW_ACCOUNT,
  possible,
  spendableOf,
} from '../../../../tests/support/credit-oracle.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

/** Histories run in parallel, each lane in its own database. */
const LANES = 2
const lanes = await Promise.all(Array.from({ length: LANES }, () => testDatabase({ max: 12 })))
const DAY_MS = 86_400_000
/** The long run uses 2,000 (docs/decisions/0012-payments.md). */
// oxlint-disable-next-line node/no-process-env -- a test's own knob
const SEQUENCES = Number(process.env['BILLING_SEQUENCES'] ?? 12)

test(
  `${SEQUENCES} histories of payments, credits and shuffled events match plain arithmetic`,
  { timeout: 7_200_000 },
  async () => {
    const property = (db: Db) =>
      fc.asyncProperty(history, fc.integer(), async (steps, seed) => {
        await empty(db)
        const started = await startBilling(db, { provider: 'stripe', deliver: false })
        try {
          await live(db, started, { steps, seed })
        } finally {
          await started.stripe.close()
        }
      })
    const numRuns = Math.ceil(SEQUENCES / LANES)
    await Promise.all(lanes.map(({ db }) => fc.assert(property(db), { numRuns, examples: [[LONG_WORK, 1]] })))
  },
)

type Known = { account: Account; heard: RecordedEvent }

/** Runs one history; after every step the account must match the arithmetic. */
async function live(db: Db, started: Started, o: { steps: readonly Step[][]; seed: number }): Promise<void> {
  const dana = await started.person()
  const deliver = () => deliverAll(started, o.seed)
  // Two concurrent clock steps would be two banks; run them one after the other.
  let passing = Promise.resolve()
  const passTime = () => (passing = passing.then(started.stripe.passTime))
  const story: Story = { started, dana, holds: [], deliver, passTime }
  let known: Known = { account: NEW_ACCOUNT, heard: new Map() }
  for (const together of o.steps) {
    started.clock.now += together.reduce((days, one) => days + daysBefore(one), 0) * DAY_MS
    const movements = (await Promise.all(together.map((one) => perform(story, one)))).flat()
    known = await judge(db, story, { known, movements, together })
  }
  await deliver()
  known = await judge(db, story, { known, movements: [], together: [] })
  expect(known.heard).toEqual(expectedEvents(started.stripe))
  expect(await started.drift()).toBe(0)
  expect(purchasesOf(started)).toEqual([...known.heard.keys()].toSorted())
  const plan = planAt(started.stripe, started.clock.now)
  if (plan !== undefined) expect((await dana.has())[0]).toBe(plan)
}

/** The account, once the oracle has accepted it. */
async function judge(
  db: Db,
  { started: { stripe, clock, credits }, dana: { userId } }: Story,
  o: { known: Known; movements: readonly Movement[]; together: readonly Step[] },
): Promise<Known> {
  const [heard, read] = [await readRecordedEvents(db, userId), await readAccount(db, userId)]
  const changes = readEvents(stripe, { before: o.known.heard, after: heard, lots: read.account.lots })
  const allowed = possible([o.known.account], [...o.movements.map((one) => [one]), ...changes], clock.now)
  const now = ended({ ...read.account, spent: [] }, clock.now)
  const context = JSON.stringify(
    { together: o.together, movements: o.movements, changes, before: o.known.account },
    null,
    1,
  )
  expect(
    allowed.map((account) => ({ ...account, spent: [] })),
    context,
  ).toContainEqual(now)
  expect(read.balance, context).toBe(
    read.account.lots.reduce((sum, { remaining }) => sum + remaining, -read.account.debt),
  )
  const { available } = await credits.balance(db, userId)
  expect(available, context).toBe(spendableOf(now))
  const isTakenBack = [...heard.values()].some(({ refunded, dispute }) => refunded > 0 || dispute === 'lost')
  if (!isTakenBack) expect(Math.min(available, -now.debt), context).toBeGreaterThanOrEqual(0)
  expect(countLiveSubscriptions(stripe), context).toBeLessThanOrEqual(1)
  return { heard, account: { ...now, spent: allowed[0]?.spent ?? [] } }
}

/** Sends every event so far twice, shuffled, several at once. */
async function deliverAll({ stripe, send }: Started, seed: number): Promise<void> {
  const twice = [...stripe.events, ...stripe.events]
  const shuffled = twice
    .map((event, n) => ({ event, at: Math.imul(n + 1, seed | 1) >>> 0 }))
    .toSorted((a, b) => a.at - b.at)
  for (let n = 0; n < shuffled.length; n += 6) {
    const answers = await Promise.all(
      shuffled.slice(n, n + 6).map(({ event: { payload } }) => send(payload, stripe.sign(payload))),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
}

/** The invoice of each purchase event. */
function purchasesOf({ published }: Started): string[] {
  return published
    .flatMap(({ type, invoiceId }) => (type === 'billing.purchase-completed' ? [invoiceId] : []))
    .toSorted()
}

/** Deletes the previous history, so that workers and audits see one history at a time. */
async function empty(db: Db): Promise<void> {
  await db.$client.query(
    `truncate billing_refunds, billing_invoices, billing_subscriptions, billing_checkouts, billing_customers,
       billing_provider_events, billing_events, credit_lots, credit_holds, credit_entries, credit_transactions`,
  )
  await db.$client.query('delete from credit_accounts where user_id is not null')
}
