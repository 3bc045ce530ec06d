import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

test('the pieces together are what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 7 }), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('leaves out what is undefined', () => {
  expect([...jsonPieces({ a: undefined, b: [1], c: { d: undefined } })].join('')).toBe('{"b":[1],"c":{}}')
})

test.each([0, 1, 500, 501, 1_000, 1_001])('a list of %i objects is written whole', (length) => {
  const value = { words: Array.from({ length }, (_, at) => ({ id: `w${at}`, text: '‹"›' })) }
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('')).toBe(JSON.stringify(value))
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(500 * 32)
})
