import { join, resolve } from 'node:path'
import type { Env } from '#platform/server/env.ts'
import { type FileStore, openFileStore } from '#platform/server/files.ts'
import type { S3Settings } from '#platform/server/files/s3.ts'

/**
 * Opens the file store that the settings name.
 * @throws Error for the operator when it is unusable, or when files on the disk are not copied to the bucket yet
 */
export async function openFiles(env: Env): Promise<FileStore> {
  const dataDir = resolve(env.DATA_DIR)
  const disk = openFileStore(dataDir)
  if (env.FILE_STORE === 'disk') return disk
  const settings = s3SettingsOf(env)
  // Without the copy, users would miss their files at once.
  for await (const _ of disk.list('')) {
    throw new Error(
      `There are files in ${join(dataDir, 'files')} that the bucket may not have. Copy them with: bin/storage copy-to-s3 --finish`,
    )
  }
  // The S3 client is loaded only where there is a bucket.
  const { openS3Store } = await import('#platform/server/files/s3.ts')
  return openS3Store(settings, dataDir)
}

/** @throws Error that names the missing settings */
export function s3SettingsOf(env: Env): S3Settings {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (S3_BUCKET === undefined) throw new Error('S3_BUCKET is missing: FILE_STORE=s3 needs a bucket.')
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together; set both or none.')
  return {
    bucket: S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    cacheBytes: env.S3_CACHE_MB * 1_000_000,
  }
}
