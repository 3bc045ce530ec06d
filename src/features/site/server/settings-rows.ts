import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { NO_SETTINGS, type SettingsVersion, SiteSettings } from '../model/index.ts'

const Current = z.object({ version: z.number(), settings: SiteSettings })
/** The newest version of the settings. */
export type StoredSettings = z.output<typeof Current>

/** Reads the newest settings; version 0 if nothing was ever set. */
export async function readSettings(q: Queryable): Promise<StoredSettings> {
  const row = await findRow(q, Current, 'select version, settings from site_settings order by version desc limit 1')
  return row ?? { version: 0, settings: NO_SETTINGS }
}

/** Adds a version. @returns false if this version exists, saved by somebody else */
export async function addVersion(
  tx: Tx,
  o: { version: number; settings: SiteSettings; operator: string; reason: string; at: Date },
): Promise<boolean> {
  const added = await execute(
    tx,
    `insert into site_settings (version, settings, operator_email, reason, at) values ($1, $2, $3, $4, $5)
     on conflict (version) do nothing`,
    [o.version, JSON.stringify(o.settings), o.operator, o.reason, o.at],
  )
  return added === 1
}

const Row = z.object({
  version: z.number(),
  settings: SiteSettings,
  operator: z.string(),
  reason: z.string(),
  at: z.date().transform((at) => at.toISOString()),
})

/** Lists versions, newest first. @param o.before the last version of the previous page */
export async function listVersions(
  q: Queryable,
  o: { before: number | undefined; limit: number },
): Promise<Omit<SettingsVersion, 'hasPictures'>[]> {
  return queryRows(
    q,
    Row,
    `select version, settings, operator_email as operator, reason, at from site_settings
     where ($1::integer is null or version < $1::integer) order by version desc limit $2`,
    [o.before ?? null, o.limit],
  )
}
