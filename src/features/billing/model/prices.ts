import type { PlanName } from '#features/accounts/model/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { Interval, Item, PackId } from './items.ts'
import { type Plans, PLANS, YEAR_DISCOUNT } from './plans.ts'

/** The currency of every price: ISO 4217, lower case as payment providers write it. */
export const CURRENCY = 'usd'

/** A one-time purchase of credits. `cents` in US cents, before tax. */
export type Pack = { readonly id: PackId; readonly credits: number; readonly cents: number }

/** Every pack by id, with an operator's overrides. */
export type Packs = Readonly<Record<PackId, Pack>>

/** The packs of credits (product §5), the smallest first. */
export const CREDIT_PACKS: Packs = {
  pack100: { id: 'pack100', credits: 100, cents: 8_00 },
  pack500: { id: 'pack500', credits: 500, cents: 35_00 },
}

/** How long the credits of a pack are valid, in months. */
export const PACK_LASTS_MONTHS = 12

/** The yearly price in cents: twelve months less `YEAR_DISCOUNT`, rounded to a whole cent. */
export function yearlyCents(monthlyCents: number): number {
  return Math.round((monthlyCents * 12 * (100 - YEAR_DISCOUNT * 100)) / 100)
}

/** The price of a plan per interval, in cents before tax. @returns null for a plan without a fixed price */
export function planCents(plan: PlanName, interval: Interval, plans: Plans = PLANS): number | null {
  const monthly = plans[plan].monthlyCents
  if (monthly === null) return null
  return interval === 'month' ? monthly : yearlyCents(monthly)
}

/** The credits of a plan per paid month; 0 if they come once or by contract. */
export function monthlyCredits(plan: PlanName, plans: Plans = PLANS): number {
  const { credits } = plans[plan]
  return credits?.each === 'month' ? credits.amount : 0
}

/** The price of an item, in cents before tax; null if it is not for sale. */
export function itemCents(item: Item, { plans, packs }: Catalogue): number | null {
  if (item.kind === 'pack') return packs[item.pack].cents
  const cents = planCents(item.plan, item.interval, plans)
  return cents === 0 ? null : cents
}

/** The name of an item on an invoice: 'Pro, a month', '100 credits'. */
export function itemName(item: Item, { packs }: Catalogue): string {
  if (item.kind === 'pack') return pluralize(packs[item.pack].credits, 'credit')
  return `${item.plan.charAt(0).toUpperCase()}${item.plan.slice(1)}, a ${item.interval}`
}

/** Everything for sale in a deployment. */
export type Catalogue = { readonly plans: Plans; readonly packs: Packs }

/** The product's own catalogue. */
export const CATALOGUE: Catalogue = { plans: PLANS, packs: CREDIT_PACKS }
