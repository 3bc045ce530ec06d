import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { emptyDatabase } from '../../../tests/support/database.ts'
import { storeContent } from '../../../tests/support/files.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, passUndoPeriod, storeExport, storeVideo } from '../../../tests/support/storage.ts'
import { openBackupFolder } from '#platform/server/backup/folder.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { eraseFiles } from '#platform/server/files/erase-files.ts'
import { type FileStore, openFileStore } from '#platform/server/files.ts'
import { queryRows } from '#platform/server/rows.ts'
import { createBackup } from './create-backup.ts'
import { listRecordedFiles } from './recorded-files.ts'
import { findBackup, isEmptySite, restoreBackup, verifyBackup } from './restore-backup.ts'

const site = await testProduct()
const ada = await keeper(site, 'ada', 'pro')
const IO = { signal: new AbortController().signal, say: () => undefined, progress: () => undefined }
const PASSPHRASE = 'correct horse battery staple'
let seconds = 0

test('restores every row and file into an empty site', async () => {
  const video = await storeVideo(site, ada, { title: 'Größe “1” \\ {2},\n\t3', bytes: 300_000 })
  await storeExport(site, video)
  await storeVideo(site, ada, { bytes: 1 })
  const folder = await emptyFolder()
  const { manifest } = await backUp(folder)
  expect(manifest.faults).toEqual([])
  const rows = await rowsOf(site.db)
  const files = await hashesOf(site.product.files)
  const restored = await restoreInto(folder)
  expect(await rowsOf(restored.db)).toEqual(rows)
  expect(await hashesOf(restored.files)).toEqual(files)
  expect(await readFile(join(restored.dataDir, 'session-secret'), 'utf8')).toBe('the secret of this site')
  expect(Object.keys(rows).length).toBeGreaterThan(60)
  expect(files.size).toBeGreaterThan(4)
})

test('rows and files fit together while videos come and go', async () => {
  const folder = await emptyFolder()
  const writing = new AbortController()
  const busy = keepWriting(writing.signal)
  for (let round = 0; round < 3; round += 1) await backUp(folder)
  writing.abort()
  expect(await busy).toBeGreaterThan(3)
  for (const name of await (await openBackupFolder(folder)).list()) {
    const { db, files, manifest } = await restoreInto(folder, { name })
    expect(manifest.faults, name).toEqual([])
    const videos = await queryRows(db, Video, `select id, sha256 from projects where stage = 'prepared'`)
    expect(videos.length).toBeGreaterThan(0)
    const hashes = await hashesOf(files)
    for (const { id, sha256 } of videos) expect(hashes.get(`projects/${id}/source`), id).toBe(sha256)
  }
})

test('copies the file of a video that is erased after its row was read', async () => {
  const folder = await emptyFolder()
  const id = await storeVideo(site, ada, { bytes: 3_000 })
  const { files } = site.product
  const erasing: FileStore = {
    ...files,
    // The backup lists the store after it has read the rows.
    async *list(prefix) {
      await site.db.$client.query('delete from projects where id = $1', [id])
      await expect(eraseFiles({ db: site.db, files }, `projects/${id}`)).rejects.toThrow('a backup is running')
      yield* files.list(prefix)
    },
  }
  const { manifest } = await backUp(folder, {}, erasing)
  expect(manifest.faults).toEqual([])
  expect((await hashesOf((await restoreInto(folder)).files)).has(`projects/${id}/source`)).toBe(true)
})

test('copies a file once, however many backups name it, and removes it with the last of them', async () => {
  const folder = await emptyFolder()
  const video = await storeVideo(site, ada, { bytes: 5_000 })
  const first = await backUp(folder, { keep: 2 })
  expect(first.newFiles).toBe(first.manifest.fileCount)
  const second = await backUp(folder, { keep: 2 })
  expect([second.newFiles, second.removed]).toEqual([0, []])
  await ada.call('storage/remove', { files: [{ kind: 'video', id: video }] })
  await passUndoPeriod(site)
  const third = await backUp(folder, { keep: 2 })
  expect(third.removed).toEqual([first.name])
  expect(await countFiles(folder)).toBe(second.manifest.fileCount)
  await backUp(folder, { keep: 1 })
  expect(await countFiles(folder)).toBe(third.manifest.fileCount)
  expect(await verify(folder)).toEqual([])
})

