import { setImmediate } from 'node:timers/promises'

/** Items per turn of the event loop: a few milliseconds of work. */
const ITEMS_PER_TURN = 200

/** `items.map(each)` in slices, so that heartbeats and other jobs run between them. */
export async function mapInTurns<T, U>(items: readonly T[], each: (item: T, at: number) => U): Promise<U[]> {
  const mapped: U[] = []
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await setImmediate()
    mapped.push(each(item, at))
  }
  return mapped
}
