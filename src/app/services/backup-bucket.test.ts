import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../tests/support/database.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { startS3 } from '../../../tests/support/s3-server.ts'
import { filesIn, keeper, storeExport, storeVideo } from '../../../tests/support/storage.ts'
import { openBackupFolder } from '#platform/server/backup/folder.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { openS3Store } from '#platform/server/files/s3.ts'
import { createBackup } from './create-backup.ts'
import { listRecordedFiles } from './recorded-files.ts'
import { findBackup, restoreBackup } from './restore-backup.ts'

const s3 = await startS3()
afterAll(() => s3.stop())
const { bucket, endpoint, accessKeyId, secretAccessKey } = await s3.bucket()
const site = await testProduct({
  settings: {
    FILE_STORE: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  },
})
const IO = { signal: new AbortController().signal, say: () => undefined, progress: () => undefined }

test('backs files up from a bucket once, and restores them into another', async () => {
  const ada = await keeper(site, 'ada', 'pro')
  await storeExport(site, await storeVideo(site, ada, { bytes: 9_000_000 }))
  const folder = await emptyFolder()
  const first = await backUp(folder, 1)
  const second = await backUp(folder, 2)
  expect([first.newFiles, second.newFiles]).toEqual([3, 0])

  const dataDir = await emptyFolder()
  const files = await openS3Store(await s3.bucket(), dataDir)
  const databaseUrl = await emptyDatabase()
  const db = openDatabase(databaseUrl)
  onTestFinished(() => closeDatabase(db))
  const backup = await findBackup(await openBackupFolder(folder))
  await restoreBackup(backup, { db, databaseUrl, files, dataDir, isOnDisk: false, replaces: false }, IO)
  expect(await filesIn({ product: { ...site.product, files } })).toEqual(await filesIn(site))
})

function backUp(folder: string, day: number) {
  const { db, product } = site
  const order = { ...IO, folder, keep: undefined, passphrase: undefined, now: new Date(Date.UTC(2026, 10, day)) }
  return createBackup(
    { db, files: product.files, sessionSecret: 'the secret of this site', listFiles: listRecordedFiles },
    order,
  )
}

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
