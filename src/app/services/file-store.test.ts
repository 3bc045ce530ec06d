import { createHash } from 'node:crypto'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { findProject } from '#features/media/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { readEnv } from '#platform/server/env.ts'
import { openFileStore } from '#platform/server/files.ts'
import { openBucket } from '#platform/server/files/s3-bucket.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { startProcess } from '#platform/server/process.ts'
import { clipMaker, picture, QUICK_H264, tone } from '../../../tests/support/clips.ts'
import { diskPath, storeContent } from '../../../tests/support/files.ts'
import { upload } from '../../../tests/support/tus.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { startS3 } from '../../../tests/support/s3-server.ts'
import { openFiles } from './file-store.ts'

const s3 = await startS3()
afterAll(() => s3.stop())
const settings = await bucketSettings()
const { db, databaseUrl, product, url, browser } = await testProduct({ settings: { ...settings, FILE_STORE: 's3' } })
const log = silentLog()
const worker = await startWorker({ db, url: databaseUrl, jobs: product.work, concurrency: 2, log })
afterAll(() => worker.stop())
const clips = await clipMaker()

test('works with a bucket from upload to download', async () => {
  const clip = await clips.make('clip.mp4', ...picture({ seconds: 1 }), ...tone({ seconds: 1 }), ...QUICK_H264)
  const ada = await loggedIn()
  const projectId = await upload(ada.fetch, clip)
  const project = await lastOf(call(product.procedures.media.watch, { projectId }, ada.as), (seen) =>
    ['prepared', 'refused'].includes(seen.stage),
  )
  expect(project).toMatchObject({ stage: 'prepared' })

  const range = await ada.fetch(`/api/media/${projectId}/preview.mp4`, { headers: { range: 'bytes=4-7' } })
  expect([range.status, await range.text()]).toEqual([206, 'ftyp'])

  const stored = await findProject(db, projectId)
  if (stored === undefined) throw new Error('the project vanished')
  const transcript = { words: [WORD], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, stored, transcript))
  const { id: renderId } = await call(product.procedures.rendering.start, { projectId }, ada.as)
  const done = await lastOf(call(product.procedures.rendering.watch, { renderId }, ada.as), ({ state }) =>
    ['done', 'failed'].includes(state),
  )
  expect(done).toMatchObject({ state: 'done', problem: null })
  const download = await ada.fetch(done.download ?? '')
  expect(download.status).toBe(200)
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await download.arrayBuffer()))
    .digest('hex')
  const recorded = await db.$client.query<{ file: string }>('select file from renders where id = $1 and sha256 = $2', [
    renderId,
    sha256,
  ])
  expect(recorded.rowCount).toBe(1)
  expect(await keysOf(settings.S3_BUCKET)).toContain(
    `projects/${projectId}/renders/${renderId}/${recorded.rows[0]?.file}`,
  )
  expect(await product.isReady()).toEqual({ database: true, files: true })

  const copy = await call(product.procedures.media.duplicate, { projectId }, ada.as)
  const copied = await lastOf(call(product.procedures.media.watch, { projectId: copy.id }, ada.as), (seen) =>
    ['prepared', 'refused'].includes(seen.stage),
  )
  expect(copied).toMatchObject({ stage: 'prepared', title: 'Copy of clip' })
  const nameOf = (id: string) => (key: string) => key.slice(`projects/${id}/`.length)
  const keys = await keysOf(settings.S3_BUCKET)
  const made = keys.filter((key) => key.startsWith(`projects/${projectId}/`)).map(nameOf(projectId))
  expect(
    keys
      .filter((key) => key.startsWith(`projects/${copy.id}/`))
      .map(nameOf(copy.id))
      .toSorted(),
  ).toEqual(made.filter((name) => !name.startsWith('renders/')).toSorted())
})

