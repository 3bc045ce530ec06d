import type { PlanName } from '#features/accounts/model/index.ts'
import { type Choice, type Plans, planCents } from '../../model/index.ts'
import { planTitle } from './plan-title.ts'
import { changePath, checkoutPath, signUpPath } from '../checkout/checkout-choice.ts'

/** The viewer of the prices: `unknown` while loading, a visitor, or a user with a plan. */
export type Buyer = 'unknown' | 'visitor' | { readonly plan: PlanName; readonly subscription: Choice | null }

/** The action under a plan: a link, or a text if there is none. */
export type PlanAction =
  | { readonly kind: 'link'; readonly label: string; readonly to: string; readonly stands: 'first' | 'beside' }
  | { readonly kind: 'current'; readonly to: string | null }
  | { readonly kind: 'included' }

/** The action for a plan on the pricing page. */
export function planAction(choice: Choice, o: { buyer: Buyer; plans: Plans }): PlanAction {
  const { buyer } = o
  const cents = planCents(choice.plan, 'month', o.plans)
  if (typeof buyer === 'object' && isCurrent(choice, buyer, cents)) {
    return { kind: 'current', to: buyer.subscription === null ? null : '/billing' }
  }
  if (cents === null) return link('Contact us', '/contact')
  if (typeof buyer === 'string') return visitorAction(choice, cents)
  if (buyer.subscription === null) return firstPlanAction(choice, cents, { plan: buyer.plan, plans: o.plans })
  return changeAction(choice, cents, { subscription: buyer.subscription, plans: o.plans })
}

function isCurrent({ plan, interval }: Choice, buyer: Exclude<Buyer, string>, cents: number | null): boolean {
  if (buyer.plan !== plan) return false
  return cents === 0 || cents === null || buyer.subscription === null || buyer.subscription.interval === interval
}

function visitorAction(choice: Choice, cents: number): PlanAction {
  if (cents === 0) return { kind: 'link', label: 'Start for free', to: '/signup', stands: 'first' }
  return link(`Choose ${planTitle(choice.plan)}`, signUpPath(choice))
}

/** On the free plan, or on one set by an operator, which a smaller plan never replaces. */
function firstPlanAction(choice: Choice, cents: number, o: { plan: PlanName; plans: Plans }): PlanAction {
  const now = planCents(o.plan, 'month', o.plans)
  if (now === null || now >= cents) return { kind: 'included' }
  return link(`Upgrade to ${planTitle(choice.plan)}`, checkoutPath(choice), now === 0 && choice.plan === 'pro')
}

function changeAction(choice: Choice, cents: number, o: { subscription: Choice; plans: Plans }): PlanAction {
  const name = planTitle(choice.plan)
  const now = planCents(o.subscription.plan, 'month', o.plans) ?? 0
  if (cents === 0) return link('Cancel your plan', '/billing')
  if (cents === now)
    return link(choice.interval === 'year' ? 'Switch to yearly' : 'Switch to monthly', changePath(choice))
  return cents > now ? link(`Upgrade to ${name}`, changePath(choice)) : link(`Downgrade to ${name}`, changePath(choice))
}

function link(label: string, to: string, isFirst = false): PlanAction {
  return { kind: 'link', label, to, stands: isFirst ? 'first' : 'beside' }
}
