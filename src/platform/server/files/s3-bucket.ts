import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { isKey } from './port.ts'

/** Location and credentials of a bucket. */
export type BucketSettings = {
  readonly bucket: string
  readonly region: string
  /** Address of the service; Amazon S3 when absent. */
  readonly endpoint?: string | undefined
  /** Puts the bucket name in the path instead of the host name. */
  readonly forcePathStyle: boolean
  /** When absent, the SDK uses the role of the machine. */
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
}

/** The current state of one object. */
export type BucketObject = {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  readonly etag: string
  /** Metadata we stored with it; undefined for an object from another program. */
  readonly sha256: string | undefined
}

/** A failed request to the bucket, without the request itself, which contains signatures. */
export class BucketError extends Error {
  /** The error code, such as `NoSuchKey`, or the name of a network failure. */
  readonly code: string
  readonly status: number | undefined

  constructor(what: string, error: unknown) {
    const response = error instanceof S3ServiceException ? error : undefined
    const code = codeOf(error)
    super(`${what} failed: ${code}${error instanceof Error && error.message !== code ? `, ${error.message}` : ''}`)
    this.name = 'BucketError'
    this.code = code
    this.status = response?.$metadata.httpStatusCode
  }
}

/** A bucket, as the file store sees it. */
export type Bucket = ReturnType<typeof openBucket>

/** Maximum number of connections; each playing preview holds one. */
const MOST_SOCKETS = 256

/** Creates the client for a bucket without sending a request. */
export function openBucket(settings: BucketSettings) {
  const client = new S3Client(clientOptions(settings))
  const { bucket: Bucket } = settings

  /** @throws BucketError on any failure */
  async function ask<T>(what: string, send: (client: S3Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await send(client)
    } catch (error) {
      signal?.throwIfAborted()
      throw new BucketError(what, error)
    }
  }

  return {
    name: Bucket,
    ask,
    /** @returns undefined when the object does not exist */
    async head(key: string): Promise<BucketObject | undefined> {
      const asked = ask(`looking for ${key}`, (s3) => s3.send(new HeadObjectCommand({ Bucket, Key: key })))
      const found = await asked.catch(undefinedIfMissing)
      if (found === undefined) return undefined
      return {
        sizeBytes: found.ContentLength ?? 0,
        modifiedAt: found.LastModified ?? new Date(0),
        etag: found.ETag ?? '',
        sha256: found.Metadata?.['sha256'],
      }
    },
    /** Streams a range, or all, of an object that has not changed since. */
    async read(o: { key: string; start?: number; end?: number; etag?: string | undefined }, signal?: AbortSignal) {
      const { key, start, end, etag } = o
      const Range = start === undefined ? undefined : `bytes=${start}-${end ?? ''}`
      const get = new GetObjectCommand({ Bucket, Key: key, Range, IfMatch: etag })
      const asked = ask(`reading ${key}`, (s3) => s3.send(get, signal && { abortSignal: signal }), signal)
      const { Body, ETag } = await asked.catch((error: unknown) => {
        throw isMissing(error) ? missingFile(key) : error
      })
      // In Node.js the body is always a Readable.
      if (!(Body instanceof Readable)) throw new Error('the body of an object is not a stream')
      return { body: Body, etag: ETag }
    },
    /** Lists the objects with a prefix, page by page. Names that are not valid keys are skipped. */
    async *list(prefix: string) {
      let ContinuationToken: string | undefined
      do {
        const page = new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })
        const listed = await ask('listing files', (s3) => s3.send(page))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of listed.Contents ?? [])
          if (isKey(Key)) yield { key: Key, sizeBytes: Size, modifiedAt: LastModified }
        ContinuationToken = listed.IsTruncated === true ? listed.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },
    /** Removing a missing object is no error. */
    async remove(key: string): Promise<void> {
      const asked = ask(`removing ${key}`, (s3) => s3.send(new DeleteObjectCommand({ Bucket, Key: key })))
      await asked.catch(undefinedIfMissing)
    },
    close: () => client.destroy(),
  }
}

function clientOptions({ endpoint, region, forcePathStyle, ...o }: BucketSettings): S3ClientConfig {
  const { accessKeyId, secretAccessKey } = o
  const agent = { keepAlive: true, maxSockets: MOST_SOCKETS }
  return {
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // One attempt and three retries with exponential backoff.
    retryMode: 'standard',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 5_000,
      // The time until a response begins, including the upload of one part. A body may be slow, but not stall.
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      socketTimeout: 120_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Many services support only Content-MD5, which we send ourselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

/** The error for a missing file, the same as on a disk. */
export function missingFile(key: string): Error {
  return Object.assign(new Error(`ENOENT: no such file in the bucket: ${key}`), { code: 'ENOENT' })
}

function isMissing(error: unknown): boolean {
  return error instanceof BucketError && error.status === 404 && error.code !== 'NoSuchBucket'
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
