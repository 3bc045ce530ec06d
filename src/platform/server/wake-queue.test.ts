import { describe, expect, test } from 'vitest'
import { createWakeup, openQueue } from './wake-queue.ts'

describe('a wake-up', () => {
  test('is remembered until somebody waits, and several count as one', async () => {
    const { wake, wait } = createWakeup()
    wake()
    wake()
    await wait()
    expect(await firstOf(wait())).toBe('waits')
  })

  test('ends a wait', async () => {
    const { wake, wait } = createWakeup()
    const waiting = wait(60_000)
    wake()
    await waiting
  })

  test('ends a wait after its time', async () => {
    await createWakeup().wait(1)
  })
})

describe('a queue', () => {
  test('delivers what came before the first read, and after, in order', async () => {
    const queue = openQueue<number>()
    queue.push(1)
    queue.push(2)
    expect([await queue.next(), await queue.next()]).toEqual([item(1), item(2)])
    const pending = queue.next()
    queue.push(3)
    expect(await pending).toEqual(item(3))
  })

  test('delivers falsy values', async () => {
    const queue = openQueue<number | null | undefined>()
    for (const value of [0, null, undefined]) queue.push(value)
    queue.close()
    expect(await readAll(queue)).toEqual([0, null, undefined])
  })

  test('ends after the values that were pushed before it closed', async () => {
    const queue = openQueue<number>()
    queue.push(1)
    queue.close()
    queue.push(2)
    expect(await readAll(queue)).toEqual([1])
    expect(await queue.next()).toEqual(END)
  })

  test('throws a failure after the values before it, at every later read', async () => {
    const queue = openQueue<number>()
    queue.push(1)
    queue.fail(new Error('broken'))
    queue.close()
    expect(await queue.next()).toEqual(item(1))
    await expect(queue.next()).rejects.toThrow('broken')
    await expect(queue.next()).rejects.toThrow('broken')
  })

  test.each(['close', 'return'] as const)('ends a pending read on %s', async (how) => {
    const queue = openQueue<number>()
    const pending = queue.next()
    void queue[how]()
    expect(await pending).toEqual(END)
  })

  test('replaces what waits once more than its limit would wait', async () => {
    const queue = openQueue<string>({ limit: { size: 2, overflow: 'missed' } })
    for (const value of ['a', 'b', 'c', 'd']) queue.push(value)
    queue.close()
    expect(await readAll(queue)).toEqual(['missed', 'd'])
  })

  test('drops what waits and closes when the reader leaves', async () => {
    let closed = 0
    const queue = openQueue<number>({ onClose: () => void (closed += 1) })
    queue.push(1)
    queue.push(2)
    for await (const value of queue) {
      expect(value).toBe(1)
      break
    }
    queue.push(3)
    queue.close()
    expect(await queue.next()).toEqual(END)
    expect(closed).toBe(1)
  })
})

const END = { done: true, value: undefined }

function item<T>(value: T) {
  return { done: false, value }
}

async function readAll<T>(queue: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of queue) values.push(value)
  return values
}

/** Whether a promise is settled once everything that is due has run. */
async function firstOf(wait: Promise<void>): Promise<'woken' | 'waits'> {
  const due = new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits')))
  return Promise.race([wait.then(() => 'woken' as const), due])
}
