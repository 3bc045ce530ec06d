import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tryLock, withLock } from './lock.ts'

const path = join(tmpdir(), `lock-${process.pid}`)

test('a lock has one holder at a time and is free after its release', async () => {
  const lock = await tryLock(path)
  expect(lock).toBeDefined()
  expect(await tryLock(path)).toBeUndefined()
  expect(await tryLock(`${path}-other`).then((other) => other?.release())).toBeUndefined()

  await lock?.release()
  const again = await tryLock(path)
  expect(again).toBeDefined()
  await again?.release()
})

test('work under one lock never overlaps, and a failure frees the lock', async () => {
  let inside = 0
  const work = async () => {
    inside += 1
    expect(inside).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await Promise.all([1, 2, 3].map(() => withLock(path, work)))
})
