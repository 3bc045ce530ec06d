import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isMissing, statIfThere, walk } from './local.ts'
import { checkedKey, type LocalCopy } from './port.ts'
import { type Bucket, type BucketObject, missingFile } from './s3-bucket.ts'
import { readBytes } from './s3-read.ts'

const DAY_MS = 86_400_000
/** Attempts at a download that another process may evict before it is linked. */
const TRIES = 5

type CacheOptions = {
  readonly bucket: Bucket
  readonly directory: string
  /** Maximum size of unused copies, in bytes. A copy in use is never evicted, whatever its size. */
  readonly maxBytes: number
  temporary(): Promise<string>
}

/**
 * Local cache of files in the bucket. Each reader gets its own hard link in a temporary directory, so that eviction,
 * here or in another process, never removes a file in use.
 */
export function openCache({ bucket, directory, maxBytes, temporary }: CacheOptions) {
  const downloads = new Map<string, Promise<void>>()

  /** Concurrent requests for the same file share one download. */
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
    if (object === undefined) throw missingFile(key)
    // A file larger than the whole cache is downloaded for this reader alone.
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
      const release = () => rm(own, { recursive: true, force: true })
      try {
        await fill(key, join(own, 'file'), signal)
      } catch (error) {
        await release()
        throw error
      }
      return { path: join(own, 'file'), [Symbol.asyncDispose]: release }
    },
    /** Drops the copies of removed files. Other machines drop theirs within a day. */
    forget: (prefixOrKey: string) => rm(join(directory, checkedKey(prefixOrKey)), { recursive: true, force: true }),
    /** Drops copies unused for a day and returns their number. */
    sweep: () => sweep(directory),
  }
}

type Download = {
  readonly key: string
  readonly object: BucketObject
  readonly path: string
  readonly signal?: AbortSignal | undefined
}

/** @throws Error when the downloaded bytes differ from the stored ones */
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
    throw new Error(`the bucket returned other bytes of ${key} than were stored`)
}

/** The modification time records the last use. */
async function linkIfThere(entry: string, path: string): Promise<boolean> {
  try {
    await link(entry, path)
    const now = new Date()
    await utimes(entry, now, now)
    return true
  } catch (error) {
    if (!isMissing(error)) throw error
    // Another process may have evicted it after the link was made; the link is then the last copy.
    return (await statIfThere(path)) !== undefined
  }
}

/** Evicts the least recently used copies until the rest fits into `maxBytes`. */
async function makeRoom(directory: string, maxBytes: number): Promise<void> {
  const files = await entriesOf(directory)
  let bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  for (const { path, sizeBytes } of files) {
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

/** Ordered from the least recently used. */
async function entriesOf(directory: string) {
  const entries = []
  for await (const entry of walk(directory)) entries.push(entry)
  return entries.toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime())
}

/** Stops waiting; the download continues for other readers. */
async function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work
  await Promise.race([work, once(signal, 'abort')])
  signal.throwIfAborted()
}
