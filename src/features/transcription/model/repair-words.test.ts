import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairWords } from './repair-words.ts'
import { SpokenWord } from './word.ts'

const anyTime = fc.oneof(
  fc.integer({ min: -500, max: 5_000 }),
  fc.double({ min: -10, max: 5_000 }),
  fc.constant(Number.NaN),
)
const anyWord = fc.record({
  text: fc.constantFrom('a', 'two', ' three ', '4'),
  startMs: anyTime,
  endMs: anyTime,
  confidence: fc.oneof(fc.constant(null), fc.double({ min: -1, max: 2 })),
  timing: fc.constantFrom('asr' as const, 'aligned' as const, 'interpolated' as const),
})

test('sorts and separates the words of any engine output and loses none', () => {
  fc.assert(
    fc.property(fc.array(anyWord, { maxLength: 60 }), fc.integer({ min: 0, max: 4_000 }), (words, durationMs) => {
      const repaired = repairWords(words, { durationMs })
      expect(repaired).toHaveLength(words.length)
      for (const [at, word] of repaired.entries()) {
        expect(SpokenWord.safeParse(word).success, JSON.stringify(word)).toBe(true)
        expect(word.endMs).toBeGreaterThan(word.startMs)
        expect(word.startMs).toBeGreaterThanOrEqual(repaired[at - 1]?.endMs ?? 0)
        expect(word.endMs).toBeLessThanOrEqual(Math.max(durationMs, words.length))
      }
    }),
  )
})

test('leaves valid words unchanged', () => {
  const words = [
    { text: 'so', startMs: 120, endMs: 300, confidence: 0.9, timing: 'asr' as const },
    { text: 'my', startMs: 300, endMs: 410, confidence: null, timing: 'aligned' as const },
  ]
  expect(repairWords(words, { durationMs: 1_000 })).toEqual(words)
})

test('changes nothing on a second repair', () => {
  fc.assert(
    fc.property(fc.array(anyWord, { maxLength: 30 }), (words) => {
      const once = repairWords(words, { durationMs: 3_000 })
      expect(repairWords(once, { durationMs: 3_000 })).toEqual(once)
    }),
  )
})

test('ends the first of two overlapping words where the second begins', () => {
  const [first, second] = repairWords(
    [
      { text: 'b', startMs: 400, endMs: 900, confidence: null, timing: 'asr' },
      { text: 'a', startMs: 100, endMs: 600, confidence: null, timing: 'asr' },
    ],
    { durationMs: 1_000 },
  )
  expect(first).toMatchObject({ text: 'a', startMs: 100, endMs: 400 })
  expect(second).toMatchObject({ text: 'b', startMs: 400, endMs: 900 })
})

test('drops a word with empty text', () => {
  expect(
    repairWords([{ text: '  ', startMs: 0, endMs: 5, confidence: null, timing: 'asr' }], { durationMs: 9 }),
  ).toEqual([])
})
