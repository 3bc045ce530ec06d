import { randomUUID } from 'node:crypto'
import { recordBackup } from '#features/operations/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { readVersion } from '#platform/server/release.ts'
import { automaticPlace, backUpSite } from './back-up-site.ts'
import { openFiles } from './file-store.ts'

/**
 * Backs a site up before this release migrates its data.
 * @returns records the backup; call it after the migrations
 * @throws Error with one sentence
 */
export async function backUpBefore(
  env: Env,
  { db, signal, say }: { db: Db; signal: AbortSignal; say: (sentence: string) => void },
): Promise<() => Promise<void>> {
  const place = await automaticPlace(env)
  if (place === undefined) return async () => {}
  say(`The database is of an earlier release than ${await readVersion()}: backing it up before the upgrade.`)
  try {
    const files = await openFiles(env)
    const { name, made } = await backUpSite({ env, db, files }, { ...place, signal, say, progress: () => undefined })
    say(`The way back is ${place.folder}/${name}: docs/self-hosting.md, Upgrades.`)
    return () => recordBackup(db, { id: randomUUID(), ...made })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Nothing was upgraded, since the backup before it failed: ${reason}`, { cause: error })
  }
}
