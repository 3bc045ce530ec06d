import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from './files.ts'

test('an adopted file moves under its key and is told by size and SHA-256', async () => {
  const { store, temporaryFile } = await start()
  const path = await temporaryFile('hello')
  const stored = await store.adopt(path, 'projects/p1/source')
  expect(stored).toEqual({ sha256: createHash('sha256').update('hello').digest('hex'), sizeBytes: 5 })
  expect(await readFile(store.pathOf('projects/p1/source'), 'utf8')).toBe('hello')
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('adopting again after the rename, as after a crash, answers the same', async () => {
  const { store, temporaryFile } = await start()
  const path = await temporaryFile('hello')
  const first = await store.adopt(path, 'a/b')
  expect(await store.adopt(path, 'a/b')).toEqual(first)
})

test('two that adopt one file at the same moment both succeed', async () => {
  const { store, temporaryFile } = await start()
  const path = await temporaryFile('x'.repeat(3_000_000))
  const [one, two] = await Promise.all([store.adopt(path, 'a/b'), store.adopt(path, 'a/b')])
  expect(one).toEqual(two)
})

test('a newer file replaces the one under its key', async () => {
  const { store, temporaryFile } = await start()
  await store.adopt(await temporaryFile('old'), 'a/b')
  await store.adopt(await temporaryFile('newer'), 'a/b')
  expect(await store.stat('a/b')).toMatchObject({ sizeBytes: 5 })
})

test('a range holds both of its ends, also beyond one buffer', async () => {
  const { store, temporaryFile } = await start()
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251))
  await store.adopt(await temporaryFile(bytes), 'a')
  const read = async (start: number, end: number) =>
    Buffer.from(await new Response(store.openRange('a', start, end)).arrayBuffer())
  expect(await read(0, 0)).toEqual(bytes.subarray(0, 1))
  expect((await read(5, 600_000)).equals(bytes.subarray(5, 600_001))).toBe(true)
  expect((await read(699_999, 699_999)).equals(bytes.subarray(699_999))).toBe(true)
})

test('a range that nobody reads to its end lets go of the file', async () => {
  const { store, temporaryFile } = await start()
  await store.adopt(await temporaryFile('x'.repeat(1_000_000)), 'a')
  const reader = store.openRange('a', 0, 999_999).getReader()
  await reader.read()
  await reader.cancel()
  expect(await openFiles(store.pathOf('a'))).toBe(0)
})

test.each(['', '/etc/passwd', '../up', 'a/../b', 'a//b', 'a/', '.hidden', 'a/.b', 'a\0b', 'a\\b', 'é'])(
  '%j is no key',
  async (key) => {
    const { store } = await start()
    expect(() => store.pathOf(key)).toThrow('Not a file key')
  },
)

test('removing a prefix removes all of it, and removing nothing is no error', async () => {
  const { store, temporaryFile } = await start()
  await store.adopt(await temporaryFile('1'), 'p/1/a')
  await store.adopt(await temporaryFile('2'), 'p/2/a')
  await store.remove('p/1')
  await store.remove('p/1')
  expect(await store.stat('p/1/a')).toBeUndefined()
  expect(await store.stat('p/2/a')).toMatchObject({ sizeBytes: 1 })
})

test('a sweep removes what dead processes and yesterday left, and nothing that is in use', async () => {
  const { store, dataDir } = await start()
  const mine = await store.temporary()
  const tmp = join(dataDir, 'tmp')
  // No process has this number: the kernel's highest is 2^22.
  const dead = join(tmp, `${hostname()}.4999999.abcdef`)
  const elsewhere = join(tmp, 'another-host.4999999.abcdef')
  const forgotten = join(tmp, 'another-host.4999999.zzzzzz')
  for (const path of [dead, elsewhere, forgotten]) await mkdir(path)
  await utimes(forgotten, new Date(0), new Date(0))
  expect(await store.sweep()).toBe(2)
  expect((await readdir(tmp)).map((name) => join(tmp, name)).toSorted()).toEqual([elsewhere, mine].toSorted())
})

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const store = openFileStore(dataDir)
  const temporaryFile = async (content: string | Buffer) => {
    const path = join(await store.temporary(), 'file')
    await writeFile(path, content)
    return path
  }
  return { dataDir, store, temporaryFile }
}

async function openFiles(path: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link === path).length
}
