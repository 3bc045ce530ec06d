import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop. Waiting callers continue one per turn, in order of arrival: pieces of long work
 * for many people never add up to a long turn.
 */
export function waitForTurn(): Promise<void> {
  last = last.then(() => nextTurn())
  return last
}
