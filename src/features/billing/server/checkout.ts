import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { changeKind, Item, itemCents, ProviderName } from '../model/index.ts'
import { syncCustomer } from './sync-customer.ts'
import { rejectCoveredPlan } from './contracts/contracts.ts'
import { ensureCustomer } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import { findSubscription } from './subscriptions.ts'

/** The page a checkout returns to; it calls `confirmCheckout`. */
export const RETURN_PATH = '/billing/return'

/** A row of `billing_checkouts`. */
export type Checkout = Readonly<z.infer<typeof Checkout>>
const Checkout = z.object({
  id: z.string(),
  provider: ProviderName,
  customerId: z.string(),
  userId: z.string(),
  item: Item,
  cents: z.number(),
  state: z.enum(['open', 'done', 'dropped']),
})

/**
 * Opens a payment page. It first closes an open page for another plan, so that two tabs never create two subscriptions.
 * @throws AppError `conflict` if the item is not for sale, or the plan is already subscribed
 */
export async function startCheckout(
  deps: BillingDeps,
  o: { caller: { userId: string; email: string }; item: Item },
): Promise<{ checkoutId: string; url: string }> {
  const { db, provider, item } = { ...deps, ...o }
  const cents = itemCents(item, deps.catalogue)
  if (cents === null) throw new AppError('conflict', 'This plan is not for sale here. Contact us about it.')
  if (item.kind === 'plan') {
    await rejectCoveredPlan(deps.db, deps, o.caller.userId, item.plan)
    await rejectSecondPlan(deps, o.caller.userId, item)
  }
  const customer = await ensureCustomer(deps, o.caller)
  const checkoutId = deps.newId()
  await execute(
    db,
    `insert into billing_checkouts (id, provider, customer_id, user_id, item, cents, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [checkoutId, provider.name, customer.id, o.caller.userId, JSON.stringify(item), cents, deps.now()],
  )
  if (item.kind === 'plan') await dropOtherCheckouts(deps, { userId: o.caller.userId, checkoutId, item })
  const { sessionId, url } = await provider.startCheckout({
    customerId: customer.id,
    userId: o.caller.userId,
    checkoutId,
    item,
    cents,
    successUrl: `${deps.publicUrl}${RETURN_PATH}?checkout=${checkoutId}`,
    cancelUrl: `${deps.publicUrl}/pricing`,
  })
  await storeCheckout(deps, { checkoutId, sessionId, userId: o.caller.userId })
  return { checkoutId, url }
}

/**
 * Closes the other plan pages only after storing ours: of two concurrent tabs at least one sees the other. A page that
 * was paid meanwhile is no longer open, so its subscription is looked for again.
 */
async function dropOtherCheckouts(
  deps: BillingDeps,
  o: { userId: string; checkoutId: string; item: PlanItem },
): Promise<void> {
  await dropOpenCheckouts(deps, { userId: o.userId, kind: 'plan', besides: o.checkoutId })
  await rejectSecondPlan(deps, o.userId, o.item).catch(async (refusal: unknown) => {
    await execute(deps.db, `update billing_checkouts set state = 'dropped' where id = $1`, [o.checkoutId])
    throw refusal
  })
}

const StateRow = Checkout.pick({ state: true })

/**
 * Stores the provider's page, unless another checkout or the deletion of the account has replaced this one meanwhile:
 * then it closes the page. A later deletion finds the stored page.
 */
async function storeCheckout(
  { db, provider, emailOf }: BillingDeps,
  o: { checkoutId: string; sessionId: string; userId: string },
): Promise<void> {
  const row = await findRow(
    db,
    StateRow,
    'update billing_checkouts set session_id = $2 where id = $1 returning state',
    [o.checkoutId, o.sessionId],
  )
  if (row?.state === 'open' && (await emailOf(db, o.userId)) !== undefined) return
  await provider.dropCheckout(o.sessionId)
  throw new AppError('conflict', 'This checkout was replaced by a newer one.')
}

type PlanItem = Extract<Item, { kind: 'plan' }>

async function rejectSecondPlan(deps: BillingDeps, userId: string, item: PlanItem): Promise<void> {
  const subscription = await findSubscription(deps.db, userId)
  if (subscription === undefined) return
  const same = changeKind(subscription, item, deps.catalogue.plans) === 'none'
  throw new AppError(
    'conflict',
    same ? 'You already have this plan.' : 'You already have a plan. Change it under Billing.',
  )
}

const OpenCheckoutRow = z.object({ id: z.string(), customerId: z.string(), sessionId: z.string().nullable() })

/**
 * Closes a user's open payment pages. A page counts as closed only once the provider confirms it: after a timeout or a
 * crash the next caller closes it. One that has been paid stays open until the payment is stored.
 * @param o.kind default all
 */
export async function dropOpenCheckouts(
  deps: BillingDeps,
  o: { userId: string; kind?: Item['kind']; besides?: string },
): Promise<void> {
  const { db, provider } = deps
  for (;;) {
    const rows = await queryRows(
      db,
      OpenCheckoutRow,
      `select id, customer_id, session_id from billing_checkouts
       where user_id = $1 and provider = $2 and state = 'open' and ($3::text is null or item ->> 'kind' = $3)
         and ($4::uuid is null or id <> $4)`,
      [o.userId, provider.name, o.kind ?? null, o.besides ?? null],
    )
    if (rows.length === 0) return
    for (const { id, customerId, sessionId } of rows) {
      const isPaid = sessionId !== null && (await provider.dropCheckout(sessionId)) === 'paid'
      if (isPaid) await syncCustomer(deps, customerId)
      // A checkout that has received its page meanwhile must be checked again.
      await execute(
        db,
        `update billing_checkouts set state = 'dropped'
         where id = $1 and state = 'open' and session_id is not distinct from $2`,
        [id, sessionId],
      )
    }
  }
}

/** The caller's checkout. @throws AppError `not_found` */
export async function findCheckout(db: Queryable, o: { checkoutId: string; userId: string }): Promise<Checkout> {
  const found = await findRow(
    db,
    Checkout,
    `select id, provider, customer_id, user_id, item, cents, state
     from billing_checkouts where id = $1 and user_id = $2`,
    [o.checkoutId, o.userId],
  )
  if (found === undefined) throw new AppError('not_found', 'Checkout not found')
  return found
}

/** Syncs the customer: the page and the webhook race, and either may come first. */
export async function confirmCheckout(deps: BillingDeps, o: { checkoutId: string; userId: string }): Promise<Checkout> {
  const before = await findCheckout(deps.db, o)
  if (before.state !== 'open' || before.provider !== deps.provider.name) return before
  await syncCustomer(deps, before.customerId)
  return findCheckout(deps.db, o)
}
