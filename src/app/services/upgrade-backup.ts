import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { recordBackup } from '#features/operations/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { readVersion } from '#platform/server/release.ts'
import { bigint, queryRow } from '#platform/server/rows.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { automaticPlace, type BackupPlace, backUpSite } from './back-up-site.ts'
import { openFiles } from './file-store.ts'
import { readPassphrase } from './passphrase.ts'
import { upgradeFolder } from './upgrade-folder.ts'

/** A way back from the last upgrade and the one before it. */
const UPGRADES_KEPT = 2

/**
 * Backs a site up before this release migrates its data: all of it with a folder for backups, otherwise its rows, which
 * are all that a migration changes.
 * @returns records the backup; call it after the migrations
 * @throws Error with one sentence
 */
export async function backUpBefore(
  env: Env,
  { db, signal, say }: { db: Db; signal: AbortSignal; say: (sentence: string) => void },
): Promise<() => Promise<void>> {
  say(`The database is of an earlier release than ${await readVersion()}: backing it up before the upgrade.`)
  try {
    await mkdir(resolve(env.DATA_DIR), { recursive: true, mode: 0o711 })
    const whole = await automaticPlace(env)
    const place = whole ?? (await rowsPlace(env))
    if (whole === undefined) await requireSpace(env, db)
    const files = whole && (await openFiles(env))
    const order = { ...place, beforeUpgrade: true, signal, say, progress: () => undefined }
    const { name, made } = await backUpSite({ env, db, files }, order)
    const unlock = place.passphrase === undefined ? '' : ' --passphrase-file=FILE'
    say(`The way back is ./bin/restore ${place.folder} ${name} --replace${unlock} (docs/self-hosting.md, Upgrades).`)
    // Rows alone are no backup of the site: the overview of operators does not show them.
    return async () => {
      if (whole !== undefined) await recordBackup(db, { id: randomUUID(), ...made })
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Nothing was upgraded, since the backup before it failed: ${reason}`, { cause: error })
  }
}

/** Where rows alone go. @throws Error when the passphrase cannot be read */
async function rowsPlace(env: Env): Promise<BackupPlace> {
  const passphrase = await readPassphrase(env.BACKUP_PASSPHRASE_FILE)
  return { folder: upgradeFolder(env), keep: UPGRADES_KEPT, passphrase }
}

const Size = z.object({ bytes: bigint })

/** A full disk would stop the embedded database too. Compressed rows take less than the database. @throws Error with one sentence */
async function requireSpace(env: Env, db: Db): Promise<void> {
  const { bytes } = await queryRow(db, Size, 'select pg_database_size(current_database()) as bytes')
  const { bavail, bsize } = await statfs(resolve(env.DATA_DIR))
  if (bavail * bsize > bytes) return
  throw new Error(
    `it needs up to ${formatBytes(bytes)} on the disk of ${resolve(env.DATA_DIR)}. Free some space, or set BACKUP_FOLDER to a folder on another disk.`,
  )
}
