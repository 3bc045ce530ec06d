import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { listUserIds } from '#features/accounts/server/index.ts'
import type { BackupFolder } from '#platform/server/backup/folder.ts'
import { type BackupFile, isRowsOnly, type Manifest, Secrets } from '#platform/server/backup/manifest.ts'
import { clearDatabase, type DatabaseCopy, isEmptyDatabase, replaceRows } from '#platform/server/database/copy.ts'
import { readDump } from '#platform/server/database/dump.ts'
import type { Db } from '#platform/server/db.ts'
import { markDiskStore } from '#platform/server/files/disk-store.ts'
import type { FileStore } from '#platform/server/files.ts'
import { installQueueSchema } from '#platform/server/jobs/boss.ts'
import { listApplied, migrateLike, refuseOtherRelease } from '#platform/server/migrations.ts'
import { filesOfBackup, linesOfPart } from './backup-files.ts'

/** One backup in its folder. */
export type Backup = { readonly folder: BackupFolder; readonly name: string }

/** An empty site, or one that is replaced. The product is stopped. */
export type RestoreTarget = {
  readonly db: Db
  readonly databaseUrl: string
  readonly files: FileStore
  readonly dataDir: string
  /** Whether a site of another release, which the database may have, is removed first. */
  readonly replaces: boolean
  /** Whether the files are in `dataDir`. */
  readonly isOnDisk: boolean
}

type Reporting = {
  readonly signal: AbortSignal
  say(sentence: string): void
  /** Receives the bytes of files that are done. */
  progress(done: number, total: number): void
}

/** The names of the newest, or the named, backup. @throws Error with one sentence when there is none */
export async function findBackup(folder: BackupFolder, name?: string): Promise<Backup> {
  const names = await folder.list()
  const found = name === undefined ? names.at(-1) : names.find((one) => one === name)
  if (found !== undefined) return { folder, name: found }
  throw new Error(
    name === undefined || names.length === 0
      ? `There is no finished backup in ${folder.path}.`
      : `There is no backup ${name} in ${folder.path}. There are: ${names.join(', ')}`,
  )
}

/** Reads every byte of a backup. @returns what is wrong with it, one sentence each; it can be restored if there is nothing */
export async function verifyBackup({ folder, name }: Backup, { signal, progress }: Reporting): Promise<string[]> {
  const faults: string[] = []
  const note = async (bytes: AsyncIterable<unknown>) => {
    try {
      for await (const _ of bytes) signal.throwIfAborted()
    } catch (error) {
      signal.throwIfAborted()
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  const { parts, fileBytes } = await folder.manifestOf(name)
  await note(folder.readPart(name, 'database', parts.database))
  await note(folder.readPart(name, 'secrets', parts.secrets))
  let done = 0
  await note(
    (async function* verifyFiles() {
      for await (const file of filesOfBackup(folder, name)) {
        await note(folder.readFile(file))
        done += file.sizeBytes
        progress(done, fileBytes)
        yield file
      }
    })(),
  )
  return faults
}

/** Whether a site has no account and no file. */
export async function isEmptySite({ db, files }: { db: Db; files: Pick<FileStore, 'list'> }): Promise<boolean> {
  if (!(await isEmptyDatabase(db)) && (await listUserIds(db)).length > 0) return false
  // The status page writes and removes small files.
  for await (const { key } of files.list('')) if (!key.startsWith('status/')) return false
  return true
}

/**
 * Replaces a site by a backup: its files, its rows in one transaction, its secret; or its rows only. Everything is
 * compared.
 * @throws Error with one sentence; the caller has marked the site as unfinished before
 */
export async function restoreBackup(
  backup: Backup,
  target: RestoreTarget,
  { signal, say, progress }: Reporting,
): Promise<{ manifest: Manifest; copy: DatabaseCopy }> {
  const { folder, name } = backup
  const manifest = await folder.manifestOf(name)
  await refuseOtherRelease(manifest.migrations)
  say('Preparing the database …')
  if (target.replaces && (await isOfOtherRelease(target.db, manifest))) await clearDatabase(target.db)
  await migrateLike(target.db, manifest.migrations)
  await installQueueSchema(target.databaseUrl)
  const hasFiles = !isRowsOnly(manifest)
  if (hasFiles) say('Copying files …')
  const keys = await restoreFiles(backup, target.files, { signal, progress, total: manifest.fileBytes })
  say('Copying rows …')
  const copy = await restoreRows(backup, target.db, signal)
  if (copy.rows !== manifest.rows || copy.tables !== manifest.tables)
    throw new Error(`The backup ${name} has other rows than its manifest says.`)
  if (hasFiles) await deleteOthers(target.files, keys)
  if (hasFiles) await restoreSecret(backup, manifest, target.dataDir)
  if (hasFiles && target.isOnDisk) await markDiskStore(target.db, target.dataDir)
  return { manifest, copy }
}

async function isOfOtherRelease(db: Db, { migrations }: Manifest): Promise<boolean> {
  return !(await isEmptyDatabase(db)) && !isDeepStrictEqual(await listApplied(db), migrations)
}

/** @returns the size of each file by key */
async function restoreFiles(
  { folder, name }: Backup,
  files: FileStore,
  o: Pick<Reporting, 'signal' | 'progress'> & { total: number },
): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  let done = 0
  const directory = await files.temporary()
  try {
    for await (const file of filesOfBackup(folder, name)) {
      o.signal.throwIfAborted()
      await restoreFile(folder, file, { files, draft: join(directory, 'file') })
      keys.set(file.key, file.sizeBytes)
      done += file.sizeBytes
      o.progress(done, o.total)
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return keys
}

async function restoreFile(
  folder: BackupFolder,
  file: BackupFile,
  { files, draft }: { files: FileStore; draft: string },
): Promise<void> {
  await pipeline(folder.readFile(file), createWriteStream(draft, { mode: 0o600 }))
  // It reads the written file again.
  const stored = await files.adopt(draft, file.key)
  if (stored.sha256 !== file.sha256) throw new Error(`The file ${file.key} was not stored as it is in the backup.`)
}

async function restoreRows({ folder, name }: Backup, db: Db, signal: AbortSignal): Promise<DatabaseCopy> {
  const source = await readDump(linesOfPart(folder, name, 'database'))
  return replaceRows({ source, target: db, progress: () => signal.throwIfAborted() })
}

/** Deletes files that are not in the backup. @throws Error that names a file of the backup that is missing */
async function deleteOthers(files: FileStore, keys: ReadonlyMap<string, number>): Promise<void> {
  const missing = new Map(keys)
  for await (const { key, sizeBytes } of files.list('')) {
    if (!keys.has(key)) await files.remove(key)
    else if (keys.get(key) === sizeBytes) missing.delete(key)
  }
  for (const key of missing.keys()) throw new Error(`The restored file ${key} is not there with its size.`)
}

async function restoreSecret({ folder, name }: Backup, { parts }: Manifest, dataDir: string): Promise<void> {
  const { sessionSecret } = Secrets.parse(JSON.parse(await text(folder.readPart(name, 'secrets', parts.secrets))))
  const path = join(resolve(dataDir), 'session-secret')
  await mkdir(resolve(dataDir), { recursive: true })
  await writeFile(path, sessionSecret, { mode: 0o600, flush: true })
}
