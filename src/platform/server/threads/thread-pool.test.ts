import { afterEach, expect, test, vi } from 'vitest'
import {
  doubleTask,
  failTask,
  growTask,
  laterTask,
  loopTask,
  refuseTask,
  sleepTask,
  threadTask,
  waitTask,
} from '../../../../tests/support/thread-tasks.ts'
import { openThreadPool, type ThreadPool } from './thread-pool.ts'

const tooSlow = 'These captions are too large to change at once.'

test('runs a task in a thread and returns its result', async () => {
  expect(await start().run(doubleTask, 21, { account: 'ann', tooSlow })).toBe(42)
})

test('waits for a task that reads files', async () => {
  expect(await start().run(laterTask, 21, { account: 'ann', tooSlow })).toBe(42)
})

test('a refusal in a thread reaches the caller with its code and details', async () => {
  await expect(start().run(refuseTask, 'text', { account: 'ann', tooSlow })).rejects.toMatchObject({
    name: 'AppError',
    code: 'unprocessable',
    message: 'This does not fit.',
    details: { field: 'text' },
  })
})

test('a defect in a thread is not a refusal', async () => {
  await expect(start().run(failTask, null, { account: 'ann', tooSlow })).rejects.toThrow(RangeError)
})

test('rejects a task that runs out of time, ends its thread, and runs the next task', async () => {
  const pool = start({ threads: 1 })
  const counter = shared()
  await expect(pool.run(loopTask, counter, { account: 'ann', timeoutMs: 300, tooSlow })).rejects.toMatchObject({
    code: 'too_large',
    message: tooSlow,
  })
  expect(await pool.run(doubleTask, 1, { account: 'ann', tooSlow })).toBe(2)
  const counted = Atomics.load(counter, 0)
  expect(await pool.run(doubleTask, 2, { account: 'ann', tooSlow })).toBe(4)
  expect(Atomics.load(counter, 0)).toBe(counted)
})

test('does not count the time in which a task waits for a thread or a processor', async () => {
  const pool = start({ threads: 1 })
  expect(await pool.run(doubleTask, 21, { account: 'ann', timeoutMs: 20, tooSlow })).toBe(42)
  expect(await pool.run(sleepTask, 150, { account: 'ann', timeoutMs: 20, tooSlow })).toBe(150)
})

test('rejects a task that sleeps for too long', async () => {
  const sleeping = start({ threads: 1, maxClockMs: 500 }).run(sleepTask, 600_000, { account: 'ann', tooSlow })
  await expect(sleeping).rejects.toMatchObject({ code: 'too_large' })
})

test('rejects a task that runs out of memory without ending the process', async () => {
  const pool = start({ threads: 1, heapMb: 32 })
  await expect(pool.run(growTask, null, { account: 'ann', timeoutMs: 60_000, tooSlow })).rejects.toMatchObject({
    code: 'too_large',
  })
  expect(await pool.run(doubleTask, 1, { account: 'ann', tooSlow })).toBe(2)
})

test('runs one task of an account at a time while other accounts proceed', async () => {
  const pool = start({ threads: 2 })
  const [ann, bob] = [shared(), shared()]
  const first = pool.run(waitTask, ann, { account: 'ann', timeoutMs: 60_000, tooSlow })
  const second = pool.run(waitTask, ann, { account: 'ann', timeoutMs: 60_000, tooSlow })
  const other = pool.run(waitTask, bob, { account: 'bob', timeoutMs: 60_000, tooSlow })
  await begun(ann)
  await begun(bob)
  release(bob)
  expect(await other).toBe(1)
  release(ann)
  expect(await first).toBe(1)
  expect(await second).toBe(2)
})

test('an account with too many tasks is refused while another is served', async () => {
  const pool = start({ threads: 1 })
  const gate = shared()
  const all = Array.from({ length: 8 }, () => pool.run(waitTask, gate, { account: 'ann', timeoutMs: 60_000, tooSlow }))
  await expect(pool.run(doubleTask, 1, { account: 'ann', tooSlow })).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  const order: string[] = []
  const other = pool.run(doubleTask, 1, { account: 'bob', tooSlow }).then(() => order.push('bob'))
  const last = all.at(-1)?.then(() => order.push('ann'))
  release(gate)
  await Promise.all([...all, other, last])
  expect(order).toEqual(['bob', 'ann'])
})

test('closing rejects waiting tasks', async () => {
  const pool = start({ threads: 1 })
  const gate = shared()
  const running = pool.run(waitTask, gate, { account: 'ann', timeoutMs: 60_000, tooSlow })
  const waiting = pool.run(doubleTask, 1, { account: 'ann', tooSlow })
  const ends = Promise.allSettled([running, waiting])
  await begun(gate)
  await pool.close()
  expect(await ends).toMatchObject([{ status: 'rejected' }, { status: 'rejected', reason: { code: 'unavailable' } }])
})

test('ends an idle thread, but keeps the minimum number', async () => {
  const [ending, keeping] = [start({ idleMs: 1 }), start({ idleMs: 1, minThreads: 1 })]
  const threadOf = (pool: ThreadPool) => pool.run(threadTask, null, { account: 'ann', tooSlow })
  const [ready, first] = [await threadOf(keeping), await threadOf(ending)]
  await vi.waitFor(async () => expect(await threadOf(ending)).not.toBe(first), { timeout: 10_000, interval: 100 })
  expect(await threadOf(keeping)).toBe(ready)
})

const open: ThreadPool[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})

function start(o?: Parameters<typeof openThreadPool>[0]): ThreadPool {
  const pool = openThreadPool(o)
  open.push(pool)
  return pool
}

/** How many tasks have begun, and whether they may end. */
function shared(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8))
}

async function begun(counter: Int32Array): Promise<void> {
  await Atomics.waitAsync(counter, 0, 0).value
}

function release(counter: Int32Array): void {
  Atomics.store(counter, 1, 1)
  Atomics.notify(counter, 1)
}
