import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { Manifest, type Part } from './manifest.ts'
import { isMissing, statIfThere, syncDirectory, walk } from '../files/local.ts'
import { authenticate, deriveKey, seal, type SealKey, sealedSize, unseal } from './sealed-bytes.ts'

/** The settings of a folder, written once: the salt of its passphrase, and a proof that a passphrase is right. */
const Settings = z.object({
  format: z.literal(1),
  encryption: z.object({ salt: z.base64(), proof: z.string() }).nullable(),
})
const Signed = z.object({ manifest: z.record(z.string(), z.unknown()), digest: z.string() })

const SETTINGS = 'backups.json'
const MANIFEST = 'manifest.json'
/** A finished backup is named by its time, so names sort by age. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/u
const UNFINISHED = '.unfinished-'
const REMOVED = '.removed-'

/**
 * A folder of backups. `files/` has every stored file once, named by its hash; each backup has a folder with its
 * manifest and its other parts. Everything is written under another name, synced and renamed.
 */
export type BackupFolder = {
  readonly path: string
  readonly isEncrypted: boolean
  /** The names of finished backups, the oldest first. */
  list(): Promise<string[]>
  /** @throws Error when the manifest is missing, altered or of another format */
  manifestOf(name: string): Promise<Manifest>
  /** Bytes of a part of a backup. @throws Error at the end, or before, when they are not those that were written */
  readPart(name: string, part: PartName, wanted: Part): AsyncGenerator<Buffer>
  /** Whether a stored file is there, by its hash, with its size; its bytes are not read. */
  hasFile(file: Part): Promise<boolean>
  /** Stores bytes under their hash, unless they are there. */
  addFile(bytes: AsyncIterable<Uint8Array>): Promise<Part & { readonly isNew: boolean }>
  /** Bytes of a stored file. @throws Error like `readPart` */
  readFile(wanted: Part): AsyncGenerator<Buffer>
  /** Begins a backup, after removing the leftovers of killed ones. One at a time: the caller holds a lock. */
  begin(at: Date): Promise<UnfinishedBackup>
  /** Removes a backup; its files stay until `removeUnusedFiles`. */
  remove(name: string): Promise<void>
  /** Removes stored files whose hash is not used. @returns the number */
  removeUnusedFiles(usedHashes: ReadonlySet<string>): Promise<number>
}

/** The parts of a backup besides its files. */
export type PartName = 'database' | 'files' | 'secrets'

/** A backup that is being written. Without `finish` it never counts. */
export type UnfinishedBackup = {
  readonly name: string
  write(part: PartName, bytes: AsyncIterable<Uint8Array>): Promise<Part>
  finish(manifest: Manifest): Promise<void>
}

/**
 * Opens a folder of backups.
 * @param o.create makes the folder if it is missing or empty
 * @throws Error with one sentence when it is no such folder, or when the passphrase does not fit
 */
export async function openBackupFolder(
  folder: string,
  { passphrase, create = false }: { passphrase?: string | undefined; create?: boolean } = {},
): Promise<BackupFolder> {
  const path = resolve(folder)
  const key = await openSettings(path, { passphrase, create })
  return {
    ...openFilePool(join(path, 'files'), key),
    path,
    isEncrypted: key !== undefined,
    list: async () => (await readdir(path)).filter((name) => NAME.test(name)).toSorted(),
    async manifestOf(name) {
      const { manifest, digest } = Signed.parse(JSON.parse(await readFile(join(path, name, MANIFEST), 'utf8')))
      if (digest !== digestOf(manifest, key)) throw new Error(`The manifest of the backup ${name} was altered.`)
      return Manifest.parse(manifest)
    },
    readPart: (name, part, wanted) => readChecked(join(path, name, part), { key, wanted }),
    async begin(at) {
      await removeLeftovers(path)
      return beginBackup(path, { name: backupName(at), key })
    },
    remove: (name) => removeBackup(path, name),
  }
}

/**
 * Removes backups made before a time, without their passphrase. Stored files stay: it is for backups of rows only.
 * A missing folder has none.
 */
export async function removeBackupsBefore(path: string, time: Date): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const name of names) if (NAME.test(name) && name < backupName(time)) await removeBackup(path, name)
}

function backupName(time: Date): string {
  return time.toISOString().replaceAll(':', '')
}

async function removeBackup(path: string, name: string): Promise<void> {
  // Without its name it never counts, even if it is only partly removed.
  await renameDurably(join(path, name), join(path, `${REMOVED}${name}`))
  await rm(join(path, `${REMOVED}${name}`), { recursive: true, force: true })
}

async function beginBackup(
  path: string,
  { name, key }: { name: string; key: SealKey | undefined },
): Promise<UnfinishedBackup> {
  const draft = join(path, `${UNFINISHED}${name}`)
  await mkdir(draft, { mode: 0o700 })
  return {
    name,
    write: (part, bytes) => writeDraft(join(draft, part), { key, bytes }),
    async finish(manifest) {
      const signed = JSON.stringify({ manifest, digest: digestOf(manifest, key) })
      await writeDraft(join(draft, MANIFEST), { key: undefined, bytes: bytesOf(signed) })
      await syncDirectory(draft)
      await renameDurably(draft, join(path, name))
    },
  }
}

