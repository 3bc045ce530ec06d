import { expect, test } from 'vitest'
import { waitForTurn } from './event-loop-turn.ts'

test('continues one waiting caller per turn of the event loop, in order', async () => {
  let turn = 0
  const stop = countTurns(() => (turn += 1))
  const continued: { caller: number; turn: number }[] = []
  const work = async (caller: number) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await waitForTurn()
      continued.push({ caller, turn })
    }
  }
  await Promise.all([1, 2, 3].map(work))
  stop()
  expect(continued.map(({ caller }) => caller)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3])
  expect(new Set(continued.map((one) => one.turn)).size).toBe(9)
})

/** @returns a function that stops counting */
function countTurns(count: () => void): () => void {
  let immediate = setImmediate(function next() {
    count()
    immediate = setImmediate(next)
  })
  return () => clearImmediate(immediate)
}
