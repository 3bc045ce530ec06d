import { join, resolve } from 'node:path'
import { removeBackupsBefore } from '#platform/server/backup/folder.ts'
import type { Env } from '#platform/server/env.ts'

/** They have the rows of accounts that people erased since. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** The folder with the rows before each upgrade, of a site without a folder for whole backups. */
export function upgradeFolder({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string {
  return join(resolve(DATA_DIR), 'upgrade-backups')
}

/** Removes the rows before an upgrade after 30 days. */
export async function removeExpiredUpgradeBackups(env: Pick<Env, 'DATA_DIR'>, now: Date): Promise<void> {
  await removeBackupsBefore(upgradeFolder(env), new Date(now.getTime() - KEPT_DAYS * DAY_MS))
}
