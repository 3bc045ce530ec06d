import { isDeepStrictEqual } from 'node:util'
import { type BackupFolder, openBackupFolder } from '#platform/server/backup/folder.ts'
import type { BackupFile, Manifest } from '#platform/server/backup/manifest.ts'
import { isEmptyDatabase, readSnapshot, type RowSource } from '#platform/server/database/copy.ts'
import { writeDump } from '#platform/server/database/dump.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { withoutErasures } from '#platform/server/files/erase-files.ts'
import type { FileStore } from '#platform/server/files.ts'
import { listApplied } from '#platform/server/migrations.ts'
import { readVersion } from '#platform/server/release.ts'
import { execute } from '#platform/server/rows.ts'
import { compress, filesOfBackup, lockBackups } from './backup-files.ts'

/** The parts of a site that a backup contains. */
export type BackupSource = {
  readonly db: Db
  /** Omit to back up rows only. */
  readonly files?: FileStore | undefined
  /** Omit with the files: it stays where the site has it. */
  readonly sessionSecret?: string | undefined
  /** The files that rows name, in the snapshot; undefined for all files of the store. */
  readonly listFiles: ((tx: Tx) => AsyncIterable<{ key: string; sizeBytes: number | null }>) | undefined
}

/** What to do, and where. */
export type BackupOrder = {
  readonly folder: string
  readonly passphrase: string | undefined
  /** How many backups stay in the folder, the new one included; all if undefined. */
  readonly keep: number | undefined
  /** Whether it replaces earlier backups before the same upgrade; default false. */
  readonly beforeUpgrade?: boolean
  readonly now: Date
  readonly signal: AbortSignal
  /** Receives a sentence at each step. */
  say(sentence: string): void
  /** Receives the bytes of files that are done. */
  progress(done: number, total: number): void
}

/** A finished backup: its name, its manifest, and what was new. */
export type BackupReport = {
  readonly name: string
  readonly manifest: Manifest
  readonly newFiles: number
  readonly newBytes: number
  /** Backups that were removed since there were more than wanted. */
  readonly removed: readonly string[]
}

const NO_FILES: Awaited<ReturnType<typeof copyFiles>> = { files: [], faults: [], newFiles: 0, newBytes: 0 }
/** Files copied in parallel. */
const AT_ONCE = 4

/**
 * Backs a running site up. The rows are those of one moment; the files that they name are copied after it, and none is
 * erased until the copy ends. Killed at any moment, it leaves earlier backups as they were.
 * @throws Error with one sentence, and the reason of `signal`
 */
export async function createBackup(source: BackupSource, order: BackupOrder): Promise<BackupReport> {
  if (await isEmptyDatabase(source.db)) throw new Error('The database is empty: there is nothing to back up.')
  const folder = await openBackupFolder(order.folder, { passphrase: order.passphrase, create: true })
  const lock = await lockBackups(folder.path)
  try {
    const report = await withoutErasures(source.db, (held) => writeBackup(source, { ...order, folder, held }))
    const replaced = report.manifest.beforeUpgrade ? await backupsBeforeSameUpgrade(folder, report) : []
    return { ...report, removed: await removeOldBackups(folder, { keep: order.keep, replaced }) }
  } finally {
    await lock.release()
  }
}

type OpenBackup = Omit<BackupOrder, 'folder'> & { readonly folder: BackupFolder; readonly held: Tx }

async function writeBackup(source: BackupSource, order: OpenBackup): Promise<Omit<BackupReport, 'removed'>> {
  const { folder, say, signal } = order
  const earlier = await filesOfLastBackup(folder).catch((error: Error) => {
    say(`The last backup is damaged: ${error.message} All files are read again.`)
    return new Map<string, BackupFile>()
  })
  const unfinished = await folder.begin(order.now)
  say('Reading the database …')
  const { database, ...snapshot } = await readSnapshot(source.db, async (tx, rows) => {
    const counting = { tables: rows.tables.length, rows: 0 }
    const database = await unfinished.write('database', compress(dumpLines(rows, { counting, signal })))
    const keys = source.listFiles && (await keysOf(source.listFiles(tx)))
    return { database, keys, migrations: await listApplied(tx), ...counting }
  })
  if (source.files !== undefined) say('Copying files …')
  const copied =
    source.files === undefined ? NO_FILES : await copyFiles(source.files, { ...order, earlier, keys: snapshot.keys })
  const files = await unfinished.write('files', compress(linesOf(copied.files)))
  const { sessionSecret } = source
  const secrets = await unfinished.write('secrets', linesOf(sessionSecret === undefined ? [] : [{ sessionSecret }]))
  const { migrations, tables, rows } = snapshot
  const manifest: Manifest = {
    format: source.files === undefined ? 2 : 1,
    version: await readVersion(),
    createdAt: order.now.toISOString(),
    beforeUpgrade: order.beforeUpgrade ?? false,
    migrations,
    tables,
    rows,
    fileCount: copied.files.length,
    fileBytes: copied.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    faults: copied.faults,
    parts: { database, files, secrets },
  }
  signal.throwIfAborted()
  // A lost connection would have let files be erased before they were copied.
  await execute(order.held, 'select 1')
  await unfinished.finish(manifest)
  return { name: unfinished.name, manifest, newFiles: copied.newFiles, newBytes: copied.newBytes }
}

