import { z } from 'zod'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { PlanName } from '#features/accounts/model/index.ts'
import { ProviderName } from '../model/index.ts'
import type { BillingDeps } from './deps.ts'

/** A user at a provider. */
export type Customer = Readonly<z.infer<typeof Customer>>
const Customer = z.object({
  provider: ProviderName,
  id: z.string(),
  userId: z.string(),
  plan: PlanName.nullable(),
  stateHash: z.string(),
  version: z.string(),
})
const COLUMNS = 'provider, id, user_id, plan, state_hash, version::text as version'

/** The customer with a provider's id. @param o.lock locks the row */
export async function findCustomer(
  db: Queryable,
  o: { provider: ProviderName; id: string; lock?: boolean },
): Promise<Customer | undefined> {
  return findRow(
    db,
    Customer,
    `select ${COLUMNS} from billing_customers where provider = $1 and id = $2 ${o.lock === true ? 'for update' : ''}`,
    [o.provider, o.id],
  )
}

/** The user's customer at the current provider; undefined before the first checkout. */
export async function findCustomerOfUser(
  db: Queryable,
  o: { provider: ProviderName; userId: string },
): Promise<Customer | undefined> {
  return findRow(db, Customer, `select ${COLUMNS} from billing_customers where provider = $1 and user_id = $2`, [
    o.provider,
    o.userId,
  ])
}

/** The user's customer, created at the provider if needed; concurrent calls get the same one. */
export async function ensureCustomer(
  { db, provider, now }: Pick<BillingDeps, 'db' | 'provider' | 'now'>,
  o: { userId: string; email: string },
): Promise<Customer> {
  const known = await findCustomerOfUser(db, { provider: provider.name, userId: o.userId })
  if (known !== undefined) return known
  const id = await provider.createCustomer(o)
  await execute(
    db,
    `insert into billing_customers (provider, id, user_id, checked_at, created_at) values ($1, $2, $3, $4, $4)
     on conflict do nothing`,
    [provider.name, id, o.userId, now()],
  )
  const made = await findCustomerOfUser(db, { provider: provider.name, userId: o.userId })
  if (made === undefined) throw new Error(`the customer of ${o.userId} was not stored`)
  return made
}

const CreditRow = z.object({ credit: z.number() })

/** A customer's account credit, in minor units. */
export async function accountCreditOf(
  q: Queryable,
  o: { provider: ProviderName; customerId: string },
): Promise<number> {
  const row = await findRow(q, CreditRow, 'select credit from billing_customers where provider = $1 and id = $2', [
    o.provider,
    o.customerId,
  ])
  return row?.credit ?? 0
}

/** Stores the synced state. */
export async function saveState(
  tx: Tx,
  { provider, id }: Customer,
  o: {
    plan: PlanName | null
    planUntilMs: number | null
    paymentMethod: string | null
    creditCents: number
    stateHash: string
  },
): Promise<void> {
  const planUntil = o.planUntilMs === null ? null : new Date(o.planUntilMs)
  await execute(
    tx,
    `update billing_customers set plan = $3, plan_until = $4, payment_method = $5, credit = $6, state_hash = $7,
       version = version + 1
     where provider = $1 and id = $2`,
    [provider, id, o.plan, planUntil, o.paymentMethod, o.creditCents, o.stateHash],
  )
}

const IdRow = z.object({ id: z.string() })

/**
 * Claims customers whose state may have changed without a webhook: a period or the plan has ended, a renewal is being
 * retried, or a checkout has been open for a while.
 */
export async function claimUnsyncedCustomers(
  db: Db,
  o: { provider: ProviderName; now: Date; everyMs: number },
): Promise<string[]> {
  const rows = await queryRows(
    db,
    IdRow,
    `update billing_customers set checked_at = $2 where provider = $1 and id in (
       select c.id from billing_customers c where c.provider = $1 and c.checked_at < $3 and (c.plan_until <= $2
         or exists (select 1 from billing_subscriptions s where s.provider = c.provider and s.customer_id = c.id
           and (s.state = 'past_due' or (s.state <> 'ended' and s.period_end <= $2)))
         or exists (select 1 from billing_checkouts k where k.provider = c.provider and k.customer_id = c.id
           and k.state = 'open' and k.created_at > $2 - interval '2 days'))
       order by c.checked_at limit 20 for update skip locked)
     returning id`,
    [o.provider, o.now, new Date(o.now.getTime() - o.everyMs)],
  )
  return rows.map(({ id }) => id)
}