test('copies every file unchanged when a product moves to a bucket', async () => {
  const { dataDir, storage, bucket } = await deployment()
  const disk = openFileStore(dataDir)
  for (const key of ['projects/1/source', 'projects/1/peaks.json', 'photos/2/3.jpg']) await storeContent(disk, key, key)

  const first = await storage('copy-to-s3')
  expect(first.words).toContain('3 files, 52 bytes; 0 of them are not in the bucket as they should be.')
  expect(first.words).toContain('3 of them were copied now.')
  await storeContent(disk, 'projects/1/preview.mp4', 'meanwhile')
  expect((await storage('verify')).words).toContain('projects/1/preview.mp4: is not in the bucket')
  await expect(openFiles(bucket)).rejects.toThrow('bin/storage copy-to-s3 --finish')

  const last = await storage('copy-to-s3', '--finish')
  expect([last.code, last.words]).toEqual([0, expect.stringContaining('1 of them were copied now.')])
  expect(last.words).toContain('FILE_STORE=s3')
  expect(await readdir(dataDir)).toContain('files-copied')
  const store = await openFiles(bucket)
  expect(await new Response(store.openRange('projects/1/preview.mp4', 0, 8)).text()).toBe('meanwhile')
  expect(await keysOf(bucket.S3_BUCKET ?? '')).toHaveLength(4)
})

test('reports a damaged copy by its name', async () => {
  const { dataDir, storage, bucket } = await deployment()
  await storeContent(openFileStore(dataDir), 'projects/1/source', 'whole')
  expect((await storage('copy-to-s3')).code).toBe(0)
  await writeFile(diskPath(dataDir, 'projects/1/source'), 'other')
  const { code, words } = await storage('verify')
  expect([code, words]).toEqual([1, expect.stringContaining('projects/1/source: has other bytes in the bucket')])
  expect(words).not.toContain(bucket.S3_SECRET_ACCESS_KEY)
})

test('sets no file aside until it is copied, and names the wrong setting', async () => {
  const { dataDir, storage } = await deployment({ S3_SECRET_ACCESS_KEY: 'guessed' })
  await storeContent(openFileStore(dataDir), 'projects/1/source', 'whole')
  const { code, words } = await storage('copy-to-s3', '--finish')
  expect([code, words]).toEqual([1, expect.stringContaining('look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')])
  await access(diskPath(dataDir, 'projects/1/source'))
})

test.each([
  [{ S3_BUCKET: '' }, 'S3_BUCKET is missing'],
  [{ S3_SECRET_ACCESS_KEY: '' }, 'go together'],
])('refuses bucket settings with %j at the start', async (wrong, words) => {
  const env = readEnv({ ...settings, DATA_DIR: '/nowhere', FILE_STORE: 's3', ...wrong })
  await expect(openFiles(env)).rejects.toThrow(words)
})

const WORD = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }

async function loggedIn() {
  const person = browser()
  await person.signUp({ email: 'ada@example.com' })
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const { rows } = await db.$client.query<{ id: string }>('select id from users')
  const caller = { userId: rows[0]?.id ?? '', email: 'ada@example.com' }
  return {
    as: { context: { caller, db, requestId: 'test' } },
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(new URL(path, url), { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } }),
  }
}

/** The first event that `isLast` accepts. */
async function lastOf<T>(told: Promise<AsyncIterable<T>>, isLast: (seen: T) => boolean): Promise<T> {
  for await (const seen of await told) if (isLast(seen)) return seen
  throw new Error('it never ended')
}

async function bucketSettings() {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = await s3.bucket()
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

async function keysOf(name: string): Promise<string[]> {
  const bucket = openBucket({ ...(await s3.bucket()), bucket: name })
  const keys: string[] = []
  for await (const { key } of bucket.list('')) keys.push(key)
  bucket.close()
  return keys
}

/** A data directory, an empty bucket, and `bin/storage` configured for both. */
async function deployment(wrong: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-deployment-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const env = { ...(await bucketSettings()), DATA_DIR: dataDir, ...wrong }
  return {
    dataDir,
    bucket: readEnv({ ...env, FILE_STORE: 's3' }),
    async storage(...args: string[]) {
      const lines: string[] = []
      const { code, stderrTail } = await startProcess({
        command: process.execPath,
        args: [join(import.meta.dirname, '../storage.ts'), ...args],
        env,
        onStdoutLine: (line) => lines.push(line),
      }).done
      return { code, words: [...lines, stderrTail].join('\n') }
    },
  }
}
