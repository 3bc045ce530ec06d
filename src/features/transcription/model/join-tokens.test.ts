import { expect, test } from 'vitest'
import { joinTokens } from './join-tokens.ts'

const piece = { startMs: 10_000, endMs: 14_000 }

test('splits tokens into words at spaces and attaches punctuation to the preceding word', () => {
  const words = joinTokens(
    {
      text: ' Hello, world.',
      tokens: ['▁Hel', 'lo', ',', '▁wor', 'ld', '.'],
      timestamps: [0.08, 0.24, 0.4, 0.56, 0.72, 0.96],
      durations: [0.16, 0.16, 0.08, 0.16, 0.24, 0.08],
      logProbs: [Math.log(0.9), Math.log(0.9), 0, Math.log(0.5), Math.log(0.5), Math.log(0.5)],
    },
    piece,
  )
  expect(words).toEqual([
    { text: 'Hello,', startMs: 10_080, endMs: 10_480, confidence: expect.closeTo(0.932, 2), timing: 'asr' },
    { text: 'world.', startMs: 10_560, endMs: 11_040, confidence: expect.closeTo(0.5, 5), timing: 'asr' },
  ])
})

test('ends words before the next one when the model gives no durations or probabilities', () => {
  const words = joinTokens({ text: '', tokens: [' a', ' b'], timestamps: [0, 0.1], durations: [], logProbs: [] }, piece)
  expect(words).toMatchObject([
    { text: 'a', startMs: 10_000, endMs: 10_100, confidence: null },
    { text: 'b', startMs: 10_100, endMs: 10_340, confidence: null },
  ])
})

test('keeps every word inside its piece', () => {
  const words = joinTokens({ text: '', tokens: ['▁late'], timestamps: [3.9], durations: [0.5], logProbs: [] }, piece)
  expect(words).toMatchObject([{ startMs: 13_900, endMs: 14_000 }])
})

test('distinguishes text without times from no text', () => {
  const nothing = { text: '', tokens: [], timestamps: [], durations: [], logProbs: [] }
  expect(joinTokens(nothing, piece)).toEqual([])
  expect(joinTokens({ ...nothing, text: ' hi', tokens: [' hi'] }, piece)).toBeUndefined()
})
