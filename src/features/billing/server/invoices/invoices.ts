import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Catalogue, InvoiceState, Item, monthlyCredits, monthsOf, netOf, ProviderName } from '../../model/index.ts'
import type { Customer } from '../customers.ts'

/** A row of `billing_invoices`. Amounts in minor units. */
export type StoredInvoice = {
  readonly provider: ProviderName
  readonly id: string
  readonly customerId: string
  readonly userId: string
  readonly subscriptionId: string | null
  readonly item: Item
  readonly reason: InvoiceState['reason']
  readonly currency: string
  readonly amountPaid: number
  readonly tax: number
  readonly net: number
  /** Account credit used, and account credit added. */
  readonly creditUsed: number
  readonly creditAdded: number
  readonly refunded: number
  readonly dispute: InvoiceState['dispute']
  readonly periodStartMs: number
  readonly periodEndMs: number
  readonly paidAtMs: number
  readonly card: string | null
  readonly url: string | null
  readonly creditsEach: number
  readonly months: number
  readonly grantedMonths: number
  /** Counts changes of its refunds and its dispute. */
  readonly revision: number
}

type Row = z.infer<typeof Row>
const Row = z.object({
  provider: ProviderName,
  id: z.string(),
  customerId: z.string(),
  userId: z.string(),
  subscriptionId: z.string().nullable(),
  item: Item,
  reason: InvoiceState.shape.reason,
  currency: z.string(),
  amountPaid: z.number(),
  tax: z.number(),
  net: z.number(),
  creditUsed: z.number(),
  creditAdded: z.number(),
  refunded: z.number(),
  dispute: InvoiceState.shape.dispute,
  periodStart: z.date(),
  periodEnd: z.date(),
  paidAt: z.date(),
  card: z.string().nullable(),
  url: z.string().nullable(),
  creditsEach: z.number(),
  months: z.number(),
  grantedMonths: z.number(),
  revision: z.number(),
})
const COLUMNS = `provider, id, customer_id, user_id, subscription_id, item, reason, currency, amount_paid, tax, net,
  credit_used, credit_added, refunded, dispute, period_start, period_end, paid_at, card, url, credits_each, months,
  granted_months, revision`

/** Stores a paid invoice once. @returns false if it was stored before */
export async function insertInvoice(
  tx: Tx,
  o: { customer: Customer; invoice: InvoiceState; paidAtMs: number; catalogue: Catalogue },
): Promise<boolean> {
  const { customer, invoice } = o
  const { creditsEach, months } = creditsOf(invoice.item, o.catalogue)
  const changed = await execute(
    tx,
    `insert into billing_invoices (provider, id, customer_id, user_id, subscription_id, checkout_id, item, reason,
       currency, amount_paid, tax, net, period_start, period_end, paid_at, url, credits_each, months, card,
       credit_used, credit_added)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     on conflict do nothing`,
    [
      customer.provider,
      invoice.id,
      customer.id,
      customer.userId,
      invoice.subscriptionId,
      invoice.checkoutId,
      JSON.stringify(invoice.item),
      invoice.reason,
      invoice.currency,
      invoice.amountPaid,
      invoice.tax,
      netOf(invoice),
      new Date(invoice.periodStartMs),
      new Date(invoice.periodEndMs),
      new Date(o.paidAtMs),
      invoice.url,
      creditsEach,
      months,
      invoice.card,
      invoice.creditUsed,
      invoice.creditAdded,
    ],
  )
  return changed === 1
}

/** Credits come from our own catalogue, whatever the provider's page shows. */
function creditsOf(item: Item, { plans, packs }: Catalogue): { creditsEach: number; months: number } {
  if (item.kind === 'pack') return { creditsEach: packs[item.pack].credits, months: 1 }
  const creditsEach = monthlyCredits(item.plan, plans)
  return { creditsEach, months: creditsEach === 0 ? 0 : monthsOf(item) }
}

/** @throws Error if there is none */
export async function readInvoice(tx: Tx, o: { provider: ProviderName; id: string }): Promise<StoredInvoice> {
  const row = await findRow(
    tx,
    Row,
    `select ${COLUMNS} from billing_invoices where provider = $1 and id = $2 for update`,
    [o.provider, o.id],
  )
  if (row === undefined) throw new Error(`the invoice ${o.id} was not stored`)
  return toInvoice(row)
}

/** One of a user's invoices. @throws AppError `not_found` */
export async function findInvoice(
  db: Queryable,
  o: { provider: ProviderName; invoiceId: string; userId: string },
): Promise<StoredInvoice> {
  const row = await findRow(
    db,
    Row,
    `select ${COLUMNS} from billing_invoices where provider = $1 and id = $2 and user_id = $3`,
    [o.provider, o.invoiceId, o.userId],
  )
  if (row === undefined) throw new AppError('not_found', 'Invoice not found')
  return toInvoice(row)
}

