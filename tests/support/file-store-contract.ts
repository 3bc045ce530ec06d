import { createHash } from 'node:crypto'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import { storeContent } from './files.ts'

type Open = (dataDir: string) => Promise<FileStore> | FileStore

/** The tests of every file store; `open` receives a data directory and an empty store. */
export function testFileStore(name: string, open: Open): void {
  describe(name, () => {
    testWrite(open)
    testRead(open)
    testList(open)
    testRemove(open)
  })
}

/** A store with a data directory that is removed after the test. */
export async function openedStore(open: Open) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const store = await open(dataDir)
  return {
    dataDir,
    store,
    async temporaryFile(content: string | Uint8Array) {
      const path = join(await store.temporary(), 'file')
      await writeFile(path, content)
      return path
    },
    /** Keys and sizes under a prefix, in order. */
    async listed(prefix: string) {
      const files = await allOf(store.list(prefix))
      return files.map(({ key, sizeBytes }) => `${key} ${sizeBytes}`).toSorted()
    },
  }
}

/** Bytes in which every shift shows, longer than any of our buffers. */
function manyBytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 700_000 }, (_, at) => (at * 7 + (at >> 8)) % 251)
}

/** Collects all items. */
async function allOf<T>(coming: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of coming) all.push(one)
  return all
}

/** Collects a whole stream. */
export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await allOf(stream))
}

function testWrite(open: Open): void {
  test('moves an adopted file under its key and returns its size and SHA-256', async () => {
    const { store, temporaryFile } = await openedStore(open)
    const path = await temporaryFile('hello')
    const stored = await store.adopt(path, 'projects/p1/source')
    expect(stored).toEqual({ sha256: createHash('sha256').update('hello').digest('hex'), sizeBytes: 5 })
    expect((await bytesOf(store.openRange('projects/p1/source', 0, 4))).toString()).toBe('hello')
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })

  test('repeating an adoption, as after a crash, returns the same', async () => {
    const { store, temporaryFile } = await openedStore(open)
    const path = await temporaryFile('hello')
    const first = await store.adopt(path, 'a/b')
    expect(await store.adopt(path, 'a/b')).toEqual(first)
  })

  test('two simultaneous adoptions of one file both succeed', async () => {
    const { store, temporaryFile } = await openedStore(open)
    const path = await temporaryFile('x'.repeat(3_000_000))
    const [one, two] = await Promise.all([store.adopt(path, 'a/b'), store.adopt(path, 'a/b')])
    expect(one).toEqual(two)
    expect(await store.stat('a/b')).toMatchObject({ sizeBytes: 3_000_000 })
  })

  test('refuses to adopt a missing file', async () => {
    const { store, dataDir } = await openedStore(open)
    await expect(store.adopt(join(dataDir, 'nothing'), 'a/b')).rejects.toThrow('ENOENT')
    expect(await store.stat('a/b')).toBeUndefined()
  })

  test('a newer file replaces the one under its key, also for reads by path', async () => {
    const { store } = await openedStore(open)
    await storeContent(store, 'a/b', 'old')
    await (await store.checkout('a/b'))[Symbol.asyncDispose]()
    await storeContent(store, 'a/b', 'newer')
    expect(await store.stat('a/b')).toMatchObject({ sizeBytes: 5 })
    expect(await withLocal(store, { key: 'a/b' }, (path) => readFile(path, 'utf8'))).toBe('newer')
  })

  test('stores an empty file', async () => {
    const { store, listed } = await openedStore(open)
    await storeContent(store, 'a/empty', '')
    expect(await store.stat('a/empty')).toMatchObject({ sizeBytes: 0 })
    expect(await listed('')).toEqual(['a/empty 0'])
    expect(await bytesOf(store.openRange('a/empty', 0, -1))).toHaveLength(0)
    expect(await withLocal(store, { key: 'a/empty' }, (path) => readFile(path, 'utf8'))).toBe('')
  })

  test.each(['', '/etc/passwd', '../up', 'a/../b', 'a//b', 'a/', '.hidden', 'a/.b', 'a\0b', 'a\\b', 'é'])(
    'refuses %j as a key',
    async (key) => {
      const { store, temporaryFile } = await openedStore(open)
      await expect((async () => store.stat(key))()).rejects.toThrow('Not a file key')
      await expect((async () => store.remove(key))()).rejects.toThrow('Not a file key')
      await expect((async () => store.workspace(key))()).rejects.toThrow('Not a file key')
      await expect((async () => store.adopt(await temporaryFile('x'), key))()).rejects.toThrow('Not a file key')
    },
  )
}

