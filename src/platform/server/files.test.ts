import { mkdir, readdir, readlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openedStore, testFileStore } from '../../../tests/support/file-store-contract.ts'
import { diskPath, storeContent } from '../../../tests/support/files.ts'
import { openFileStore } from './files.ts'

testFileStore('on the local disk', openFileStore)

test('concurrent adopts of the same file all succeed', async () => {
  const { store, temporaryFile } = await openedStore(openFileStore)
  const path = await temporaryFile('hello')
  const adopting = []
  for (let n = 0; n < 200; n += 1) {
    adopting.push(store.adopt(path, 'a/b'))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(new Set((await Promise.all(adopting)).map(({ sha256 }) => sha256)).size).toBe(1)
})

test('closes the file when a range is not read to its end', async () => {
  const { store, dataDir } = await openedStore(openFileStore)
  await storeContent(store, 'a', 'x'.repeat(1_000_000))
  const reader = store.openRange('a', 0, 999_999).getReader()
  await reader.read()
  await reader.cancel()
  expect(await openFiles(diskPath(dataDir, 'a'))).toBe(0)
})

test('does not list hidden files of other programs', async () => {
  const { store, dataDir, listed } = await openedStore(openFileStore)
  await storeContent(store, 'p/a', 'x')
  await writeFile(diskPath(dataDir, 'p/.DS_Store'), '')
  await mkdir(diskPath(dataDir, 'lost+found'))
  expect(await listed('')).toEqual(['p/a 1'])
})

test('a sweep removes stale leftovers and nothing in use', async () => {
  const { store, dataDir } = await openedStore(openFileStore)
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

test('a sweep removes work untouched for a week, with its empty folders', async () => {
  const { store, dataDir } = await openedStore(openFileStore)
  const running = await store.workspace('p/1/work')
  const given = await store.workspace('p/2/work')
  await writeFile(join(running, 'part'), '')
  await writeFile(join(given, 'part'), '')
  await utimes(join(given, 'part'), new Date(0), new Date(0))
  expect(await store.sweep()).toBe(1)
  expect(await readdir(join(dataDir, 'work', 'p'))).toEqual(['1'])
})

async function openFiles(path: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link === path).length
}
