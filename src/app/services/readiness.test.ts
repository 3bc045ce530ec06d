import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesUnder } from '../../../tests/support/media.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { mountSmallDisk } from '../../../tests/support/small-disk.ts'
import { boundedCheck } from './bounded-check.ts'

const disk = await mountSmallDisk(2_000_000)
const dataDir = disk?.path ?? (await mkdtemp(join(tmpdir(), 'readiness-')))
afterAll(() => disk?.remove() ?? rm(dataDir, { recursive: true, force: true }))
const site = await testProduct({ settings: { DATA_DIR: dataDir } })
const ready = async () => {
  const { status, json } = await site.browser().send('/readyz')
  return [status, json()]
}
const READY = [200, { database: true, files: true }]
const NOT_READY = [503, { database: true, files: false }]

test('is ready with writable folders, and leaves nothing in them', async () => {
  const before = await filesUnder(dataDir)
  expect(await ready()).toEqual(READY)
  expect(await filesUnder(dataDir)).toEqual(before)
})

test.each(['uploads', 'files', 'tmp', 'work'])('is not ready without its folder %s', async (name) => {
  await expect.poll(ready, SOON).toEqual(READY)
  const folder = join(dataDir, name)
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'no folder')
  await expect.poll(ready, SOON).toEqual(NOT_READY)
  await rm(folder)
  await expect.poll(ready, SOON).toEqual(READY)
})

test.skipIf(disk === undefined)('is not ready on a full disk until there is room', async () => {
  if (disk === undefined) return
  await expect.poll(ready, SOON).toEqual(READY)
  await disk.fill()
  await expect.poll(ready, SOON).toEqual(NOT_READY)
  await disk.resize(4_000_000)
  await expect.poll(ready, SOON).toEqual(READY)
})

test('answers in time for a hanging check, runs it once, and counts it when it ends', async () => {
  const clock = { now: 0 }
  const gates: PromiseWithResolvers<void>[] = []
  const changes: unknown[] = []
  const check = boundedCheck(
    () => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate.promise
    },
    { now: () => clock.now, answerMs: 5, changed: (error) => changes.push(error) },
  )
  expect([await check(), await check()]).toEqual([false, false])
  expect(gates).toHaveLength(1)
  gates[0]?.resolve()
  await expect.poll(check).toBe(true)
  clock.now += 2_999
  expect([await check(), gates.length]).toEqual([true, 1])
  clock.now += 1
  const failing = check()
  gates[1]?.reject(new Error('gone'))
  expect([await failing, await check(), gates.length]).toEqual([false, false, 2])
  expect(changes).toEqual([new Error('gone')])
})

test('runs the check again at once when a success is not cached', async () => {
  const answers = [Promise.resolve(), Promise.reject(new Error('gone'))]
  const check = boundedCheck(() => answers.shift() ?? Promise.resolve(), {
    now: () => 0,
    successTtlMs: 0,
    changed: () => undefined,
  })
  expect([await check(), await check()]).toEqual([true, false])
})

/** Longer than an answer is cached. */
const SOON = { timeout: 10_000, interval: 50 }