test('finds every altered or truncated part, and restores nothing from it', async () => {
  const folder = await emptyFolder()
  await storeVideo(site, ada, { bytes: 2_000 })
  const { name } = await backUp(folder)
  const stored = (await readdir(join(folder, 'files'), { recursive: true })).filter((path) => path.includes('/'))
  const parts = [
    `${name}/database`,
    `${name}/files`,
    `${name}/secrets`,
    ...stored.slice(0, 2).map((path) => `files/${path}`),
  ]
  for (const part of parts) {
    const whole = await readFile(join(folder, part))
    for (const wrong of [flipped(whole), whole.subarray(0, -1)]) {
      await writeFile(join(folder, part), wrong)
      const found = await verify(folder)
      expect(found, part).toEqual([expect.stringContaining(`${join(folder, part)} cannot be used: it was`)])
      await expect(restoreInto(folder), part).rejects.toThrow(/cannot be used: it was (altered|truncated)/u)
    }
    await writeFile(join(folder, part), whole)
  }
  const manifest = join(folder, name, 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"version":"', '"version":"1'))
  await expect(restoreInto(folder)).rejects.toThrow(`The manifest of the backup ${name} was altered.`)
})

test('an encrypted folder opens with its passphrase only, and shows neither rows nor hashes', async () => {
  const folder = await emptyFolder()
  const content = randomBytes(1_000)
  const id = await storeVideo(site, ada)
  const { sha256 } = await storeContent(site.product.files, `projects/${id}/source`, content)
  await backUp(folder, { passphrase: PASSPHRASE })
  const names = await readdir(folder, { recursive: true })
  expect(names.filter((name) => name.includes(sha256))).toEqual([])
  for (const name of names)
    if ((await stat(join(folder, name))).isFile()) {
      const bytes = await readFile(join(folder, name))
      expect(bytes.includes('the secret of this site') || bytes.includes(content.subarray(0, 32)), name).toBe(false)
    }
  await expect(openBackupFolder(folder)).rejects.toThrow('are encrypted. Give their passphrase.')
  await expect(backUp(folder, { passphrase: 'a wrong passphrase' })).rejects.toThrow('This is not the passphrase of')
  await expect(backUp(folder)).rejects.toThrow('are encrypted. Give their passphrase.')
  expect((await backUp(folder, { passphrase: PASSPHRASE })).newFiles).toBe(0)
  const { files } = await restoreInto(folder, { passphrase: PASSPHRASE })
  expect((await hashesOf(files)).get(`projects/${id}/source`)).toBe(sha256)
})

test('a stopped backup does not count, leaves the last one whole, and is cleared away', async () => {
  const folder = await emptyFolder()
  await backUp(folder)
  await storeVideo(site, ada, { bytes: 50_000 })
  const stopping = new AbortController()
  const progress = () => stopping.abort(new Error('Stopped.'))
  await expect(backUp(folder, { signal: stopping.signal, progress })).rejects.toThrow('Stopped.')
  expect(await (await openBackupFolder(folder)).list()).toHaveLength(1)
  expect(await verify(folder)).toEqual([])
  await backUp(folder)
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await verify(folder)).toEqual([])
})

test('says which files of the site were missing, and backs up the rest', async () => {
  const folder = await emptyFolder()
  const id = await storeVideo(site, ada)
  await site.product.files.remove(`projects/${id}/source`)
  const { manifest } = await backUp(folder)
  expect(manifest.faults).toEqual([`projects/${id}/source`])
  await restoreInto(folder)
  await site.db.$client.query('delete from projects where id = $1', [id])
})

