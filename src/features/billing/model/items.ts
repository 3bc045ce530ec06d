import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'

/** How often a subscription is paid. */
export const Interval = z.enum(['month', 'year'])
export type Interval = z.output<typeof Interval>

/** A pack of credits; it lasts a year. */
export const PackId = z.enum(['pack100', 'pack500'])
export type PackId = z.output<typeof PackId>

/** What one payment buys. */
export const Item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), plan: PlanName, interval: Interval }),
  z.object({ kind: z.literal('pack'), pack: PackId }),
])
export type Item = z.output<typeof Item>

/** How many months of credits one payment brings; those of a pack come at once. */
export function monthsOf(item: Item): 1 | 12 {
  return item.kind === 'plan' && item.interval === 'year' ? 12 : 1
}
