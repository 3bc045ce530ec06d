import { expect, test } from 'vitest'
import { isShortText, packText, unpackText } from './packed-text.ts'

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