function testRead(open: Open): void {
  test('a range includes both ends, also beyond one buffer', async () => {
    const { store } = await openedStore(open)
    const bytes = manyBytes()
    await storeContent(store, 'a', bytes)
    expect(await bytesOf(store.openRange('a', 0, 0))).toEqual(Buffer.from(bytes.subarray(0, 1)))
    expect((await bytesOf(store.openRange('a', 5, 600_000))).equals(bytes.subarray(5, 600_001))).toBe(true)
    expect((await bytesOf(store.openRange('a', 699_999, 699_999))).equals(bytes.subarray(699_999))).toBe(true)
  })

  test('an empty range fails instead of ending early', async () => {
    const { store } = await openedStore(open)
    await expect(bytesOf(store.openRange('nothing', 0, 10))).rejects.toThrow(/ENOENT/)
  })

  test('two readers get a whole file by path, at once and one after the other', async () => {
    const { store } = await openedStore(open)
    const bytes = manyBytes()
    await storeContent(store, 'p/source', bytes)
    const [one, two] = await Promise.all([store.checkout('p/source'), store.checkout('p/source')])
    await one[Symbol.asyncDispose]()
    expect((await readFile(two.path)).equals(bytes)).toBe(true)
    await two[Symbol.asyncDispose]()
    await expect(store.checkout('p/nothing')).rejects.toThrow('ENOENT')
  })

  test('a missing file has no size', async () => {
    const { store } = await openedStore(open)
    await storeContent(store, 'p/1/a', 'x')
    expect(await store.stat('p/2')).toBeUndefined()
    expect(await store.stat('p/1')).toBeUndefined()
  })
}

function testList(open: Open): void {
  test('a listing names every file under a prefix, with size and time', async () => {
    const { store, listed } = await openedStore(open)
    await storeContent(store, 'p/1/a', 'x')
    await storeContent(store, 'p/1/deep/er/b', 'xy')
    await storeContent(store, 'p/10/a', 'xyz')
    await storeContent(store, 'q', 'wxyz')
    expect(await listed('')).toEqual(['p/1/a 1', 'p/1/deep/er/b 2', 'p/10/a 3', 'q 4'])
    expect(await listed('p/1')).toEqual(['p/1/a 1', 'p/1/deep/er/b 2'])
    expect(await listed('q')).toEqual(['q 4'])
    expect(await listed('nothing')).toEqual([])
    const [file] = await allOf(store.list('q'))
    expect(Math.abs(Date.now() - (file?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('temporaries and work in progress are not listed', async () => {
    const { store, temporaryFile, listed } = await openedStore(open)
    await temporaryFile('x')
    await writeFile(join(await store.workspace('p/1/work'), 'part'), 'x')
    expect(await listed('')).toEqual([])
  })
}

function testRemove(open: Open): void {
  test('removes exactly the files of a prefix, and accepts an empty one', async () => {
    const { store, listed } = await openedStore(open)
    for (const key of ['p/1/a', 'p/1/b/c', 'p/1.mp4', 'p/10/a']) await storeContent(store, key, '1')
    await store.remove('p/1')
    await store.remove('p/1')
    expect(await listed('')).toEqual(['p/1.mp4 1', 'p/10/a 1'])
    await store.remove('p/10/a')
    expect(await listed('')).toEqual(['p/1.mp4 1'])
  })

  test('a removed file cannot be checked out again', async () => {
    const { store } = await openedStore(open)
    await storeContent(store, 'p/1/a', '1')
    await (await store.checkout('p/1/a'))[Symbol.asyncDispose]()
    await store.remove('p/1')
    await expect(store.checkout('p/1/a')).rejects.toThrow('ENOENT')
  })

  test('keeps a workspace for the next attempt, and removes it with its prefix', async () => {
    const { store } = await openedStore(open)
    const path = join(await store.workspace('p/1/work'), 'part')
    await writeFile(path, 'half')
    expect(await readFile(join(await store.workspace('p/1/work'), 'part'), 'utf8')).toBe('half')
    await store.remove('p/1')
    await expect(access(path)).rejects.toThrow('ENOENT')
  })
}
