import {
  type Catalogue,
  followRetention,
  type Retention,
  retentionOfPlans,
  type RetentionPeriods,
  withRetention,
} from '#features/billing/model/index.ts'
import { isSelling, planLimits, readCatalogue } from '#features/billing/server/index.ts'
import { NO_SETTINGS } from '#features/site/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Queryable } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'

/** Opens the catalogue of the environment, whose retention operators set once `follow` was called. */
export function followCatalogue(env: Env) {
  const sells = isSelling(env)
  const { catalogue: baseCatalogue, fixedRetention } = readCatalogue(env)
  let present = (): RetentionPeriods => NO_SETTINGS.retention
  const catalogueAt = (periods: () => RetentionPeriods) =>
    followRetention(baseCatalogue, { sells, isFixed: (group) => fixedRetention.groups.includes(group), periods })
  const limitsAt = (at: Pick<Catalogue, 'plans'>) => planLimits({ catalogue: at, sells, now: systemClock })
  const catalogue = catalogueAt(() => present())
  return {
    /** As the environment says, without what operators set. */
    baseCatalogue,
    fixedRetention,
    catalogue,
    limits: limitsAt(catalogue),
    /** How long plans store files by these periods of operators, default the present ones, and the environment. */
    retentionBy: (periods?: RetentionPeriods): Retention =>
      retentionOfPlans((periods === undefined ? catalogue : catalogueAt(() => periods)).plans),
    /** How long an account stores files where its plan has this retention, in milliseconds; null for ever. */
    async retentionWith(q: Queryable, ownerId: string, retention: Retention): Promise<number | null> {
      const plans = withRetention(baseCatalogue.plans, retention)
      return (await limitsAt({ plans }).storage(q, ownerId)).retentionMs
    },
    /** Reads the periods from now on. */
    follow(read: () => RetentionPeriods): void {
      present = read
    },
  }
}