test('a backup of another release replaces nothing', async () => {
  const folder = await emptyFolder()
  await site.db.$client.query(`insert into migrations (name, checksum) values ('9999_newer.sql', 'unknown')`)
  await backUp(folder)
  await site.db.$client.query(`delete from migrations where name = '9999_newer.sql'`)
  const before = await rowsOf(site.db)
  const backup = await findBackup(await openBackupFolder(folder))
  const { db, databaseUrl, product } = site
  const target = { db, databaseUrl, files: product.files, dataDir: await emptyFolder(), isOnDisk: true, replaces: true }
  await expect(restoreBackup(backup, target, IO)).rejects.toThrow('This backup was made by another release.')
  expect(await rowsOf(site.db)).toEqual(before)
})

test('refuses folders of other things, and names that are not there', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'letter.txt'), 'Dear Ada')
  await expect(backUp(folder)).rejects.toThrow(`There are no backups in ${folder}.`)
  const other = await emptyFolder()
  await backUp(other)
  await expect(restoreInto(other, { name: '2020-01-01' })).rejects.toThrow('There is no backup 2020-01-01 in')
  expect(await isEmptySite({ db: site.db, files: site.product.files })).toBe(false)
})

const Video = z.object({ id: z.string(), sha256: z.string() })

/** Adds and erases videos until it is stopped. @returns the number of rounds */
async function keepWriting(signal: AbortSignal): Promise<number> {
  let rounds = 0
  const ids: string[] = []
  while (!signal.aborted) {
    ids.push(await storeVideo(site, ada, { bytes: 20_000 }))
    const oldest = ids.length > 3 ? ids.shift() : undefined
    if (oldest !== undefined) await ada.call('storage/remove', { files: [{ kind: 'video', id: oldest }] })
    if (rounds % 4 === 3) await passUndoPeriod(site)
    rounds += 1
  }
  return rounds
}

type Options = Partial<Pick<Parameters<typeof createBackup>[1], 'keep' | 'passphrase' | 'signal' | 'progress'>>

function backUp(folder: string, o: Options = {}, files: FileStore = site.product.files) {
  seconds += 1
  return createBackup(
    { db: site.db, files, sessionSecret: 'the secret of this site', listFiles: listRecordedFiles },
    {
      ...IO,
      folder,
      keep: undefined,
      passphrase: undefined,
      now: new Date(Date.UTC(2026, 10, 26) + seconds * 1_000),
      ...o,
    },
  )
}

async function restoreInto(folder: string, o: { name?: string; passphrase?: string } = {}) {
  const databaseUrl = await emptyDatabase()
  const db = openDatabase(databaseUrl)
  onTestFinished(() => closeDatabase(db))
  const dataDir = await emptyFolder()
  const files = openFileStore(dataDir)
  expect(await isEmptySite({ db, files })).toBe(true)
  const backup = await findBackup(await openBackupFolder(folder, o), o.name)
  const target = { db, databaseUrl, files, dataDir, isOnDisk: true, replaces: false }
  return { db, files, dataDir, ...(await restoreBackup(backup, target, IO)) }
}

async function verify(folder: string): Promise<string[]> {
  return verifyBackup(await findBackup(await openBackupFolder(folder)), IO)
}

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const Name = z.object({ name: z.string() })
const Row = z.object({ row: z.string() })

/** Every row of every table, as text, but the minute at which the running site last looked at its queue. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await queryRows(
    db,
    Name,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const row = name === 'pgboss.version' ? 't.version' : 't'
    all[name] = (await queryRows(db, Row, `select ${row}::text as row from ${name} t order by 1`)).map((r) => r.row)
  }
  return all
}

async function hashesOf(files: FileStore): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for await (const { key, sizeBytes } of files.list(''))
    hashes.set(
      key,
      createHash('sha256')
        .update(await buffer(files.openRange(key, 0, sizeBytes - 1)))
        .digest('hex'),
    )
  return hashes
}

async function countFiles(folder: string): Promise<number> {
  if (!existsSync(join(folder, 'files'))) return 0
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

function flipped(bytes: Buffer): Buffer {
  const wrong = Buffer.from(bytes)
  const at = Math.floor(wrong.length / 2)
  wrong[at] = (wrong[at] ?? 0) ^ 1
  return wrong
}
