import type { Catalogue } from '#features/billing/model/index.ts'
import {
  accentToneOf,
  FIXABLE,
  type FixedSettings,
  NO_SETTINGS,
  plainAccent,
  POLICY_NAMES,
  type SiteSettings,
  siteVersion,
  siteWith,
  withRetentionOf,
} from '#features/site/model/index.ts'
import { followSettings, type StoredSite } from '#features/site/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Events } from '#platform/server/events.ts'
import type { Log } from '#platform/server/log.ts'
import type { Site } from '#platform/shared/contacts.ts'
import { identifySite } from '#platform/shared/product.ts'

/**
 * Opens the site as operators set it, which follows their changes.
 * @param o.base the site with the values of the environment and the defaults
 * @returns the present site, the same object until it changes; what operators set; how to read it at once; and the texts
 *   that they wrote
 */
export async function openSite(o: {
  env: Env
  base: Site
  /** Its plans say how long files are stored. */
  catalogue: Catalogue
  db: Db
  events: Pick<Events, 'subscribe'>
  log: Log
  now: () => Date
}): Promise<{
  currentSite: () => Site
  currentSettings: () => SiteSettings
  refreshSite: () => Promise<void>
  policyText: (path: string) => string | undefined
}> {
  let stored: StoredSite = { version: 0, settings: NO_SETTINGS, policies: [] }
  let drawn = { key: '', site: o.base }
  let texts: ReadonlyMap<string, string> = new Map()
  const refreshSite = await followSettings(o, (newest) => {
    stored = newest
    texts = new Map(newest.policies.map((one) => [one.policy, JSON.stringify(one)]))
    const { name, accent } = newest.settings
    identifySite({
      ...(name !== null && { name }),
      ...(accent !== null && { accent: plainAccent(accentToneOf(accent)) }),
    })
  })
  return {
    currentSite() {
      const now = o.now()
      const key = siteVersion(stored, now)
      const policies = stored.policies.map(({ policy }) => policy)
      if (key !== drawn.key)
        drawn = {
          key,
          site: siteWith(withRetentionOf(o.base, o.catalogue.plans), {
            ...stored,
            policies,
            fixed: fixedBy(o.env),
            now,
          }),
        }
      return drawn.site
    },
    /** What operators set, without the environment and the defaults. */
    currentSettings: () => stored.settings,
    /** Reads what an operator just saved, without waiting for the event that other processes follow. */
    refreshSite,
    /** For the page of a policy: the operator's text as JSON, or nothing for the built-in one; undefined for other pages. */
    policyText: (path) => (POLICY_PATHS.has(path) ? (texts.get(path.slice(1)) ?? '') : undefined),
  }
}

const POLICY_PATHS: ReadonlySet<string> = new Set(POLICY_NAMES.map((name) => `/${name}`))

/** The settings of the site that the environment sets. */
export function fixedBy(env: Env): FixedSettings {
  return Object.fromEntries(
    FIXABLE.flatMap(({ field, variable }) => (env[variable] === undefined ? [] : [[field, env[variable]]])),
  )
}
