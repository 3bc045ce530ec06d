import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { hashOpenFile } from './local.ts'
import type { StoredFile } from './port.ts'
import type { Bucket } from './s3-bucket.ts'

const MIB = 1_048_576
/** S3 accepts up to 10,000 parts of at least 5 MiB. */
const PART_BYTES = 8 * MIB
const MOST_PARTS = 10_000
/** Parts of one file in flight. Their number times their size is the memory of an upload. */
const AT_ONCE = 3
const DAY_MS = 86_400_000

/**
 * Uploads a local file atomically and leaves the original in place. The service checks the MD5 of each part; the
 * object carries our SHA-256 as metadata. A file that is already in the bucket is not sent again.
 * @throws Error with code `ENOENT` when the local file does not exist
 */
export async function putFile(bucket: Bucket, path: string, key: string): Promise<StoredFile> {
  // Keep the file open: a concurrent adopt of the same file may remove it during the upload.
  const file = await open(path, 'r')
  try {
    const stored = await hashOpenFile(file)
    if (await isThere(bucket, key, stored)) return stored
    const order = { bucket, file, key, stored }
    await (stored.sizeBytes <= PART_BYTES ? putWhole(order) : putParts(order))
    if (!(await isThere(bucket, key, stored))) throw new Error(`the bucket did not keep ${key} as it was sent`)
    return stored
  } finally {
    await file.close()
  }
}

type Order = { readonly bucket: Bucket; readonly file: FileHandle; readonly key: string; readonly stored: StoredFile }

async function isThere(bucket: Bucket, key: string, { sha256, sizeBytes }: StoredFile): Promise<boolean> {
  const found = await bucket.head(key)
  return found?.sha256 === sha256 && found.sizeBytes === sizeBytes
}

async function putWhole({ bucket, file, key, stored }: Order): Promise<void> {
  const bytes = await readPart(file, 0, stored.sizeBytes)
  const put = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    Body: bytes,
    ContentMD5: md5(bytes),
    Metadata: { sha256: stored.sha256 },
  })
  await bucket.ask(`storing ${key}`, (s3) => s3.send(put))
}

async function putParts(order: Order): Promise<void> {
  const { bucket, key, stored } = order
  const at = { Bucket: bucket.name, Key: key }
  const create = new CreateMultipartUploadCommand({ ...at, Metadata: { sha256: stored.sha256 } })
  const { UploadId } = await bucket.ask(`beginning to store ${key}`, (s3) => s3.send(create))
  try {
    const Parts = await sendParts(order, UploadId)
    const complete = new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } })
    await bucket.ask(`storing ${key}`, (s3) => s3.send(complete))
  } catch (error) {
    // The response to the first attempt may have been lost, and the retry found the upload completed.
    if (await isThere(bucket, key, stored).catch(() => false)) return
    // `sweep` finds an upload that cannot be aborted now.
    await abort(bucket, { key, uploadId: UploadId }).catch(() => undefined)
    throw error
  }
}

async function sendParts(order: Order, UploadId: string | undefined): Promise<CompletedPart[]> {
  const { sizeBytes } = order.stored
  const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS / MIB) * MIB)
  const parts: CompletedPart[] = Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    PartNumber: index + 1,
  }))
  const waiting = parts.values()
  const send = async () => {
    for (const part of waiting) {
      const start = ((part.PartNumber ?? 1) - 1) * partBytes
      part.ETag = await sendPart(
        order,
        { ...part, UploadId },
        { start, length: Math.min(partBytes, sizeBytes - start) },
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  return parts
}

async function sendPart(
  { bucket, file, key }: Order,
  part: CompletedPart & { UploadId: string | undefined },
  { start, length }: { start: number; length: number },
): Promise<string | undefined> {
  const bytes = await readPart(file, start, length)
  const { PartNumber, UploadId } = part
  const upload = new UploadPartCommand({
    Bucket: bucket.name,
    Key: key,
    UploadId,
    PartNumber,
    Body: bytes,
    ContentMD5: md5(bytes),
  })
  return (await bucket.ask(`storing part ${PartNumber} of ${key}`, (s3) => s3.send(upload))).ETag
}

/** Reads a part into memory, so that a failed attempt can be retried. */
async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled)
    if (bytesRead === 0) throw new Error('a file shrank while it was being stored')
    filled += bytesRead
  }
  return bytes
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64')
}

async function abort(bucket: Bucket, o: { key: string; uploadId: string | undefined }): Promise<void> {
  const command = new AbortMultipartUploadCommand({ Bucket: bucket.name, Key: o.key, UploadId: o.uploadId })
  await bucket.ask(`giving up storing ${o.key}`, (s3) => s3.send(command))
}

/**
 * Aborts uploads that started more than a day ago: their process is dead, and their parts cost money.
 * @param now the current time
 * @returns the number of aborted uploads
 */
export async function sweepUploads(bucket: Bucket, now: Date): Promise<number> {
  const list = new ListMultipartUploadsCommand({ Bucket: bucket.name })
  const { Uploads = [] } = await bucket.ask('listing unfinished uploads', (s3) => s3.send(list))
  const forgotten = Uploads.filter(({ Initiated }) => now.getTime() - (Initiated ?? now).getTime() > DAY_MS)
  for (const { Key: key = '', UploadId: uploadId } of forgotten) await abort(bucket, { key, uploadId })
  return forgotten.length
}
