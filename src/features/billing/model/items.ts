import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'

/** The interval between payments of a subscription. */
export const Interval = z.enum(['month', 'year'])
export type Interval = z.output<typeof Interval>

/** A pack of credits, valid for a year. */
export const PackId = z.enum(['pack100', 'pack500'])
export type PackId = z.output<typeof PackId>

/** The item of a payment. */
export const Item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), plan: PlanName, interval: Interval }),
  z.object({ kind: z.literal('pack'), pack: PackId }),
])
export type Item = z.output<typeof Item>

/** How many months of credits a payment grants; a pack grants its credits at once. */
export function monthsOf(item: Item): 1 | 12 {
  return item.kind === 'plan' && item.interval === 'year' ? 12 : 1
}
