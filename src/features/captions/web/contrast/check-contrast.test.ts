import { expect, test } from 'vitest'
import { outwardsFrom } from './check-contrast.ts'

test('begins with captions after the playhead, then before it, and reaches each caption once', () => {
  const order = outwardsFrom(250, 1_000)
  expect(order.slice(0, 2)).toEqual([250, 251])
  expect(order[100]).toBe(150)
  expect(order[200]).toBe(350)
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
})

test('reaches all captions from the first and from the last one', () => {
  for (const first of [0, 149, 299]) expect(new Set(outwardsFrom(first, 300)).size, `from ${first}`).toBe(300)
  expect(outwardsFrom(0, 0)).toEqual([])
})
