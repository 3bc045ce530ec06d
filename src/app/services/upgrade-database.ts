import { isEmptyDatabase } from '#platform/server/database/copy.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { listPending, migrate, withUpgradeLock } from '#platform/server/migrations.ts'

/** For the lock of the upgrade, the lock of the backup, its snapshot, and a statement. */
export const UPGRADE_CONNECTIONS = 4

/**
 * Prepares the database for this release, and backs a site of an earlier one up before. Of several starts at once, one
 * does it and the others wait.
 * @returns the names of the migrations applied now
 * @throws Error with one sentence: without the backup, nothing is upgraded
 */
export async function upgradeDatabase(
  env: Env,
  o: { db: Db; signal: AbortSignal; say: (sentence: string) => void },
): Promise<string[]> {
  const isUpgrade = async () => (await listPending(o.db)).length > 0
  if ((await isEmptyDatabase(o.db)) || !(await isUpgrade())) return migrate(o.db)
  return withUpgradeLock(o.db, o, async () => {
    // Another start may have upgraded it meanwhile.
    if (!(await isUpgrade())) return []
    // Loaded only for an upgrade, and with it much of the server.
    const { backUpBefore } = await import('./upgrade-backup.ts')
    const record = await backUpBefore(env, o)
    const applied = await migrate(o.db)
    await record()
    return applied
  })
}
