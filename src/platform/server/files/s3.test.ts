import { createHash, randomBytes } from 'node:crypto'
import { access, link, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { bytesOf, openedStore, testFileStore } from '../../../../tests/support/file-store-contract.ts'
import { storeContent } from '../../../../tests/support/files.ts'
import { startS3 } from '../../../../tests/support/s3-server.ts'
import { withLocal } from './port.ts'
import { openBucket } from './s3-bucket.ts'
import { hashObject } from './s3-read.ts'
import { sweepUploads } from './s3-upload.ts'
import { openS3Store, type S3Settings } from './s3.ts'

const s3 = await startS3()
afterAll(() => s3.stop())

testFileStore('in a bucket', async (dataDir) => openS3Store(await s3.bucket(), dataDir))

/** Three parts: the last is small. */
const LARGE = randomBytes(17_000_000)
const LARGE_HASH = createHash('sha256').update(LARGE).digest('hex')

test('uploads a large file in parts and reads it back unchanged', async () => {
  const { store, bucket } = await start()
  const stored = await storeContent(store, 'p/source', LARGE)
  expect(stored).toEqual({ sha256: LARGE_HASH, sizeBytes: LARGE.length })
  expect(await hashObject(openBucket(bucket), 'p/source')).toEqual(stored)
  const range = await bytesOf(store.openRange('p/source', 8_000_000, 9_000_000))
  expect(range.equals(LARGE.subarray(8_000_000, 9_000_001))).toBe(true)
  expect((await withLocal(store, { key: 'p/source' }, (copy) => readFile(copy))).equals(LARGE)).toBe(true)
})

test('a failed upload stores nothing, and the next attempt uploads the whole file', async () => {
  const { store, temporaryFile, dataDir, bucket } = await start()
  const path = await temporaryFile(LARGE)
  const deadly = await s3.door({ killAfter: 11_000_000 })
  onTestFinished(deadly.close)
  const dying = await openS3Store({ ...bucket, endpoint: deadly.endpoint }, dataDir)
  await expect(dying.adopt(path, 'p/source')).rejects.toThrow('failed')
  await deadly.killed()
  await s3.again()
  await access(path)
  expect(await store.stat('p/source')).toBeUndefined()
  expect(await store.adopt(path, 'p/source')).toEqual({ sha256: LARGE_HASH, sizeBytes: LARGE.length })
  expect((await bytesOf(store.openRange('p/source', 0, LARGE.length - 1))).equals(LARGE)).toBe(true)
  await expect(access(path)).rejects.toThrow('ENOENT')

  // The parts of the first attempt remain, and cost money, until they are a day old.
  const opened = openBucket(bucket)
  expect(await sweepUploads(opened, new Date())).toBe(0)
  expect(await sweepUploads(opened, new Date(Date.now() + 90_000_000))).toBe(1)
  expect((await bytesOf(store.openRange('p/source', 0, LARGE.length - 1))).equals(LARGE)).toBe(true)
})

test('does not upload again after a crash before the temporary file is removed', async () => {
  const { store, temporaryFile } = await start()
  const path = await temporaryFile('hello')
  await link(path, `${path}.kept`)
  const first = await store.adopt(path, 'a/b')
  const before = await store.stat('a/b')
  await rename(`${path}.kept`, path)
  expect(await store.adopt(path, 'a/b')).toEqual(first)
  expect(await store.stat('a/b')).toEqual(before)
  await expect(access(path)).rejects.toThrow('ENOENT')
})

test('a client that disconnects ends the request; a slow one gets every byte', async () => {
  const door = await s3.door()
  onTestFinished(door.close)
  const { store } = await start({ endpoint: door.endpoint })
  await storeContent(store, 'p/source', LARGE)
  const leaving = store.openRange('p/source', 0, LARGE.length - 1).getReader()
  await leaving.read()
  const held = door.connections()
  await leaving.cancel()
  await expect.poll(door.connections).toBe(held - 1)

  const slow = store.openRange('p/source', 0, LARGE.length - 1).getReader()
  const hash = createHash('sha256')
  for (;;) {
    const { done, value } = await slow.read()
    if (done) break
    hash.update(value)
  }
  expect(hash.digest('hex')).toBe(LARGE_HASH)
})

test('a download resumes after an outage of the storage', async () => {
  const { store } = await start()
  await storeContent(store, 'p/source', LARGE)
  const reader = store.openRange('p/source', 0, LARGE.length - 1).getReader()
  const hash = createHash('sha256')
  const first = await reader.read()
  if (first.value !== undefined) hash.update(first.value)
  await s3.kill()
  await s3.again()
  for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) hash.update(next.value)
  expect(hash.digest('hex')).toBe(LARGE_HASH)
})

