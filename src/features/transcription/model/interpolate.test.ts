import fc from 'fast-check'
import { expect, test } from 'vitest'
import { interpolate, share } from './interpolate.ts'
import { syllables } from './syllables.ts'

test.each([
  { text: 'cat', count: 1 },
  { text: 'the', count: 1 },
  { text: 'time,', count: 1 },
  { text: 'little', count: 2 },
  { text: 'banana', count: 3 },
  { text: '—', count: 0 },
  { text: '42', count: 3 },
  { text: '東京', count: 2 },
  { text: 'hmm', count: 1 },
])('"$text" weighs $count syllables', ({ text, count }) => {
  expect(syllables(text)).toBe(count)
})

test('places an untimed word in the gap between its timed neighbours', () => {
  const spans = interpolate(
    [
      { text: 'one', span: { startMs: 0, endMs: 300 } },
      { text: 'two', span: null },
      { text: 'three', span: { startMs: 800, endMs: 1_000 } },
    ],
    { startMs: 0, endMs: 1_000 },
  )
  expect(spans).toEqual([
    { startMs: 0, endMs: 300 },
    { startMs: 300, endMs: 490 },
    { startMs: 800, endMs: 1_000 },
  ])
})

test('places words before the first timed word so that they lead up to it', () => {
  const [first] = interpolate(
    [
      { text: 'so', span: null },
      { text: 'here', span: { startMs: 2_000, endMs: 2_300 } },
    ],
    { startMs: 0, endMs: 3_000 },
  )
  expect(first).toEqual({ startMs: 1_810, endMs: 2_000 })
})

test('gives a dash without a gap the tail of the previous word', () => {
  const spans = interpolate(
    [
      { text: 'wait', span: { startMs: 0, endMs: 400 } },
      { text: '—', span: null },
      { text: 'what', span: { startMs: 400, endMs: 700 } },
    ],
    { startMs: 0, endMs: 700 },
  )
  expect(spans).toEqual([
    { startMs: 0, endMs: 360 },
    { startMs: 360, endMs: 400 },
    { startMs: 400, endMs: 700 },
  ])
})

test('splits a span without gaps or overlaps into parts of at least one millisecond', () => {
  const texts = fc.array(fc.constantFrom('a', 'banana', '—', '1995'), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 2_000 }), (words, length) => {
      const pieces = share({ startMs: 100, endMs: 100 + length }, words)
      expect(pieces[0]?.startMs).toBe(100)
      expect(pieces.at(-1)?.endMs).toBe(100 + Math.max(length, words.length))
      for (const [at, piece] of pieces.entries()) {
        expect(piece.endMs).toBeGreaterThan(piece.startMs)
        if (at > 0) expect(piece.startMs).toBe(pieces[at - 1]?.endMs)
      }
    }),
  )
})
