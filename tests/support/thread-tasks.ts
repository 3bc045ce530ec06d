import { threadId } from 'node:worker_threads'
import { AppError } from '#platform/shared/errors.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'

const module = new URL(import.meta.url)

/** Tasks for tests of the thread pool: threads import this module. */
export const doubleTask: ThreadTask<number, number> = { module, name: 'doubleTask', run: double }
export const laterTask: ThreadTask<number, number, Promise<number>> = { module, name: 'laterTask', run: doubleLater }
export const refuseTask: ThreadTask<string, never> = { module, name: 'refuseTask', run: refuse }
export const loopTask: ThreadTask<Int32Array, never> = { module, name: 'loopTask', run: loop }
export const failTask: ThreadTask<null, never> = { module, name: 'failTask', run: fail }
export const growTask: ThreadTask<null, never> = { module, name: 'growTask', run: grow }
export const sleepTask: ThreadTask<number, number> = { module, name: 'sleepTask', run: sleep }
export const threadTask: ThreadTask<null, number> = { module, name: 'threadTask', run: () => threadId }
export const waitTask: ThreadTask<Int32Array, number> = { module, name: 'waitTask', run: wait }

function double(n: number): number {
  return 2 * n
}

async function doubleLater(n: number): Promise<number> {
  await new Promise((next) => setImmediate(next))
  return double(n)
}

function refuse(field: string): never {
  throw new AppError('unprocessable', 'This does not fit.', { field })
}

function fail(): never {
  throw new RangeError('a defect')
}

/** Counts up for ever, so that a test can see whether the thread is running. */
function loop(shared: Int32Array): never {
  for (;;) Atomics.add(shared, 0, 1)
}

/** Allocates until the thread is out of memory. */
function grow(): never {
  const all: string[][] = []
  for (;;) all.push(Array.from({ length: 10_000 }, (_, n) => `${all.length} ${n}`))
}

/** Waits without using the processor, as on a busy machine. */
function sleep(ms: number): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  return ms
}

/** Says that it has begun and waits until the test lets it go. @returns how many had begun when it ended */
function wait(shared: Int32Array): number {
  Atomics.add(shared, 0, 1)
  Atomics.notify(shared, 0)
  Atomics.wait(shared, 1, 0)
  return Atomics.load(shared, 0)
}
