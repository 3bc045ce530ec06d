import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What a file weighs and the SHA-256 of its bytes, in lower-case hexadecimal. */
export type StoredFile = { readonly sha256: string; readonly sizeBytes: number }

/**
 * Where acknowledged files live, each under a key such as `projects/<id>/source`.
 * The one seam another storage has to fill; callers know keys, and `pathOf` only to hand a file to ffmpeg.
 */
export type FileStore = {
  /**
   * Takes over a finished temporary file: hash, fsync, rename, fsync of the directory. After it returns the
   * file survives a power cut. Safe to repeat: a file that was already taken over is only hashed again.
   */
  adopt(tempPath: string, key: string): Promise<StoredFile>
  /** A fresh private directory on the same disk; the caller removes it, `sweep` what a crash leaves. */
  temporary(): Promise<string>
  /** @throws Error when `key` is not a plain relative path */
  pathOf(key: string): string
  stat(key: string): Promise<{ readonly sizeBytes: number; readonly modifiedAt: Date } | undefined>
  /** The bytes from `start` to `end`, both included. */
  openRange(key: string, start: number, end: number): ReadableStream<Uint8Array>
  /** Removes one file, or everything under a prefix; nothing there is no error. */
  remove(prefixOrKey: string): Promise<void>
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>
  /** Removes temporary directories whose process is gone; returns how many. */
  sweep(): Promise<number>
}

const DAY_MS = 86_400_000
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** The file store on the local disk, under `<dataDir>/files`, its temporaries under `<dataDir>/tmp`. */
export function openFileStore(dataDir: string): FileStore {
  const temporaries = join(dataDir, 'tmp')
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 200))}`)
    return join(dataDir, 'files', key)
  }
  return {
    pathOf,
    adopt: (tempPath, key) => adopt(tempPath, pathOf(key)),
    async temporary() {
      await mkdir(temporaries, { recursive: true, mode: 0o700 })
      return mkdtemp(join(temporaries, `${hostname()}.${process.pid}.`))
    },
    async stat(key) {
      const found = await statIfThere(pathOf(key))
      return found && { sizeBytes: found.size, modifiedAt: found.mtime }
    },
    openRange: (key, start, end) => readRange(pathOf(key), start, end),
    remove: (prefixOrKey) => rm(pathOf(prefixOrKey), { recursive: true, force: true }),
    async freeBytes() {
      await mkdir(dataDir, { recursive: true })
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize
    },
    sweep: () => sweep(temporaries),
  }
}

async function adopt(tempPath: string, target: string): Promise<StoredFile> {
  // A repeated call finds the rename already done: the file under its key is then the one to hash.
  const source = (await statIfThere(tempPath)) === undefined ? target : tempPath
  const stored = await hashAndSync(source)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  if (source !== target) await renameOnce(tempPath, target)
  await syncDirectory(dirname(target))
  await syncDirectory(dirname(dirname(target)))
  return stored
}

/** Somebody else who adopts the same file may be quicker: then it is where it belongs. */
async function renameOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error) || (await statIfThere(to)) === undefined) throw error
  }
}

async function hashAndSync(path: string): Promise<StoredFile> {
  const file = await open(path, 'r+')
  try {
    const hash = createHash('sha256')
    await pipeline(file.createReadStream({ autoClose: false, highWaterMark: 1_048_576 }), hash)
    await file.sync()
    return { sha256: hash.digest('hex'), sizeBytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function statIfThere(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * A directory is stale when its process on this host is gone, or, where the store is shared between hosts and
 * we cannot know, after a day.
 */
async function sweep(temporaries: string): Promise<number> {
  await mkdir(temporaries, { recursive: true, mode: 0o700 })
  let removed = 0
  for (const name of await readdir(temporaries)) {
    const path = join(temporaries, name)
    const found = await statIfThere(path)
    if (found === undefined || !isStale(name, found.mtime)) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

function isStale(name: string, modifiedAt: Date): boolean {
  if (Date.now() - modifiedAt.getTime() > DAY_MS) return true
  const [, pid] = name.startsWith(`${hostname()}.`) ? name.slice(hostname().length).split('.') : []
  if (pid === undefined) return false
  // In a container a restarted process often gets its old number back.
  if (Number(pid) === process.pid) return modifiedAt.getTime() < Date.now() - process.uptime() * 1_000
  return !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const READ_BYTES = 262_144

function readRange(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const opening = open(path, 'r')
  let position = start
  return new ReadableStream<Uint8Array>({
    start: async () => void (await opening),
    async pull(controller) {
      const file = await opening
      const wanted = Math.min(READ_BYTES, end - position + 1)
      const { bytesRead, buffer } = await file.read(new Uint8Array(Math.max(wanted, 0)), 0, wanted, position)
      position += bytesRead
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
      if (bytesRead > 0 && position <= end) return
      await file.close()
      controller.close()
    },
    // A client may leave before the file is open.
    cancel: async () => (await opening).close(),
  })
}
