import type { PlanName } from '#features/accounts/model/index.ts'
import type { Choice, PackId } from '../model/index.ts'

/** What somebody wants to buy, as `startCheckout` is asked for it. */
export type CheckoutChoice = Choice | { readonly pack: PackId }

/** The page that opens the payment page for it. @param from the page to return to after paying; default none */
export function checkoutPath(wanted: CheckoutChoice, from?: string): string {
  return `/billing/checkout?${searchOf(wanted, from)}`
}

/** Signing up, or logging in, and then on to paying for it. */
export function signUpPath(wanted: CheckoutChoice): string {
  return `/signup?from=${encodeURIComponent(checkoutPath(wanted))}`
}

/** Where somebody with a plan sees what a change would mean, and confirms it. @param from as in `checkoutPath` */
export function changePath(choice: Choice, from?: string): string {
  return `/billing?${searchOf(choice, from)}`
}

function searchOf(wanted: CheckoutChoice, from: string | undefined): string {
  return new URLSearchParams({ ...wanted, ...(from !== undefined && { from }) }).toString()
}

/** What a page's address asks for; undefined when it asks for nothing we know. @param search `?plan=pro&interval=year` */
export function readCheckoutChoice(search: string): CheckoutChoice | undefined {
  const asked = new URLSearchParams(search)
  const pack = PACKS.find((id) => id === asked.get('pack'))
  return pack === undefined ? choiceOf(search) : { pack }
}

/** The plan that a page's address asks for. */
export function choiceOf(search: string): Choice | undefined {
  const asked = new URLSearchParams(search)
  const plan = PLAN_NAMES.find((name) => name === asked.get('plan'))
  const interval = INTERVALS.find((name) => name === asked.get('interval'))
  return plan === undefined || interval === undefined ? undefined : { plan, interval }
}

// Named here rather than read from the schemas, which would bring their library to every page with a price.
const PLAN_NAMES: readonly PlanName[] = ['free', 'basic', 'pro', 'premium', 'enterprise']
const INTERVALS = ['month', 'year'] as const
const PACKS: readonly PackId[] = ['pack100', 'pack500']
