import { hashFile, isMissing } from './files-local.ts'
import { type FileStore, type ListedFile, withLocal } from './files-port.ts'
import type { Bucket } from './files-s3-bucket.ts'
import { hashObject } from './files-s3-read.ts'
import { putFile } from './files-s3-upload.ts'

/** How copying or verifying went. */
export type CopyReport = {
  /** Files looked at, and their bytes. */
  readonly files: number
  readonly bytes: number
  /** Files the bucket did not have before. */
  readonly copied: number
  /** Files that are not in the bucket as they should be, and why. */
  readonly faults: readonly string[]
  /** Keys in the bucket that are not on the disk. */
  readonly onlyInBucket: readonly string[]
}

type Copying = {
  readonly disk: FileStore
  readonly bucket: Bucket
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** Files on their way at once: small ones wait for answers more than they send. */
const AT_ONCE = 4

/**
 * Copies every file from the disk to the bucket and reads each copy back. Stopped anywhere it goes on where it was
 * when it is run again: what is there with the same hash is not sent twice. The disk is only read.
 */
export function copyToBucket({ disk, bucket, ...o }: Copying): Promise<CopyReport> {
  return eachFile({ disk, bucket, ...o }, async ({ key }) => {
    const before = await bucket.head(key)
    const stored = await withLocal(disk, { key }, (path) => putFile(bucket, path, key))
    if (before?.sha256 === stored.sha256) return { copied: false }
    const kept = await hashObject(bucket, key)
    return kept.sha256 === stored.sha256 ? { copied: true } : { fault: 'the bucket gives back other bytes' }
  })
}

/** Reads every file from the disk and from the bucket and compares them; and what only the bucket has, with its hash. */
export async function verifyBucket(o: Copying): Promise<CopyReport> {
  const report = await eachFile(o, async ({ key }) => {
    const stored = await withLocal(o.disk, { key }, hashFile)
    if ((await o.bucket.head(key)) === undefined) return { fault: 'is not in the bucket' }
    const kept = await hashObject(o.bucket, key)
    return kept.sha256 === stored.sha256 ? { copied: false } : { fault: 'has other bytes in the bucket' }
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

async function eachFile(o: Copying, look: (file: ListedFile) => Promise<Outcome>): Promise<CopyReport> {
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

/** A running product removes files meanwhile; whatever else happens to one file must not stop the others. */
async function outcomeOf(disk: FileStore, { key }: ListedFile, error: unknown): Promise<Outcome> {
  if (isMissing(error) && (await disk.stat(key)) === undefined) return { copied: false }
  return { fault: error instanceof Error ? error.message : String(error) }
}
