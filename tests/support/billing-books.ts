import { z } from 'zod'
import { CATALOGUE, type Item, itemOfKey } from '#features/billing/model/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Account, Lot, Movement } from './credit-oracle.ts'
import type { Started } from './billing-steps.ts'

type Stripe = Started['stripe']
type Invoice = Stripe['book']['invoices'] extends Map<string, infer T> ? T : never

/** The product's record of payments, by invoice. */
export type RecordedEvent = ReadonlyMap<string, { readonly refunded: number; readonly dispute: string }>

/** Reads the product's record of a user's payments. */
export async function readRecordedEvents(db: Db, userId: string): Promise<RecordedEvent> {
  const { rows } = await db.$client.query<{ id: string; refunded: number; dispute: string }>(
    'select id, refunded, dispute from billing_invoices where user_id = $1',
    [userId],
  )
  return new Map(rows.map(({ id, ...heard }) => [id, heard]))
}

/** The record the product should have, from the provider's state. */
export function expectedEvents({ book }: Stripe): RecordedEvent {
  return new Map(
    [...book.invoices.values()].flatMap((invoice) => {
      if (invoice.status !== 'paid') return []
      const charge = invoice.amount_paid === 0 ? undefined : book.chargeOf(invoice.id)
      const status = charge && book.disputes.get(charge.id)?.[0]?.status
      const dispute = status === undefined ? 'none' : status === 'needs_response' ? 'open' : status
      return [[invoice.id, { refunded: charge?.amount_refunded ?? 0, dispute }] as const]
    }),
  )
}

/** A user's account as the product stores it, without expired credits that were not swept; and the balance column. */
export async function readAccount(
  db: Db,
  userId: string,
): Promise<{ account: Omit<Account, 'spent'>; balance: number }> {
  const [accounts, lots, holds] = await Promise.all([
    db.$client.query<{ debt: number; balance: number }>(
      'select debt, balance from credit_accounts where user_id = $1',
      [userId],
    ),
    db.$client.query<Omit<Lot, 'endsMs'> & { ends: Date | null }>(
      `select coalesce(t.reference, 'start') as id, l.expires_at as ends, l.granted, l.remaining, l.expired, l.revoked
       from credit_lots l join credit_transactions t on t.id = l.transaction_id
       join credit_accounts a on a.id = l.account_id where a.user_id = $1 order by l.transaction_id`,
      [userId],
    ),
    db.$client.query<{ key: string; amount: number; ends: Date }>(
      `select h.idempotency_key as key, h.amount, h.expires_at as ends from credit_holds h
       join credit_accounts a on a.id = h.account_id where a.user_id = $1 and h.state = 'held'`,
      [userId],
    ),
  ])
  const { debt = 0, balance = 0 } = accounts.rows[0] ?? {}
  return {
    balance,
    account: {
      debt,
      lots: lots.rows.map(({ ends, ...lot }) => ({ ...lot, endsMs: ends?.getTime() ?? Infinity })),
      holds: Object.fromEntries(holds.rows.map(({ key, amount, ends }) => [key, { amount, endsMs: ends.getTime() }])),
    },
  }
}

/**
 * The effect of payments on credits between two recorded states: the grants in the order of their lots, and the amount
 * that each refund and lost dispute revokes.
 */
export function readEvents(
  stripe: Stripe,
  o: { before: RecordedEvent; after: RecordedEvent; lots: readonly Lot[] },
): Movement[][] {
  const grants = o.lots.flatMap(({ id }): Movement[] => {
    const invoice = stripe.book.invoices.get(id)
    return invoice === undefined || o.before.has(id) || !o.after.has(id) ? [] : [grantOf(stripe, invoice)]
  })
  return [grants, ...[...o.after.keys()].map((id) => revocationsOf(stripe, id, o))]
}

function grantOf({ book }: Stripe, invoice: Invoice): Movement {
  const { item, startMs } = boughtOf(book, invoice)
  const months = item.kind === 'pack' ? 12 : 2
  return { is: 'grant', id: invoice.id, amount: creditsOf(item), endsMs: monthsOn(startMs, months) }
}

