import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, openLocal } from './local.ts'
import { checkedKey, type FileStore, type ListedFile, type StoredFile } from './port.ts'
import { type Bucket, BucketError, type BucketSettings, missingFile, openBucket } from './s3-bucket.ts'
import { openCache } from './s3-cache.ts'
import { hashObject, readRange } from './s3-read.ts'
import { putFile, sweepUploads } from './s3-upload.ts'

/** Location of the bucket, and the size of the local cache for programs that need paths. */
export type S3Settings = BucketSettings & { readonly cacheBytes: number }

const HOUR_MS = 3_600_000
/** Parallel deletions. Single deletions work with every service; bulk deletion does not. */
const AT_ONCE = 8

/**
 * The file store in a bucket. New files, and the copies that programs read, are written to `dataDir` first.
 * @throws Error with a plain explanation when the bucket cannot be used
 */
export async function openS3Store(settings: S3Settings, dataDir: string): Promise<FileStore> {
  const bucket = openBucket(settings)
  await checkBucket(bucket, settings)
  const local = openLocal(dataDir)
  const { temporary } = local
  const cacheFolder = join(dataDir, 'cache')
  const cache = openCache({ bucket, temporary, directory: cacheFolder, maxBytes: settings.cacheBytes })
  const sweepOld = hourly(() => sweepUploads(bucket, new Date()))
  return {
    ...local,
    folders: [...local.folders, cacheFolder],
    adopt: (tempPath, key) => adopt(bucket, tempPath, checkedKey(key)),
    checkout: (key, signal) => cache.checkout(key, signal),
    async stat(key) {
      const found = await bucket.head(checkedKey(key))
      return found && { sizeBytes: found.sizeBytes, modifiedAt: found.modifiedAt }
    },
    list: (prefix) => list(bucket, prefix),
    openRange: (key, start, end) => readRange(bucket, { key: checkedKey(key), start, end }),
    async remove(prefixOrKey) {
      await removeAll(bucket, checkedKey(prefixOrKey))
      await cache.forget(prefixOrKey)
      await local.remove(prefixOrKey)
    },
    sweep: async () => (await local.sweep()) + (await cache.sweep()) + (await sweepOld()),
  }
}

/** Checks that the bucket can be used. @throws Error that names the setting to check */
export async function checkBucket(bucket: Bucket, { bucket: name, endpoint }: S3Settings): Promise<void> {
  try {
    for await (const _ of bucket.list('startup-check/')) break
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    const problem = problemOf(name, endpoint ?? 'The S3 of Amazon', error)
    throw new Error(`${problem} (${error.code}).`, { cause: error })
  }
}

function problemOf(bucket: string, where: string, { status, code }: BucketError): string {
  if (code === 'CredentialsProviderError')
    return 'There is no key for the bucket; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
  if (status === 404) return `${where} has no bucket "${bucket}"; make it, or look at S3_BUCKET`
  if (status === 403)
    return `${where} does not let us into the bucket "${bucket}"; look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`
  if (status === undefined) return `${where} does not answer; look at S3_ENDPOINT`
  return `${where} refuses the bucket "${bucket}" with ${status}; look at S3_REGION and S3_FORCE_PATH_STYLE`
}

/** Removes the temporary file only after the upload, so that the next attempt after a crash can send it again. */
async function adopt(bucket: Bucket, tempPath: string, key: string): Promise<StoredFile> {
  try {
    const stored = await putFile(bucket, tempPath, key)
    await rm(tempPath, { force: true })
    return stored
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const stored = await bucket.head(key)
  if (stored === undefined) throw missingFile(key)
  const { sha256, sizeBytes } = stored
  return sha256 === undefined ? hashObject(bucket, key) : { sha256, sizeBytes }
}

async function* list(bucket: Bucket, prefix: string): AsyncGenerator<ListedFile> {
  if (prefix === '') return yield* bucket.list('')
  const found = await bucket.head(checkedKey(prefix))
  if (found !== undefined) yield { key: prefix, sizeBytes: found.sizeBytes, modifiedAt: found.modifiedAt }
  yield* bucket.list(`${prefix}/`)
}

async function removeAll(bucket: Bucket, prefixOrKey: string): Promise<void> {
  await bucket.remove(prefixOrKey)
  const removing = new Set<Promise<void>>()
  for await (const { key } of bucket.list(`${prefixOrKey}/`)) {
    const one: Promise<void> = bucket.remove(key).finally(() => removing.delete(one))
    removing.add(one)
    if (removing.size >= AT_ONCE) await Promise.race(removing)
  }
  await Promise.all(removing)
}

/** Runs `work` at most once an hour, however often it is requested. */
function hourly(work: () => Promise<number>): () => Promise<number> {
  let last = 0
  return async () => {
    if (Date.now() - last < HOUR_MS) return 0
    last = Date.now()
    return work()
  }
}
