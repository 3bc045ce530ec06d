import { hashFile, isMissing } from './local.ts'
import { type FileStore, type ListedFile, withLocal } from './port.ts'
import type { Bucket } from './s3-bucket.ts'
import { hashObject } from './s3-read.ts'
import { putFile } from './s3-upload.ts'

/** Result of a copy or verification. */
export type CopyReport = {
  /** Files processed, and their bytes. */
  readonly files: number
  readonly bytes: number
  /** Files that were missing from the bucket. */
  readonly copied: number
  /** Files that are missing or different in the bucket, with the reason. */
  readonly faults: readonly string[]
  /** Keys that exist only in the bucket. */
  readonly onlyInBucket: readonly string[]
}

type CopyOptions = {
  readonly disk: FileStore
  readonly bucket: Bucket
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** Files copied in parallel: small files spend most of their time waiting for responses. */
const AT_ONCE = 4

/**
 * Copies every file from the disk to the bucket and reads each copy back. It resumes after an interruption, because
 * files with the same hash are not sent again. The disk is only read.
 */
export function copyToBucket({ disk, bucket, ...o }: CopyOptions): Promise<CopyReport> {
  return eachFile({ disk, bucket, ...o }, async ({ key }) => {
    const before = await bucket.head(key)
    const stored = await withLocal(disk, { key }, (path) => putFile(bucket, path, key))
    if (before?.sha256 === stored.sha256) return { copied: false }
    const copy = await hashObject(bucket, key)
    return copy.sha256 === stored.sha256 ? { copied: true } : { fault: 'the bucket gives back other bytes' }
  })
}

/** Compares every file on the disk with its copy, and checks the hash of files that exist only in the bucket. */
export async function verifyBucket(o: CopyOptions): Promise<CopyReport> {
  const report = await eachFile(o, async ({ key }) => {
    const stored = await withLocal(o.disk, { key }, hashFile)
    if ((await o.bucket.head(key)) === undefined) return { fault: 'is not in the bucket' }
    const copy = await hashObject(o.bucket, key)
    return copy.sha256 === stored.sha256 ? { copied: false } : { fault: 'has other bytes in the bucket' }
  })
  const faults = [...report.faults]
  for (const key of report.onlyInBucket) {
    o.signal.throwIfAborted()
    const object = await o.bucket.head(key)
    if (object?.sha256 !== undefined && (await hashObject(o.bucket, key)).sha256 !== object.sha256)
      faults.push(`${key}: has other bytes than were stored`)
  }
  return { ...report, faults }
}

type Outcome = { readonly copied: boolean } | { readonly fault: string }

async function eachFile(o: CopyOptions, look: (file: ListedFile) => Promise<Outcome>): Promise<CopyReport> {
  const files = new Map<string, ListedFile>()
  for await (const file of o.disk.list('')) files.set(file.key, file)
  const total = [...files.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const faults: string[] = []
  let [copied, bytes] = [0, 0]
  const waiting = files.values()
  const work = async () => {
    for (const file of waiting) {
      o.signal.throwIfAborted()
      const outcome = await look(file).catch((error: unknown) => outcomeOf(o.disk, file, error))
      if ('fault' in outcome) faults.push(`${file.key}: ${outcome.fault}`)
      else if (outcome.copied) copied += 1
      bytes += file.sizeBytes
      o.progress(bytes, total)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const onlyInBucket: string[] = []
  for await (const { key } of o.bucket.list('')) if (!files.has(key)) onlyInBucket.push(key)
  return { files: files.size, bytes, copied, faults, onlyInBucket }
}

/** A running server may remove files meanwhile. A failure of one file must not stop the others. */
async function outcomeOf(disk: FileStore, { key }: ListedFile, error: unknown): Promise<Outcome> {
  if (isMissing(error) && (await disk.stat(key)) === undefined) return { copied: false }
  return { fault: error instanceof Error ? error.message : String(error) }
}
