import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

test('simultaneous requests for a key share one read', async () => {
  const { read, reads } = start()
  expect(await Promise.all([read('a'), read('b'), Promise.resolve().then(() => read('a'))])).toEqual([1, 2, 1])
  expect(reads()).toBe(2)
})

test('a request during a read gets a newer one', async () => {
  const { read, reads, hold } = start()
  const release = hold()
  const first = read('a')
  await expect.poll(reads).toBe(1)
  const second = read('a')
  release()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('a failed read fails every request that shares it, and the next one reads again', async () => {
  const { share, read } = start()
  const failed = () => share('a', () => Promise.reject(new Error('no database')))
  expect(await Promise.allSettled([failed(), failed()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await read('a')).toBe(1)
})

function start() {
  const share = shareReads<number>()
  let reads = 0
  let held = Promise.resolve()
  const read = async () => {
    const mine = ++reads
    await held
    return mine
  }
  return {
    share,
    reads: () => reads,
    read: (key: string) => share(key, read),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}
