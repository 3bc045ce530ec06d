import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupFolder, openBackupFolder } from '#platform/server/backup/folder.ts'
import { isRowsOnly, type Manifest } from '#platform/server/backup/manifest.ts'
import type { Db } from '#platform/server/db.ts'
import { type Env, readEnv } from '#platform/server/env.ts'
import type { FileStore } from '#platform/server/files.ts'
import { refuseOtherRelease } from '#platform/server/migrations.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { lockParts } from './process/part-names.ts'
import { stopSignal } from './process/stop-signal.ts'
import { printLine, progressPrinter } from './process/terminal.ts'
import { lockBackups } from './services/backup-files.ts'
import { openFiles } from './services/file-store.ts'
import { readPassphrase } from './services/passphrase.ts'
import { type Backup, findBackup, isEmptySite, restoreBackup, verifyBackup } from './services/restore-backup.ts'
import { isInUse, withSiteDatabase } from './services/site-database.ts'
import { readMove } from './services/stray-database.ts'
import { beginRestore, endRestore, isRestoreUnfinished } from './services/unfinished-restore.ts'

/** `bin/restore`, which documents and checks its arguments: restores a site from a backup, lists backups, or checks one. */
const signal = stopSignal('Stopped. A restore that had begun must run again.')
const reporting = { signal, say: printLine, progress: progressPrinter() }

try {
  process.exitCode = await run()
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @returns the exit status */
async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
      // The folder of the shell, where relative paths begin.
      from: { type: 'string', default: '.' },
    },
  })
  const [path, name] = positionals
  if (path === undefined || positionals.length > 2) throw new Error('Name one folder; see bin/restore --help.')
  const passphrase = await readPassphrase(values['passphrase-file'], values.from)
  const folder = await openBackupFolder(resolve(values.from, path), { passphrase })
  const lock = await lockBackups(folder.path)
  try {
    if (values.list) return await listBackups(folder)
    const backup = await findBackup(folder, name)
    if (values.verify) return await verify(backup)
    await restore(backup, readEnv(), { replace: values.replace })
    return 0
  } finally {
    await lock.release()
  }
}

async function listBackups(folder: BackupFolder): Promise<number> {
  for (const name of await folder.list()) {
    const manifest = await folder.manifestOf(name)
    const files = isRowsOnly(manifest) ? 'rows only' : filesOf(manifest)
    printLine(`${name}  release ${manifest.version}  ${formatNumber(manifest.rows)} rows  ${files}`)
  }
  return 0
}

function filesOf({ fileCount, fileBytes }: Manifest): string {
  return `${pluralize(fileCount, 'file')}, ${formatBytes(fileBytes)}`
}

async function verify(backup: Backup): Promise<number> {
  const faults = await verifyBackup(backup, reporting)
  for (const fault of faults) printLine(fault)
  printLine(
    faults.length === 0
      ? `Every byte of ${backup.name} is as it was written.`
      : `${pluralize(faults.length, 'part')} of ${backup.name} cannot be used. Remove damaged files: the next backup copies them again.`,
  )
  return faults.length === 0 ? 0 : 1
}

async function restore(backup: Backup, env: Env, { replace }: { replace: boolean }): Promise<void> {
  const dataDir = resolve(env.DATA_DIR)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const lock = await lockParts(env.DATA_DIR)
  if (lock === undefined) throw new Error(`${PRODUCT_NAME} runs with the data in ${dataDir}. Stop it first.`)
  try {
    const moved = await readMove(dataDir)
    if (moved !== undefined && env.DATABASE_URL === undefined)
      throw new Error(`The database of ${dataDir} moved to ${moved.to}. Set DATABASE_URL, or choose another DATA_DIR.`)
    // What an interrupted restore has left may be overwritten, as that restore was going to.
    const replaces = replace || isRestoreUnfinished(dataDir)
    await refuseUnfit(backup, { replaces })
    const files = await openFiles(env)
    await withSiteDatabase(env, { say: printLine }, async (db, databaseUrl) => {
      if (env.DATABASE_URL !== undefined && (await isInUse(db)))
        throw new Error(`${PRODUCT_NAME} runs with the database at DATABASE_URL. Stop it everywhere first.`)
      if (!replaces) await refuseOccupied({ db, files })
      await beginRestore(dataDir, backup.name)
      const isOnDisk = env.FILE_STORE === 'disk'
      const target = { db, databaseUrl, files, dataDir, isOnDisk, replaces }
      const restored = await restoreBackup(backup, target, reporting)
      await endRestore(dataDir)
      printRestored(backup, restored, env)
    })
  } finally {
    await lock.release()
  }
}

/** Before it begins to overwrite a site, the backup must be whole, and one that this release can restore. */
async function refuseUnfit(backup: Backup, { replaces }: { replaces: boolean }): Promise<void> {
  const manifest = await backup.folder.manifestOf(backup.name)
  await refuseOtherRelease(manifest.migrations)
  if (replaces && (await verify(backup)) !== 0) throw new Error('Nothing was changed.')
  if (!replaces && isRowsOnly(manifest))
    throw new Error(
      `The backup ${backup.name} has rows only: it needs the site where it was made, with its files. Overwrite the rows of that site: --replace. Nothing was changed.`,
    )
}

async function refuseOccupied(o: { db: Db; files: FileStore }): Promise<void> {
  if (await isEmptySite(o)) return
  throw new Error(
    'There is a site with accounts or files here. Set an empty DATA_DIR, DATABASE_URL and S3_BUCKET, or overwrite it: --replace. Nothing was changed.',
  )
}

function printRestored(
  { name }: Backup,
  { manifest, copy }: Awaited<ReturnType<typeof restoreBackup>>,
  env: Env,
): void {
  const { version, createdAt } = manifest
  printLine(`Restored ${name}, made by release ${version} at ${createdAt}:`)
  printLine(
    `  ${formatNumber(copy.rows)} rows of ${copy.tables} tables; the number and hash of the rows of each table agree`,
  )
  if (isRowsOnly(manifest)) printLine('  rows only: the files and the session secret of the site stay as they are')
  else printRestoredFiles(manifest, env)
  printLine(`Start ${PRODUCT_NAME}.`)
}

function printRestoredFiles(manifest: Manifest, { SESSION_SECRET }: Env): void {
  printLine(`  ${filesOf(manifest)}; the size and SHA-256 of each agree`)
  printLine('  the session secret, so that people stay logged in')
  if (SESSION_SECRET !== undefined)
    printLine('SESSION_SECRET is set and is used instead of the restored one. If it differs, everybody logs in again.')
}
