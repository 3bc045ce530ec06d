import { createHash } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import type { StoredFile } from './port.ts'
import { type Bucket, BucketError, missingFile } from './s3-bucket.ts'

/** Consecutive broken connections without progress before a read fails. */
const BREAKS = 3

type Range = {
  readonly key: string
  readonly start: number
  readonly end: number
  /** Reads only the object with this entity tag; the current one when absent. */
  readonly etag?: string
}

/** Streams a range lazily, and releases the connection when the reader leaves. */
export function readRange(bucket: Bucket, range: Range): ReadableStream<Uint8Array> {
  const leaving = new AbortController()
  const chunks = readBytes(bucket, range, leaving.signal)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        leaving.abort()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Reads a range and resumes after a broken connection, or one that the service closed because the reader paused, as
 * long as the object is unchanged.
 */
export async function* readBytes(
  bucket: Bucket,
  range: Range,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Uint8Array, void> {
  let at = range.start
  let { etag } = range
  let breaks = 0
  while (at <= range.end) {
    const answer = await bucket.read({ ...range, start: at, etag }, signal)
    etag = answer.etag
    try {
      for await (const chunk of addAbortSignal(signal, answer.body)) {
        const bytes: Uint8Array = chunk
        at += bytes.byteLength
        breaks = 0
        yield bytes
      }
      if (at <= range.end) throw new Error('the body ended early')
    } catch (error) {
      breaks += 1
      if (signal.aborted || breaks > BREAKS) throw new BucketError(`reading ${range.key}`, error)
    }
  }
}

/**
 * Computes the size and hash of an object by reading all of it.
 * @throws Error with code `ENOENT` when the object does not exist
 */
export async function hashObject(bucket: Bucket, key: string): Promise<StoredFile> {
  const found = await bucket.head(key)
  if (found === undefined) throw missingFile(key)
  const { sizeBytes, etag } = found
  const hash = createHash('sha256')
  for await (const bytes of readBytes(bucket, { key, start: 0, end: sizeBytes - 1, etag })) hash.update(bytes)
  return { sha256: hash.digest('hex'), sizeBytes }
}
