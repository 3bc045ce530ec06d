import { expect, test } from 'vitest'
import { fullSentence, isTrashFilling } from './room.ts'

const GB = 1e9

test.each([
  { usedBytes: 0, addBytes: 2 * GB },
  { usedBytes: 1.5 * GB, addBytes: 0.5 * GB },
  { usedBytes: 2 * GB - 1, addBytes: 0 },
])('allows $addBytes bytes beside $usedBytes of 2 GB', (room) => {
  expect(fullSentence({ ...room, quotaBytes: 2 * GB, mayUpgrade: true })).toBeNull()
})

test('refuses a file that does not fit, with the numbers and what to do', () => {
  const room = { usedBytes: 1.9 * GB, quotaBytes: 2 * GB, addBytes: 0.1 * GB + 1, mayUpgrade: true }
  expect(fullSentence(room)).toBe(
    'Not enough storage: 1.9 GB of 2 GB are used, and this file needs 100 MB. Delete something, or upgrade your plan.',
  )
})

test('a full account stores nothing new, however small', () => {
  const room = { usedBytes: 2 * GB, quotaBytes: 2 * GB, addBytes: 0, mayUpgrade: false }
  expect(fullSentence(room)).toBe('Not enough storage: 2 GB of 2 GB are used. Delete something.')
  expect(fullSentence({ ...room, usedBytes: 5 * GB, addBytes: 1 })).toBe(
    'Not enough storage: 5 GB of 2 GB are used. Delete something.',
  )
})

test('a plan without a fixed quota always has room', () => {
  expect(fullSentence({ usedBytes: 9e15, quotaBytes: null, addBytes: 1e12, mayUpgrade: false })).toBeNull()
})

test.each([
  { usedBytes: 2, removedBytes: 0, addBytes: 9, waits: false },
  { usedBytes: 0, removedBytes: 2, addBytes: 2, waits: false },
  { usedBytes: 0, removedBytes: 2, addBytes: 2.1, waits: true },
  { usedBytes: 1, removedBytes: 99, addBytes: 0, waits: true },
])('with $removedBytes GB in the trash and $usedBytes of 2 GB used, $addBytes GB wait: $waits', (o) => {
  const [usedBytes, removedBytes, addBytes] = [o.usedBytes * GB, o.removedBytes * GB, o.addBytes * GB]
  expect(isTrashFilling({ usedBytes, removedBytes, addBytes, quotaBytes: 2 * GB })).toBe(o.waits)
  expect(isTrashFilling({ usedBytes, removedBytes, addBytes, quotaBytes: null })).toBe(false)
})
