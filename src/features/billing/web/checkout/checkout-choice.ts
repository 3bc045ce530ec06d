import type { PlanName } from '#features/accounts/model/index.ts'
import type { Choice, PackId } from '../../model/index.ts'

/** The item to buy, as in `startCheckout`. */
export type CheckoutChoice = Choice | { readonly pack: PackId }

/** The page that opens the checkout. @param from the page to return to after paying; default none */
export function checkoutPath(choice: CheckoutChoice, from?: string): string {
  return `/billing/checkout?${searchOf(choice, from)}`
}

/** Sign-up or log-in, then the checkout. */
export function signUpPath(choice: CheckoutChoice): string {
  return `/signup?from=${encodeURIComponent(checkoutPath(choice))}`
}

/** The page that previews and confirms a change. @param from as in `checkoutPath` */
export function changePath(choice: Choice, from?: string): string {
  return `/billing?${searchOf(choice, from)}`
}

function searchOf(choice: CheckoutChoice, from: string | undefined): string {
  return new URLSearchParams({ ...choice, ...(from !== undefined && { from }) }).toString()
}

/** The item in a page's address; undefined if there is none. @param search `?plan=pro&interval=year` */
export function readCheckoutChoice(search: string): CheckoutChoice | undefined {
  const params = new URLSearchParams(search)
  const pack = PACKS.find((id) => id === params.get('pack'))
  return pack === undefined ? choiceOf(search) : { pack }
}

/** The plan in a page's address. */
export function choiceOf(search: string): Choice | undefined {
  const params = new URLSearchParams(search)
  const plan = PLAN_NAMES.find((name) => name === params.get('plan'))
  const interval = INTERVALS.find((name) => name === params.get('interval'))
  return plan === undefined || interval === undefined ? undefined : { plan, interval }
}

// Listed here because the schemas would load their library on every page with a price.
const PLAN_NAMES: readonly PlanName[] = ['free', 'basic', 'pro', 'premium', 'enterprise']
const INTERVALS = ['month', 'year'] as const
const PACKS: readonly PackId[] = ['pack100', 'pack500']