test('two readers of one file share one download', async () => {
  const { store, dataDir } = await start()
  await storeContent(store, 'p/source', 'hello')
  const [one, two] = await Promise.all([store.checkout('p/source'), store.checkout('p/source')])
  expect(one.path).not.toBe(two.path)
  expect(await cached(dataDir)).toHaveLength(1)
  await one[Symbol.asyncDispose]()
  await two[Symbol.asyncDispose]()
})

test('evicts the least recently used copies, and none in use', async () => {
  const { store, dataDir } = await start({ cacheBytes: 10 })
  for (const key of ['a', 'b', 'c', 'large']) await storeContent(store, key, key.repeat(4))
  const copies = []
  for (const key of ['a', 'b', 'c', 'large']) copies.push(await store.checkout(key))
  expect((await cached(dataDir)).map((path) => path.split('/')[0])).toEqual(['b', 'c'])
  const read = await Promise.all(copies.map(({ path }) => readFile(path, 'utf8')))
  expect(read).toEqual(['aaaa', 'bbbb', 'cccc', 'large'.repeat(4)])
  for (const copy of copies) await copy[Symbol.asyncDispose]()
})

test('removes copies unused for a day, and copies of removed files immediately', async () => {
  const { store, dataDir } = await start()
  for (const key of ['a', 'b', 'p/1']) {
    await storeContent(store, key, key)
    await (await store.checkout(key))[Symbol.asyncDispose]()
  }
  await store.remove('p')
  const [a = ''] = await cached(dataDir)
  await utimes(join(dataDir, 'cache', a), new Date(0), new Date(0))
  expect(await store.sweep()).toBe(1)
  expect((await cached(dataDir)).map((path) => path.split('/')[0])).toEqual(['b'])
})

test('never hands a program other bytes than were stored', async () => {
  const { store, dataDir, bucket } = await start()
  const path = join(dataDir, 'other')
  await writeFile(path, 'hello')
  await storeContent(store, 'a', 'hello')
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  const put = new PutObjectCommand({
    Bucket: bucket.bucket,
    Key: 'a',
    Body: 'jello',
    Metadata: { sha256: createHash('sha256').update('hello').digest('hex') },
  })
  await openBucket(bucket).ask('damaging a file', (client) => client.send(put))
  await expect(store.checkout('a')).rejects.toThrow('other bytes')
  await rm(path)
})

test.each<[string, Partial<S3Settings>, RegExp]>([
  ['a wrong secret', { secretAccessKey: 'guessed' }, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
  ['an unknown key', { accessKeyId: 'nobody:here' }, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
  ['a bucket that is not there', { bucket: 'not-there' }, /has no bucket "not-there"/],
  ['an address where nobody listens', { endpoint: 'http://127.0.0.1:1' }, /127\.0\.0\.1:1 does not answer/],
])('reports %s at the start, without the secret', async (_, wrong, words) => {
  const settings = { ...(await s3.bucket()), ...wrong }
  const error: unknown = await openS3Store(settings, '/nowhere').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toMatch(words)
  expect(JSON.stringify([String(error), error, error instanceof Error ? error.cause : 0])).not.toContain(
    settings.secretAccessKey,
  )
})

async function start(o: Partial<S3Settings> = {}) {
  const bucket = { ...(await s3.bucket()), ...o }
  return { bucket, ...(await openedStore((dataDir) => openS3Store(bucket, dataDir))) }
}

/** Lists the cached files, sorted by path. */
async function cached(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'cache')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)).toSorted()
}
