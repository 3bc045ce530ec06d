import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isMissing, statIfThere, walk } from './files-local.ts'
import { checkedKey, type LocalCopy } from './files-port.ts'
import { type Bucket, type BucketObject, missing } from './files-s3-bucket.ts'
import { readBytes } from './files-s3-read.ts'

const DAY_MS = 86_400_000
/** Between a download and its use another process may make room; more often than this it does not. */
const TRIES = 5

type CacheOptions = {
  readonly bucket: Bucket
  readonly directory: string
  /** What is kept when nobody uses it, in bytes. A copy in use stays however large it is. */
  readonly maxBytes: number
  temporary(): Promise<string>
}

/**
 * Local copies of what is in the bucket. Each user gets a hard link of their own in a temporary directory, so that
 * making room, here or in another process, never takes a file from under a program that reads it.
 */
export function openCache({ bucket, directory, maxBytes, temporary }: CacheOptions) {
  const downloads = new Map<string, Promise<void>>()

  /** Two that want the same file at once wait for one download. */
  function fetchOnce(key: string, object: BucketObject, entry: string): Promise<void> {
    const running = downloads.get(entry) ?? fetchInto(key, object, entry).finally(() => downloads.delete(entry))
    downloads.set(entry, running)
    return running
  }

  async function fetchInto(key: string, object: BucketObject, entry: string): Promise<void> {
    const own = await temporary()
    try {
      const path = join(own, 'file')
      await download(bucket, { key, object, path })
      await makeRoom(directory, maxBytes - object.sizeBytes)
      await mkdir(dirname(entry), { recursive: true, mode: 0o700 })
      await rename(path, entry)
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  }

  async function fill(key: string, path: string, signal?: AbortSignal): Promise<void> {
    const object = await bucket.head(key)
    if (object === undefined) throw missing(key)
    // What is larger than the whole cache is fetched for this one user.
    if (object.sizeBytes > maxBytes) return download(bucket, { key, object, path, signal })
    const entry = join(directory, key, `v${object.etag.replaceAll(/[^A-Za-z0-9-]/gu, '')}`)
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await linkIfThere(entry, path)) return
      await orAborted(fetchOnce(key, object, entry), signal)
    }
    throw new Error(`no room to keep a local copy of ${key}`)
  }

  return {
    async checkout(key: string, signal?: AbortSignal): Promise<LocalCopy> {
      checkedKey(key)
      signal?.throwIfAborted()
      const own = await temporary()
      const letGo = () => rm(own, { recursive: true, force: true })
      try {
        await fill(key, join(own, 'file'), signal)
      } catch (error) {
        await letGo()
        throw error
      }
      return { path: join(own, 'file'), [Symbol.asyncDispose]: letGo }
    },
    /** Drops the copies of what was removed. On other machines they go within a day. */
    forget: (prefixOrKey: string) => rm(join(directory, checkedKey(prefixOrKey)), { recursive: true, force: true }),
    /** Drops what nobody used for a day; returns how many files. */
    sweep: () => sweep(directory),
  }
}

type Download = {
  readonly key: string
  readonly object: BucketObject
  readonly path: string
  readonly signal?: AbortSignal | undefined
}

/** @throws Error when other bytes came than were stored */
async function download(bucket: Bucket, { key, object, path, signal }: Download): Promise<void> {
  const hash = createHash('sha256')
  const bytes = readBytes(bucket, { key, start: 0, end: object.sizeBytes - 1, etag: object.etag }, signal)
  await pipeline(
    bytes,
    async function* hashed(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  if (object.sha256 !== undefined && hash.digest('hex') !== object.sha256)
    throw new Error(`the bucket gave back other bytes of ${key} than it was given`)
}

/** The time tells who was used last. */
async function linkIfThere(entry: string, path: string): Promise<boolean> {
  try {
    await link(entry, path)
    const now = new Date()
    await utimes(entry, now, now)
    return true
  } catch (error) {
    if (!isMissing(error)) throw error
    // It may have been dropped after the link was made: then ours is the last.
    return (await statIfThere(path)) !== undefined
  }
}

/** Removes what was not used for longest until the rest is at most so many bytes. */
async function makeRoom(directory: string, maxBytes: number): Promise<void> {
  const kept = await entriesOf(directory)
  let bytes = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  for (const { path, sizeBytes } of kept) {
    if (bytes <= maxBytes) return
    await rm(path, { force: true })
    bytes -= sizeBytes
  }
}

async function sweep(directory: string): Promise<number> {
  const unused = (await entriesOf(directory)).filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() > DAY_MS)
  for (const { path } of unused) await rm(path, { force: true })
  return unused.length
}

/** The least recently used first. */
async function entriesOf(directory: string) {
  const entries = []
  for await (const entry of walk(directory)) entries.push(entry)
  return entries.toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime())
}

/** The download goes on for whoever else waits for it. */
async function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work
  await Promise.race([work, once(signal, 'abort')])
  signal.throwIfAborted()
}
