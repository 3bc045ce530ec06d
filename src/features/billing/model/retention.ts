import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Plan, Plans } from './plans.ts'
import type { Catalogue } from './prices.ts'

const DAY_MS = 86_400_000

/** Whose files have a period of their own: everybody's on a site that sells nothing; a contract sets its own. */
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

/** For each group the longer of two settings of its period: what people saw under either. @param plans the defaults */
export function longerPeriods(a: RetentionPeriods, b: RetentionPeriods, plans: Plans): RetentionPeriods {
  const lengthOf = (group: RetentionGroup, { [group]: days = retentionDays(group, plans) }: RetentionPeriods) =>
    days ?? Infinity
  return Object.fromEntries(
    RetentionGroup.options.flatMap((group) => {
      const days = (lengthOf(group, a) > lengthOf(group, b) ? a : b)[group]
      return days === undefined ? [] : [[group, days] as const]
    }),
  )
}

/** Whether two settings are the same for every group. */
export function isSameRetention(a: RetentionPeriods, b: RetentionPeriods): boolean {
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