/** The stored files, each under its hash; in an encrypted folder under a code of its hash, which reveals nothing. */
function openFilePool(
  files: string,
  key: SealKey | undefined,
): Pick<BackupFolder, 'hasFile' | 'addFile' | 'readFile' | 'removeUnusedFiles'> {
  const nameOf = (sha256: string) => (key === undefined ? sha256 : authenticate(key, sha256))
  const pathOf = (sha256: string) => join(files, nameOf(sha256).slice(0, 2), nameOf(sha256))
  const hasFile = async ({ sha256, sizeBytes }: Part) =>
    (await statIfThere(pathOf(sha256)))?.size === (key === undefined ? sizeBytes : sealedSize(sizeBytes))
  return {
    hasFile,
    async addFile(bytes) {
      const draft = join(files, `.new-${randomBytes(8).toString('hex')}`)
      try {
        const file = await writeDraft(draft, { key, bytes })
        const isNew = !(await hasFile(file))
        if (isNew) await renameDurably(draft, pathOf(file.sha256))
        return { ...file, isNew }
      } finally {
        await rm(draft, { force: true })
      }
    },
    readFile: (wanted) => readChecked(pathOf(wanted.sha256), { key, wanted }),
    removeUnusedFiles: (usedHashes) => removeUnused(files, new Set([...usedHashes].map(nameOf))),
  }
}

function digestOf(manifest: object, key: SealKey | undefined): string {
  const text = JSON.stringify(manifest)
  return key === undefined ? createHash('sha256').update(text).digest('hex') : authenticate(key, text)
}

/** @returns the keys of an encrypted folder */
async function openSettings(
  path: string,
  { passphrase, create }: { passphrase: string | undefined; create: boolean },
): Promise<SealKey | undefined> {
  const stored = await readSettings(path)
  if (stored === undefined) {
    if (!create || (await isOccupied(path))) throw new Error(`There are no backups in ${path}.`)
    return createSettings(path, passphrase)
  }
  const { encryption } = stored
  if (encryption === null) {
    if (passphrase === undefined) return undefined
    throw new Error(`The backups in ${path} are not encrypted. Choose another folder, or leave the passphrase out.`)
  }
  if (passphrase === undefined) throw new Error(`The backups in ${path} are encrypted. Give their passphrase.`)
  const key = await deriveKey(passphrase, Buffer.from(encryption.salt, 'base64'))
  if (authenticate(key, encryption.salt) !== encryption.proof)
    throw new Error(`This is not the passphrase of the backups in ${path}.`)
  return key
}

/** @throws Error when a backup in this folder could not be written with this passphrase */
export async function checkPassphrase(path: string, passphrase: string | undefined): Promise<void> {
  if ((await readSettings(path)) !== undefined) await openSettings(path, { passphrase, create: false })
}

async function readSettings(path: string): Promise<z.output<typeof Settings> | undefined> {
  try {
    return Settings.parse(JSON.parse(await readFile(join(path, SETTINGS), 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Error(`${join(path, SETTINGS)} was altered, or written by a newer release.`, { cause: error })
  }
}

async function createSettings(path: string, passphrase: string | undefined): Promise<SealKey | undefined> {
  await mkdir(join(path, 'files'), { recursive: true, mode: 0o700 })
  const salt = randomBytes(32)
  const key = passphrase === undefined ? undefined : await deriveKey(passphrase, salt)
  const text = salt.toString('base64')
  const encryption = key === undefined ? null : { salt: text, proof: authenticate(key, text) }
  const draft = join(path, `.new-${SETTINGS}`)
  await writeDraft(draft, { key: undefined, bytes: bytesOf(JSON.stringify({ format: 1, encryption })) })
  await renameDurably(draft, join(path, SETTINGS))
  return key
}

/** Whether a folder has anything but the leftovers of a first backup that was killed, or of a file system. */
async function isOccupied(path: string): Promise<boolean> {
  const names = await readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.some((name) => name !== 'files' && name !== 'lost+found' && !name.startsWith('.'))
}

type EntryContent = { readonly key: SealKey | undefined; readonly bytes: AsyncIterable<Uint8Array> }

/** Writes and syncs a new file. @returns size and hash of the bytes before encryption */
async function writeDraft(path: string, { key, bytes }: EntryContent): Promise<Part> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      hash.update(piece)
      sizeBytes += piece.length
      yield piece
    }
  }
  const file = await open(path, 'w', 0o600)
  try {
    for await (const piece of key === undefined ? counted() : seal(key, counted())) await writeAll(file, piece)
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten
}

async function* readChecked(
  path: string,
  { key, wanted }: { key: SealKey | undefined; wanted: Part },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  try {
    const stored: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1_048_576 })
    for await (const piece of key === undefined ? stored : unseal(key, stored)) {
      hash.update(piece)
      sizeBytes += piece.length
      yield piece
    }
  } catch (error) {
    if (isMissing(error)) throw new Error(`${path} is missing.`, { cause: error })
    throw new Error(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    })
  }
  if (sizeBytes !== wanted.sizeBytes) throw new Error(`${path} cannot be used: it was truncated or extended.`)
  if (hash.digest('hex') !== wanted.sha256) throw new Error(`${path} cannot be used: it was altered.`)
}

async function renameDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
  await syncDirectory(dirname(to))
  await syncDirectory(dirname(dirname(to)))
}

async function removeLeftovers(path: string): Promise<void> {
  await mkdir(join(path, 'files'), { recursive: true, mode: 0o700 })
  for (const name of await readdir(path))
    if (name.startsWith(UNFINISHED) || name.startsWith(REMOVED)) await rm(join(path, name), { recursive: true })
  for (const name of await readdir(join(path, 'files')))
    if (name.startsWith('.new-')) await rm(join(path, 'files', name), { force: true })
}

async function removeUnused(files: string, used: ReadonlySet<string>): Promise<number> {
  let removed = 0
  for await (const { key, path } of walk(files)) {
    if (used.has(key.slice(key.indexOf('/') + 1))) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
