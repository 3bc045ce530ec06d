import { type Catalogue, followRetention, type RetentionPeriods } from '#features/billing/model/index.ts'
import { planLimits, readCatalogue } from '#features/billing/server/index.ts'
import { NO_SETTINGS } from '#features/site/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Queryable } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'

/** Opens the catalogue of the environment, whose retention operators set once `follow` was called. */
export function followCatalogue(env: Env) {
  const sells = env.BILLING === 'on'
  const { catalogue: baseCatalogue, fixedRetention } = readCatalogue(env)
  let present = (): RetentionPeriods => NO_SETTINGS.retention
  const catalogueAt = (periods: () => RetentionPeriods) =>
    followRetention(baseCatalogue, { sells, isFixed: (group) => fixedRetention.groups.includes(group), periods })
  const limitsAt = (at: Catalogue) => planLimits({ catalogue: at, sells, now: systemClock })
  const catalogue = catalogueAt(() => present())
  return {
    /** As the environment says, without what operators set. */
    baseCatalogue,
    fixedRetention,
    catalogue,
    limits: limitsAt(catalogue),
    /** How long an account stores files by other periods than the present ones, in milliseconds; null for ever. */
    async retentionWith(q: Queryable, ownerId: string, periods: RetentionPeriods): Promise<number | null> {
      return (await limitsAt(catalogueAt(() => periods)).storage(q, ownerId)).retentionMs
    },
    /** Reads the periods from now on. */
    follow(read: () => RetentionPeriods): void {
      present = read
    },
  }
}
