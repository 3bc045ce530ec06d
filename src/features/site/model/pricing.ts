import { framesAt, type Interval, type Plan, type Plans, yearlyCents } from '#features/billing/model/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'

/** The price of captions: `credits` for each started `spanMs` milliseconds of video (product §1). */
export type CaptionPrice = { readonly credits: number; readonly spanMs: number }

/** Price of a plan in US cents: per month, and per payment. */
export type PlanPrice = { readonly monthCents: number; readonly paidCents: number }

/**
 * The price of a plan. A year has one price; its monthly price is a twelfth of that, rounded for display.
 * @returns null for a plan whose price is agreed by contract
 */
export function priceOf({ monthlyCents }: Pick<Plan, 'monthlyCents'>, interval: Interval): PlanPrice | null {
  if (monthlyCents === null) return null
  if (interval === 'month') return { monthCents: monthlyCents, paidCents: monthlyCents }
  const paidCents = yearlyCents(monthlyCents)
  return { monthCents: Math.round(paidCents / 12), paidCents }
}

/** The plans in display order, lowest first. */
export function planList(plans: Plans): readonly Plan[] {
  return [plans.free, plans.basic, plans.pro, plans.premium, plans.enterprise]
}

/** `Pro`. */
export function planTitle({ name }: Pick<Plan, 'name'>): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The number of videos, each of one price unit, that these credits caption. */
export function videosFor(credits: number, price: CaptionPrice): number {
  return Math.floor(credits / price.credits)
}

/** The price of captions for a video of this length, in credits. @param durationMs in milliseconds, above 0 */
export function creditsFor(durationMs: number, { credits, spanMs }: CaptionPrice): number {
  return credits * Math.ceil(durationMs / spanMs)
}

/** `1080p, 30 fps`, `4K, 60 fps` or `4K, 30 fps or 1080p, 60 fps`. */
export function formatExportLimit({ export: limit }: Pick<Plan, 'export'>): string {
  const { height, fps } = limit
  const largest = `${height === 2160 ? '4K' : `${height}p`}, ${fps} fps`
  const quicker = framesAt(limit, 1080)
  return quicker > fps ? `${largest} or 1080p, ${quicker} fps` : largest
}

/** `3 minutes`: the length of video covered by one price unit. */
export function formatSpan({ spanMs }: CaptionPrice): string {
  return pluralize(spanMs / 60_000, 'minute')
}