/** One revocation per refund of the invoice, even if the product recorded several refunds at once. */
function revocationsOf(
  stripe: Stripe,
  id: string,
  { before, after }: { before: RecordedEvent; after: RecordedEvent },
): Movement[] {
  const [was, is] = [before.get(id) ?? { refunded: 0, dispute: 'none' }, after.get(id)]
  const invoice = stripe.book.invoices.get(id)
  if (is === undefined || invoice === undefined || was.dispute === 'lost') return []
  const granted = creditsOf(boughtOf(stripe.book, invoice).item)
  const paid = invoice.amount_paid
  const takenBack = (cents: number) => Math.floor((2 * granted * cents + paid) / (2 * paid))
  const totals = refundsOf(stripe, invoice).filter((cents) => cents > was.refunded && cents <= is.refunded)
  const targets = [...totals.map(takenBack), ...(is.dispute === 'lost' ? [granted] : [])]
  return targets.map((target, n): Movement => {
    const amount = target - (targets[n - 1] ?? takenBack(was.refunded))
    return { is: 'revoke', id, amount }
  })
}

const Refunded = z.object({ data: z.object({ object: z.object({ id: z.string(), amount_refunded: z.number() }) }) })

/** The cumulative refund after each refund of an invoice, in minor units. */
function refundsOf({ book, events }: Stripe, invoice: Invoice): number[] {
  if (invoice.amount_paid === 0) return []
  const charge = book.chargeOf(invoice.id)
  return events.flatMap(({ type, payload }) => {
    if (type !== 'charge.refunded') return []
    const { id, amount_refunded: cents } = Refunded.parse(JSON.parse(payload)).data.object
    return id === charge.id ? [cents] : []
  })
}

const Line = z.object({
  period: z.object({ start: z.number(), end: z.number() }),
  pricing: z.object({ price_details: z.object({ price: z.string() }) }),
})

/** The purchase is on the invoice's last line. */
function boughtOf(book: Stripe['book'], invoice: Invoice): { item: Item; startMs: number; endMs: number } {
  const line = Line.parse(invoice.lines.data.at(-1))
  const item = itemOfKey(book.price(line.pricing.price_details.price).metadata.item)
  if (item === undefined) throw new Error(`${invoice.id} bills an unknown item`)
  return { item, startMs: line.period.start * 1000, endMs: line.period.end * 1000 }
}

/** The number of subscriptions at the provider that have not ended. */
export function countLiveSubscriptions({ book }: Stripe): number {
  return [...book.subscriptions.values()].filter(({ status }) => status !== 'canceled').length
}

/**
 * The plan that follows from the payments at the provider. Undefined if arithmetic is not enough: after a refund, or
 * while the next payment is being collected.
 */
export function planAt(stripe: Stripe, nowMs: number): string | undefined {
  const { book } = stripe
  if (countLiveSubscriptions(stripe) === 0) return 'free'
  const paid = [...book.invoices.values()].filter(({ parent, status }) => status === 'paid' && parent !== null)
  const heard = expectedEvents(stripe)
  const isWhole = ({ id }: Invoice) => heard.get(id)?.refunded === 0 && heard.get(id)?.dispute !== 'lost'
  const newest = paid.at(-1)
  if (newest === undefined || !paid.every(isWhole)) return undefined
  const { item, endMs } = boughtOf(book, newest)
  return endMs > nowMs && item.kind === 'plan' ? item.plan : undefined
}

function creditsOf(item: Item): number {
  return item.kind === 'pack' ? CATALOGUE.packs[item.pack].credits : (CATALOGUE.plans[item.plan].credits?.amount ?? 0)
}

/** The same day a number of months later, or the last day of a shorter month. */
function monthsOn(ms: number, months: number): number {
  const from = new Date(ms)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), last)) + (ms % 86_400_000)
}
