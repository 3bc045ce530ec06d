import { expect, test } from 'vitest'
import { BytesCache } from './bytes-cache.ts'

const bytesOf = (length: number) => async () => new Uint8Array(length)

test('an answer is made once and then comes from memory', async () => {
  const cache = new BytesCache(100)
  const first = await cache.read('a', bytesOf(10))
  expect(await cache.read('a', bytesOf(20))).toBe(first)
  expect(cache.bytes).toBe(10)
})

test('concurrent reads of a key share one answer', async () => {
  const cache = new BytesCache(100)
  const [one, other] = await Promise.all([cache.read('a', bytesOf(10)), cache.read('a', bytesOf(20))])
  expect(one).toBe(other)
})

test('the answers that were used longest ago make room', async () => {
  const cache = new BytesCache(30)
  const kept = await cache.read('kept', bytesOf(10))
  const oldest = await cache.read('oldest', bytesOf(10))
  expect(await cache.read('kept', bytesOf(1))).toBe(kept)
  await cache.read('new', bytesOf(15))
  expect(cache.bytes).toBe(25)
  expect(await cache.read('kept', bytesOf(1))).toBe(kept)
  expect(await cache.read('oldest', bytesOf(10))).not.toBe(oldest)
})

test('an answer larger than the cache is given out and not kept', async () => {
  const cache = new BytesCache(30)
  expect((await cache.read('large', bytesOf(31))).byteLength).toBe(31)
  expect(cache.bytes).toBe(0)
})

test('after a failure the next read tries again', async () => {
  const cache = new BytesCache(30)
  await expect(cache.read('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect((await cache.read('a', bytesOf(3))).byteLength).toBe(3)
})