async function* dumpLines(
  rows: RowSource,
  { counting, signal }: { counting: { rows: number }; signal: AbortSignal },
): AsyncGenerator<string> {
  const counted: RowSource = {
    ...rows,
    async contentsOf(table) {
      const contents = await rows.contentsOf(table)
      counting.rows += contents.rows
      return contents
    },
  }
  for await (const line of writeDump(counted)) {
    signal.throwIfAborted()
    yield line
  }
}

async function keysOf(
  files: AsyncIterable<{ key: string; sizeBytes: number | null }>,
): Promise<Map<string, number | null>> {
  const keys = new Map<string, number | null>()
  for await (const { key, sizeBytes } of files) keys.set(key, sizeBytes)
  return keys
}

type CopyOptions = Pick<OpenBackup, 'folder' | 'signal' | 'progress'> & {
  readonly earlier: ReadonlyMap<string, BackupFile>
  /** The files that the rows name, with their recorded size; undefined for all. */
  readonly keys: ReadonlyMap<string, number | null> | undefined
}

async function copyFiles(store: FileStore, { keys, folder, earlier, signal, progress }: CopyOptions) {
  const wanted: { key: string; sizeBytes: number; modifiedMs: number }[] = []
  const found = new Set<string>()
  const faults: string[] = []
  for await (const { key, sizeBytes, modifiedAt } of store.list('')) {
    const recorded = keys === undefined ? null : keys.get(key)
    if (recorded === undefined) continue
    found.add(key)
    if (recorded !== null && recorded !== sizeBytes) faults.push(key)
    wanted.push({ key, sizeBytes, modifiedMs: modifiedAt.getTime() })
  }
  for (const key of keys?.keys() ?? []) if (!found.has(key)) faults.push(key)
  const total = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const files: BackupFile[] = []
  let [done, newFiles, newBytes] = [0, 0, 0]
  const waiting = wanted.values()
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  const work = async () => {
    for (const file of waiting) {
      either.throwIfAborted()
      const known = earlier.get(file.key)
      const isKnown = known?.sizeBytes === file.sizeBytes && known.modifiedMs === file.modifiedMs
      if (isKnown && (await folder.hasFile(known))) files.push(known)
      else {
        const { isNew, ...part } = await folder.addFile(bytesOf(store, file, either))
        files.push({ ...part, key: file.key, modifiedMs: file.modifiedMs })
        if (isNew) [newFiles, newBytes] = [newFiles + 1, newBytes + part.sizeBytes]
      }
      done += file.sizeBytes
      progress(done, total)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch((error: unknown) => failing.abort(error))))
  either.throwIfAborted()
  return { files: files.toSorted((a, b) => (a.key < b.key ? -1 : 1)), faults: faults.toSorted(), newFiles, newBytes }
}

async function* bytesOf(
  store: FileStore,
  { key, sizeBytes }: { key: string; sizeBytes: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (sizeBytes === 0) return
  for await (const piece of store.openRange(key, 0, sizeBytes - 1)) {
    signal.throwIfAborted()
    yield piece
  }
}

/** The files of the newest backup by key: an unchanged one is not read again. */
async function filesOfLastBackup(folder: BackupFolder): Promise<Map<string, BackupFile>> {
  const last = (await folder.list()).at(-1)
  const files = new Map<string, BackupFile>()
  if (last === undefined) return files
  for await (const file of filesOfBackup(folder, last)) files.set(file.key, file)
  return files
}

/** Earlier backups before the same upgrade, which a repeated start has made: they would push the others out. */
async function backupsBeforeSameUpgrade(
  folder: BackupFolder,
  { name, manifest }: Pick<BackupReport, 'name' | 'manifest'>,
): Promise<string[]> {
  const found: string[] = []
  for (const other of await folder.list()) {
    if (other === name) continue
    const { beforeUpgrade, migrations } = await folder.manifestOf(other)
    if (beforeUpgrade && isDeepStrictEqual(migrations, manifest.migrations)) found.push(other)
  }
  return found
}

async function removeOldBackups(
  folder: BackupFolder,
  { keep, replaced }: { keep: number | undefined; replaced: readonly string[] },
): Promise<string[]> {
  if (keep === undefined && replaced.length === 0) return []
  const names = await folder.list()
  const others = names.filter((name) => !replaced.includes(name))
  const kept = others.slice(-(keep ?? others.length))
  const old = names.filter((name) => !kept.includes(name))
  const used = new Set<string>()
  for (const name of kept)
    // A damaged list ends the command before anything is removed.
    for await (const { sha256 } of filesOfBackup(folder, name)) used.add(sha256)
  for (const name of old) await folder.remove(name)
  await folder.removeUnusedFiles(used)
  return old
}

async function* linesOf(values: readonly object[]): AsyncGenerator<Buffer> {
  for (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`)
}
