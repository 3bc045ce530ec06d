import { AppError } from '#platform/shared/errors.ts'
import { changeKind, type Choice, planLosses, planCents, type Settlement } from '../model/index.ts'
import { rejectCoveredPlan } from './contracts/contracts.ts'
import { syncCustomer } from './sync-customer.ts'
import type { BillingDeps } from './deps.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { type StoredSubscription, findSubscription } from './subscriptions.ts'

/** Previews a plan change: when, what is due now, and what is lost. @throws AppError `conflict` */
export async function previewChange(deps: BillingDeps, o: { userId: string; choice: Choice }) {
  const { subscription, kind } = await validateChoice(deps, o)
  const { plans } = deps.catalogue
  const due =
    kind === 'now'
      ? await deps.provider.previewChange({ ...subscriptionKey(subscription), choice: o.choice })
      : NOTHING_DUE
  return {
    when: kind,
    at: (kind === 'now' ? deps.now() : new Date(subscription.periodEndMs)).toISOString(),
    dueNowCents: due.dueCents,
    creditUsedCents: due.creditUsedCents,
    creditAddedCents: due.creditAddedCents,
    cents: planCents(o.choice.plan, o.choice.interval, plans) ?? 0,
    losses: planLosses(plans[subscription.plan], plans[o.choice.plan]),
  }
}

const NOTHING_DUE: Settlement = { dueCents: 0, creditUsedCents: 0, creditAddedCents: 0 }

/** Changes the plan: an upgrade now, a downgrade at the end of the paid period. @throws AppError `conflict` */
export async function changePlan(deps: BillingDeps, o: { userId: string; choice: Choice }): Promise<void> {
  const { subscription, kind } = await validateChoice(deps, o)
  // The same change requested twice from the same state happens once.
  const key = `change:${subscription.id}:${subscription.periodStartMs}:${o.choice.plan}:${o.choice.interval}`
  const change = { ...subscriptionKey(subscription), choice: o.choice, key }
  if (kind === 'now') await changeNow(deps, { subscription, change })
  else await deps.provider.changeLater({ ...change, key: `${key}:${deps.newId()}` })
  await syncCustomer(deps, subscription.customerId)
}

/** Restores the planned change if the payment is refused; the provider had to drop it first. */
async function changeNow(
  deps: BillingDeps,
  { subscription, change }: { subscription: StoredSubscription; change: Parameters<PaymentProvider['changeNow']>[0] },
): Promise<void> {
  try {
    await deps.provider.changeNow(change)
  } catch (error) {
    const { next, customerId } = subscription
    if (!(error instanceof AppError) || next === null) throw error
    await deps.provider.changeLater({ ...change, choice: next, key: `${change.key}:${deps.newId()}` })
    await syncCustomer(deps, customerId)
    throw error
  }
}

/** Ends the subscription with its paid period, or reverts that or a planned change. @throws AppError `conflict` */
export async function cancelOrResume(deps: BillingDeps, o: { userId: string; do: 'cancel' | 'resume' }): Promise<void> {
  const subscription = await liveSubscription(deps, o.userId)
  if (o.do === 'cancel') await deps.provider.cancelLater(subscriptionKey(subscription))
  else {
    await rejectCoveredPlan(deps.db, deps, o.userId, subscription.plan)
    await deps.provider.resume(subscriptionKey(subscription))
  }
  await syncCustomer(deps, subscription.customerId)
}

async function validateChoice(deps: BillingDeps, o: { userId: string; choice: Choice }) {
  const subscription = await liveSubscription(deps, o.userId)
  const { plans } = deps.catalogue
  const cents = planCents(o.choice.plan, o.choice.interval, plans)
  if (cents === null) throw new AppError('conflict', 'This plan is not for sale here. Contact us about it.')
  if (cents === 0) throw new AppError('conflict', 'To go back to free, cancel your plan.')
  await rejectCoveredPlan(deps.db, deps, o.userId, o.choice.plan)
  const kind = changeKind(subscription, o.choice, plans)
  if (kind === 'none') throw new AppError('conflict', 'You already have this plan.')
  if (subscription.state === 'past_due') {
    throw new AppError('conflict', 'The last payment failed. Change your card first, then your plan.')
  }
  return { subscription, kind }
}

async function liveSubscription(deps: BillingDeps, userId: string): Promise<StoredSubscription> {
  const subscription = await findSubscription(deps.db, userId)
  if (subscription === undefined) throw new AppError('conflict', 'You have no subscription.')
  return subscription
}

function subscriptionKey({ customerId, id }: StoredSubscription) {
  return { customerId, subscriptionId: id }
}
