import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { isShortText, packText, unpackBytesAside, unpackText } from './packed-text.ts'

test.each([0, 999, 1_000, 50_000])('a text of %i letters is read back', (length) => {
  const text = 'ä'.repeat(length)
  expect(unpackText(packText(text))).toBe(text)
})

test.each([
  { what: 'at the limit', length: 4_000, isShort: true },
  { what: 'over the limit', length: 4_001, isShort: false },
  { what: 'that unpacks to a thousand times its size', length: 5_000_000, isShort: false },
  { what: 'that is not compressed', length: 500, isShort: true },
])('tells whether a text $what is short', ({ length, isShort }) => {
  expect(isShortText(packText('a'.repeat(length)), 4_000)).toBe(isShort)
})

test('a long text is unpacked in few turns of the event loop', async () => {
  const text = Array.from({ length: 200_000 }, (_, at) => `word${at}`).join(' ')
  const packed = packText(text)
  const turns = countTurnsOfZlib()
  const bytes = await unpackBytesAside(packed)
  expect(bytes.toString()).toBe(text)
  // 130 if each turn brought 16 kB.
  const count = turns.stop()
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(10)
})

/** Counts how often another thread has handed over what it decompressed. */
function countTurnsOfZlib() {
  const streams = new Set<number>()
  let turns = 0
  const hook = createHook({
    init: (id, type) => void (type === 'ZLIB' && streams.add(id)),
    before: (id) => void (streams.has(id) && (turns += 1)),
  }).enable()
  return {
    stop(): number {
      hook.disable()
      return turns
    },
  }
}
