import { followRetention, type RetentionPeriods } from '#features/billing/model/index.ts'
import { fixedRetention, planLimits, readCatalogue } from '#features/billing/server/index.ts'
import { NO_SETTINGS } from '#features/site/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Env } from '#platform/server/env.ts'

/** Opens the catalogue of the environment, whose retention operators set once `follow` was called. */
export function followCatalogue(env: Env) {
  const sells = env.BILLING === 'on'
  const baseCatalogue = readCatalogue(env)
  const { groups } = fixedRetention(env)
  let periods = (): RetentionPeriods => NO_SETTINGS.retention
  const catalogue = followRetention(baseCatalogue, {
    sells,
    isFixed: (group) => groups.includes(group),
    periods: () => periods(),
  })
  return {
    /** As the environment says, without what operators set. */
    baseCatalogue,
    catalogue,
    limits: planLimits({ catalogue, sells, now: systemClock }),
    /** Reads the periods from now on. */
    follow(read: () => RetentionPeriods): void {
      periods = read
    },
  }
}
