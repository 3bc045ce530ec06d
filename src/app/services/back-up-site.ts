import { resolve } from 'node:path'
import type { MadeBackup } from '#features/operations/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { FileStore } from '#platform/server/files.ts'
import { listPending } from '#platform/server/migrations.ts'
import { type BackupOrder, type BackupReport, createBackup } from './create-backup.ts'
import { readPassphrase } from './passphrase.ts'
import { listRecordedFiles } from './recorded-files.ts'
import { sessionSecret } from './session-secret.ts'

/** A site, and the settings it runs with. */
export type Site = {
  readonly env: Env
  readonly db: Db
  /** Omit to back up rows only. */
  readonly files?: FileStore | undefined
}

/** Where backups go. */
export type BackupPlace = Pick<BackupOrder, 'folder' | 'keep' | 'passphrase'>

/** The folder of automatic backups; undefined if there are none. @throws Error when its passphrase cannot be read */
export async function automaticPlace(env: Env): Promise<BackupPlace | undefined> {
  if (env.BACKUP_FOLDER === undefined) return undefined
  const passphrase = await readPassphrase(env.BACKUP_PASSPHRASE_FILE)
  return { folder: resolve(env.BACKUP_FOLDER), keep: env.BACKUP_KEEP, passphrase }
}

/**
 * Backs a site up, also one whose database an earlier release prepared: this release may not know its rows, so all
 * files are copied.
 */
export async function backUpSite(
  { env, db, files }: Site,
  order: Omit<BackupOrder, 'now'>,
): Promise<BackupReport & { readonly made: Omit<MadeBackup, 'id'> }> {
  const startedAt = new Date()
  const isCurrent = (await listPending(db)).length === 0
  const secret = files && (await sessionSecret({ given: env.SESSION_SECRET, dataDir: resolve(env.DATA_DIR) }))
  const listFiles = isCurrent ? listRecordedFiles : undefined
  const report = await createBackup({ db, files, sessionSecret: secret, listFiles }, { ...order, now: startedAt })
  const { fileBytes: bytes, fileCount, parts } = report.manifest
  const sizeBytes = bytes + parts.database.sizeBytes
  const isEncrypted = order.passphrase !== undefined
  return {
    ...report,
    made: { startedAt, finishedAt: new Date(), name: report.name, sizeBytes, fileCount, isEncrypted },
  }
}