/** A user's paid invoices, newest first; `before` is the cursor of the previous page's last invoice. */
export async function listInvoices(
  db: Queryable,
  o: { userId: string; limit: number; before?: { paidAt: Date; id: string } | undefined },
): Promise<StoredInvoice[]> {
  const rows = await queryRows(
    db,
    Row,
    `select ${COLUMNS} from billing_invoices
     where user_id = $1 and ($3::timestamptz is null or (paid_at, id) < ($3::timestamptz, $4::text))
     order by paid_at desc, id desc limit $2`,
    [o.userId, o.limit, o.before?.paidAt ?? null, o.before?.id ?? null],
  )
  return rows.map(toInvoice)
}

/**
 * Every payment under the contract that `first` started, the oldest first: a pack alone, or a plan and its changes.
 * @param first.lock locks the rows
 */
export async function invoicesOfContract(
  db: Queryable,
  first: Pick<StoredInvoice, 'provider' | 'id' | 'subscriptionId'> & { lock?: boolean },
): Promise<StoredInvoice[]> {
  const rows = await queryRows(
    db,
    Row,
    `select ${COLUMNS} from billing_invoices where provider = $1 and (id = $2 or subscription_id = $3)
     order by paid_at, period_start, id ${first.lock === true ? 'for update' : ''}`,
    [first.provider, first.id, first.subscriptionId],
  )
  return rows.map(toInvoice)
}

/** Updates the refunds and the dispute of an invoice. A reversed one grants no more months. */
export async function updateReversal(
  tx: Tx,
  o: Pick<StoredInvoice, 'provider' | 'id' | 'refunded' | 'dispute' | 'revision'> & { isTakenBack: boolean },
): Promise<void> {
  await execute(
    tx,
    `update billing_invoices set refunded = $3, dispute = $4, revision = $5,
       months = case when $6 then granted_months else months end
     where provider = $1 and id = $2`,
    [o.provider, o.id, o.refunded, o.dispute, o.revision, o.isTakenBack],
  )
}

/** Restores an invoice's monthly grants. @returns whether they had been stopped */
export async function resumeGranting(tx: Tx, invoice: StoredInvoice): Promise<boolean> {
  const changed = await execute(
    tx,
    `update billing_invoices set months = $3 where provider = $1 and id = $2 and credits_each > 0 and months < $3`,
    [invoice.provider, invoice.id, monthsOf(invoice.item)],
  )
  return changed === 1
}

/** Adds the card to an invoice that was stored before cards were recorded. */
export async function saveCard(tx: Tx, { provider, id }: Pick<StoredInvoice, 'provider' | 'id'>, card: string) {
  await execute(tx, 'update billing_invoices set card = $3 where provider = $1 and id = $2', [provider, id, card])
}

const UserIdRow = z.object({ userId: z.string() })

/** The ids of users who paid with a card. @param card a hash as in `InvoiceState` */
export async function usersByCardHash(db: Queryable, card: string): Promise<string[]> {
  const rows = await queryRows(db, UserIdRow, 'select distinct user_id from billing_invoices where card = $1', [card])
  return rows.map(({ userId }) => userId)
}

/** Yearly invoices with a month of credits due, locked for the caller. */
export async function claimInvoicesToGrant(tx: Tx, now: Date): Promise<StoredInvoice[]> {
  const rows = await queryRows(
    tx,
    Row,
    `select ${COLUMNS} from billing_invoices
     where granted_months < months and period_start + granted_months * interval '1 month' <= $1
     order by period_start limit 100 for update skip locked`,
    [now],
  )
  return rows.map(toInvoice)
}

/**
 * Stops the grants of invoices before `by`, or of a subscription that ended. Providers count whole seconds: an invoice
 * and the change that replaces it may have the same one.
 */
export async function stopGranting(
  tx: Tx,
  o: { provider: ProviderName; subscriptionId: string; by?: Pick<StoredInvoice, 'id' | 'periodStartMs' | 'reason'> },
): Promise<void> {
  await execute(
    tx,
    `update billing_invoices set months = granted_months
     where provider = $1 and subscription_id = $2 and granted_months < months
       and ($3::timestamptz is null or period_start < $3::timestamptz
         or (period_start = $3::timestamptz and id <> $4 and $5 = 'change'))`,
    [
      o.provider,
      o.subscriptionId,
      o.by === undefined ? null : new Date(o.by.periodStartMs),
      o.by?.id ?? null,
      o.by?.reason ?? null,
    ],
  )
}

function toInvoice({ periodStart, periodEnd, paidAt, ...row }: Row): StoredInvoice {
  return {
    ...row,
    periodStartMs: periodStart.getTime(),
    periodEndMs: periodEnd.getTime(),
    paidAtMs: paidAt.getTime(),
  }
}
