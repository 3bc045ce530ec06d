import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Plan, Plans } from './plans.ts'
import type { Catalogue } from './prices.ts'

const DAY_MS = 86_400_000

/** Users with one retention period: a plan, or `everybody` on a site that sells nothing. Contracts set their own. */
export const RetentionGroup = z.enum(['everybody', 'free', 'basic', 'pro', 'premium'])
export type RetentionGroup = z.output<typeof RetentionGroup>

/** The fewest and the most days for which operators may store files. */
export const RETENTION_DAYS = { min: 4, max: 3_650 } as const

/**
 * How many days new files are stored, within {@link RETENTION_DAYS}: their owners get a mail three days before. Null until their owner
 * deletes them. Missing ones keep their default.
 */
export const RetentionPeriods = z.partialRecord(
  RetentionGroup,
  z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max).nullable(),
)
export type RetentionPeriods = Readonly<z.output<typeof RetentionPeriods>>

/** How long each plan stores files, whatever sets it, in milliseconds; null for ever. */
export const Retention = z.record(PlanName, z.number().positive().nullable())
export type Retention = Readonly<z.output<typeof Retention>>

/** How long these plans store files. */
export function retentionOfPlans(plans: Plans): Retention {
  return Retention.parse(Object.fromEntries(PlanName.options.map((name) => [name, plans[name].retentionMs])))
}

/** These plans with another retention. */
export function withRetention(plans: Plans, retention: Retention): Plans {
  const changed = PlanName.options.map((name) => [name, { ...plans[name], retentionMs: retention[name] }] as const)
  return { ...plans, ...Object.fromEntries(changed) }
}

/** For each plan the longer of two: what people saw under either. */
export function longerRetention(a: Retention, b: Retention): Retention {
  const longer = (name: PlanName) => ((a[name] ?? Infinity) > (b[name] ?? Infinity) ? a : b)[name]
  return Retention.parse(Object.fromEntries(PlanName.options.map((name) => [name, longer(name)])))
}

/** Whether every plan stores files as long as in the other. */
export function isEqualRetention(a: Retention, b: Retention): boolean {
  return PlanName.options.every((name) => a[name] === b[name])
}

/** A change of the periods that operators set, and its time. */
export type RetentionChange = {
  readonly before: RetentionPeriods
  readonly after: RetentionPeriods
  readonly at: Date
}

/** Whether two settings are the same for every group. */
export function areRetentionPeriodsEqual(a: RetentionPeriods, b: RetentionPeriods): boolean {
  return RetentionGroup.options.every((group) => a[group] === b[group])
}

/** The groups of a site, in the order of its plans. */
export function retentionGroups(sells: boolean): readonly RetentionGroup[] {
  return sells ? ['free', 'basic', 'pro', 'premium'] : ['everybody']
}

/** The days for which files of a group are stored; null for ever. */
export function retentionDays(group: RetentionGroup, plans: Plans): number | null {
  const { retentionMs } = plans[group === 'everybody' ? 'free' : group]
  return retentionMs === null ? null : retentionMs / DAY_MS
}

/**
 * A catalogue whose plans follow the periods that are set now.
 * @param o.isFixed whether the environment sets the period of a group, which then wins
 */
export function followRetention(
  base: Catalogue,
  o: { sells: boolean; isFixed(group: RetentionGroup): boolean; periods(): RetentionPeriods },
): Catalogue {
  let known: { of: RetentionPeriods; plans: Plans } | undefined
  return {
    packs: base.packs,
    get plans() {
      const periods = o.periods()
      if (known?.of !== periods) known = { of: periods, plans: plansWith(base.plans, periods, o) }
      return known.plans
    },
  }
}

function plansWith(
  plans: Plans,
  periods: RetentionPeriods,
  { sells, isFixed }: { sells: boolean; isFixed(group: RetentionGroup): boolean },
): Plans {
  const changed = PlanName.options.map((name): readonly [PlanName, Plan] => {
    const group = RetentionGroup.safeParse(sells ? name : 'everybody').data
    const days = group === undefined || isFixed(group) ? undefined : periods[group]
    if (days === undefined) return [name, plans[name]]
    return [name, { ...plans[name], retentionMs: days === null ? null : days * DAY_MS }]
  })
  return { ...plans, ...Object.fromEntries(changed) }
}
