import { expect, test } from 'vitest'
import { subtitleWords } from './subtitle-words.ts'

const times = (words: ReturnType<typeof subtitleWords>) =>
  words.map(({ text, startMs, endMs }) => [text, startMs, endMs])

test('shares the time of a caption among its words by syllables', () => {
  const words = subtitleWords([{ startMs: 1_000, endMs: 2_000, text: 'go\ntogether' }], 'en')
  expect(times(words)).toEqual([
    ['go', 1_000, 1_250],
    ['together', 1_250, 2_000],
  ])
  expect(words.map(({ timing }) => timing)).toEqual(['aligned', 'interpolated'])
})

test('keeps the times of words, and leaves a pause after a word without an end', () => {
  const stamps = [
    { at: 3, startMs: 400, endMs: 700 },
    { at: 6, startMs: 2_000 },
  ]
  expect(times(subtitleWords([{ startMs: 0, endMs: 6_000, text: 'so it ends', stamps }], 'en'))).toEqual([
    ['so', 0, 400],
    ['it', 400, 700],
    ['ends', 2_000, 2_400],
  ])
})

test('ends a caption where the next one starts', () => {
  const cues = [
    { startMs: 0, endMs: 5_000, text: 'one' },
    { startMs: 1_000, endMs: 2_000, text: 'two' },
  ]
  expect(times(subtitleWords(cues, 'en'))).toEqual([
    ['one', 0, 1_000],
    ['two', 1_000, 2_000],
  ])
})

test('gives words in order, each with a length, even where the stamps go back', () => {
  const stamps = [
    { at: 2, startMs: 900 },
    { at: 4, startMs: 100 },
    { at: 6, startMs: 999 },
  ]
  const words = subtitleWords([{ startMs: 0, endMs: 1_000, text: 'a b c d', stamps }], 'en')
  for (const { startMs, endMs } of words) expect(endMs).toBeGreaterThan(startMs)
  for (const [at, { startMs }] of words.entries()) expect(startMs).toBeGreaterThanOrEqual(words[at - 1]?.startMs ?? 0)
})

test('times the words of a language without spaces', () => {
  const words = subtitleWords([{ startMs: 0, endMs: 1_000, text: '今日は良い天気' }], 'ja')
  expect(words.map(({ text }) => text).join('')).toBe('今日は良い天気')
  expect(words.at(-1)?.endMs).toBe(1_000)
})
