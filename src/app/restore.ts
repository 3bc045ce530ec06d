import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupFolder, openBackupFolder } from '#platform/server/backup/folder.ts'
import { type Env, readEnv } from '#platform/server/env.ts'
import type { FileStore } from '#platform/server/files.ts'
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
    const { version, rows, fileCount, fileBytes } = await folder.manifestOf(name)
    printLine(
      `${name}  release ${version}  ${formatNumber(rows)} rows  ${pluralize(fileCount, 'file')}, ${formatBytes(fileBytes)}`,
    )
  }
  return 0
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
    // Before it begins to overwrite a site, the backup must be whole.
    if (replace && (await verify(backup)) !== 0) throw new Error('Nothing was changed.')
    const files = await openFiles(env)
    await withSiteDatabase(env, { say: printLine }, async (db, databaseUrl) => {
      if (env.DATABASE_URL !== undefined && (await isInUse(db)))
        throw new Error(`${PRODUCT_NAME} runs with the database at DATABASE_URL. Stop it everywhere first.`)
      await refuseOccupied({ db, files, dataDir, replace })
      await beginRestore(dataDir, backup.name)
      const isOnDisk = env.FILE_STORE === 'disk'
      const restored = await restoreBackup(
        backup,
        {
          db,
          databaseUrl,
          files,
          dataDir,
          isOnDisk,
          replaces: replace,
        },
        reporting,
      )
      await endRestore(dataDir)
      printRestored(backup, restored, env)
    })
  } finally {
    await lock.release()
  }
}

async function refuseOccupied(o: {
  db: Parameters<typeof isEmptySite>[0]['db']
  files: FileStore
  dataDir: string
  replace: boolean
}): Promise<void> {
  if (o.replace || isRestoreUnfinished(o.dataDir) || (await isEmptySite(o))) return
  throw new Error(
    'There is a site with accounts or files here. Set an empty DATA_DIR, DATABASE_URL and S3_BUCKET, or overwrite it: --replace. Nothing was changed.',
  )
}

function printRestored(
  { name }: Backup,
  { manifest, copy }: Awaited<ReturnType<typeof restoreBackup>>,
  env: Env,
): void {
  const { version, createdAt, fileCount, fileBytes } = manifest
  printLine(`Restored ${name}, made by release ${version} at ${createdAt}:`)
  printLine(
    `  ${formatNumber(copy.rows)} rows of ${copy.tables} tables; the number and hash of the rows of each table agree`,
  )
  printLine(
    manifest.format === 1
      ? `  ${pluralize(fileCount, 'file')}, ${formatBytes(fileBytes)}; the size and SHA-256 of each agree`
      : '  no files: those of the site stay as they are',
  )
  printLine('  the session secret, so that people stay logged in')
  if (env.SESSION_SECRET !== undefined)
    printLine('SESSION_SECRET is set and is used instead of the restored one. If it differs, everybody logs in again.')
  printLine(`Start ${PRODUCT_NAME}.`)
}
