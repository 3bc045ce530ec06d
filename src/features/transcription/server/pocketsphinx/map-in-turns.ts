import { setImmediate } from 'node:timers/promises'

/** Items between two turns of the event loop: a few milliseconds of work on one word each. */
const ITEMS_A_TURN = 200

/** `items.map(each)` in slices, so that heartbeats and other jobs go on between them. */
export async function mapInTurns<T, U>(items: readonly T[], each: (item: T, at: number) => U): Promise<U[]> {
  const mapped: U[] = []
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_A_TURN === ITEMS_A_TURN - 1) await setImmediate()
    mapped.push(each(item, at))
  }
  return mapped
}
