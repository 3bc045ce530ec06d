import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkedKey, isKey, type FileStore, type ListedFile, type StoredFile } from './port.ts'

const DAY_MS = 86_400_000
/** Within a week, a dead worker has restarted or another worker has taken over its job. */
const WORK_RETENTION_MS = 7 * DAY_MS

/** The local part of every file store: temporary files in `<dataDir>/tmp`, work directories in `<dataDir>/work`. */
export function openLocal(dataDir: string) {
  const temporaries = join(dataDir, 'tmp')
  const work = join(dataDir, 'work')
  return {
    folders: [temporaries, work],
    async temporary() {
      await mkdir(temporaries, { recursive: true, mode: 0o700 })
      return mkdtemp(join(temporaries, `${hostname()}.${process.pid}.`))
    },
    async workspace(key) {
      const path = join(work, checkedKey(key))
      await mkdir(path, { recursive: true, mode: 0o700 })
      return path
    },
    remove: (prefixOrKey) => rm(join(work, checkedKey(prefixOrKey)), { recursive: true, force: true }),
    async freeBytes() {
      await mkdir(dataDir, { recursive: true })
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize
    },
    sweep: async () => (await sweepTemporaries(temporaries)) + (await sweepWork(work)),
  } satisfies Pick<FileStore, 'folders' | 'temporary' | 'workspace' | 'remove' | 'freeBytes' | 'sweep'>
}

/** Computes the size and hash of a file; `sync` also flushes it to disk. */
export async function hashFile(path: string, { sync = false } = {}): Promise<StoredFile> {
  const file = await open(path, sync ? 'r+' : 'r')
  try {
    const stored = await hashOpenFile(file)
    if (sync) await file.sync()
    return stored
  } finally {
    await file.close()
  }
}

/** Computes the size and hash of an open file, and leaves it open. */
export async function hashOpenFile(file: FileHandle): Promise<StoredFile> {
  const hash = createHash('sha256')
  await pipeline(file.createReadStream({ autoClose: false, start: 0, highWaterMark: 1_048_576 }), hash)
  return { sha256: hash.digest('hex'), sizeBytes: (await file.stat()).size }
}

/** Lists the files under a directory whose relative path is a valid key; files deleted meanwhile are skipped. */
export async function* walk(root: string, key = ''): AsyncGenerator<ListedFile & { readonly path: string }> {
  const path = join(root, key)
  const found = await statIfThere(path)
  if (found === undefined) return
  if (!found.isDirectory()) {
    if (key !== '') yield { key, path, sizeBytes: found.size, modifiedAt: found.mtime }
    return
  }
  for (const name of await readdir(path).catch(nothingIfGone)) if (isKey(name)) yield* walk(root, join(key, name))
}

/** @returns undefined when the path does not exist */
export async function statIfThere(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Makes created, renamed and removed names in a directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Whether an error means that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function nothingIfGone(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}

/**
 * A directory is stale when its process on this host is gone. When another host of a shared store owns it, it is
 * stale after a day.
 */
async function sweepTemporaries(temporaries: string): Promise<number> {
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
  // In a container, a restarted process often gets its old process id back.
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

/** This machine never learns that a job moved to another one, so its directory expires by age. */
async function sweepWork(work: string): Promise<number> {
  let removed = 0
  for await (const { path, modifiedAt } of walk(work)) {
    if (Date.now() - modifiedAt.getTime() < WORK_RETENTION_MS) continue
    await rm(path, { force: true })
    await removeEmpty(dirname(path), work)
    removed += 1
  }
  return removed
}

/** Removes empty directories from `path` up to `top`. */
async function removeEmpty(path: string, top: string): Promise<void> {
  for (let at = path; at !== top && at.startsWith(top); at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (error) {
      // The directory is not empty, or another process has already removed it.
      if (error instanceof Error && 'code' in error) return
      throw error
    }
  }
}
