import {
  accentToneOf,
  FIXABLE,
  type FixedSettings,
  NO_SETTINGS,
  plainAccent,
  siteWith,
} from '#features/site/model/index.ts'
import { followSettings, type StoredSettings } from '#features/site/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Events } from '#platform/server/events.ts'
import type { Log } from '#platform/server/log.ts'
import type { Site } from '#platform/shared/contacts.ts'
import { identifySite } from '#platform/shared/product.ts'

/**
 * Opens the site as operators set it, which follows their changes.
 * @param o.base the site with the values of the environment and the defaults
 * @returns the present site; the same object until it changes
 */
export async function openSite(o: {
  env: Env
  base: Site
  db: Db
  events: Pick<Events, 'subscribe'>
  log: Log
  now: () => Date
}): Promise<() => Site> {
  let stored: StoredSettings = { version: 0, settings: NO_SETTINGS }
  let drawn = { key: '', site: o.base }
  await followSettings(o, (newest) => {
    stored = newest
    const { name, accent } = newest.settings
    identifySite({
      ...(name !== null && { name }),
      ...(accent !== null && { accent: plainAccent(accentToneOf(accent)) }),
    })
  })
  return () => {
    const now = o.now()
    // A banner begins and ends with a day.
    const key = `${stored.version} ${now.toISOString().slice(0, 10)}`
    if (key !== drawn.key) drawn = { key, site: siteWith(o.base, { ...stored, fixed: fixedBy(o.env), now }) }
    return drawn.site
  }
}

/** The settings of the site that the environment sets. */
export function fixedBy(env: Env): FixedSettings {
  return Object.fromEntries(
    FIXABLE.flatMap(({ field, variable }) => (env[variable] === undefined ? [] : [[field, env[variable]]])),
  )
}
