import { expect, onTestFinished, test, vi } from 'vitest'
import { expectLinear } from '../../../../tests/support/linear.ts'
import { interpolate } from './interpolate.ts'
import { MOST_OWN_WORDS, unitsOf } from './own-words.ts'
import { directions, scriptUnits, writtenWords } from './script.ts'
import { spokenForms } from './spoken-forms.ts'
import { readSubtitles } from './subtitles.ts'

/** Texts that have hung a parser, and close variants of them. */
const HOSTILE = [
  '.',
  '#',
  '[',
  ']',
  '[c',
  '(music',
  '<',
  '{\\',
  '&amp',
  '"',
  '1a',
  '1,',
  'A.',
  '$',
  '中',
  'ก\u0E31\u0E49',
  '\u0E31',
  'a\u0301\u0323',
  '\u0301\u0323',
  '👨‍',
  '👨‍👩‍👧‍👦',
  '\u202E',
  '1',
  '\uD800',
  '\u200B',
  '\t',
  '\n-->',
  '\n1\n',
  '\n\n1',
  '\n\na',
  '00:01.000-->',
  '\\N',
].map((part) => ({ part, shown: JSON.stringify(part) }))

test.each(HOSTILE)('reads subtitles full of $shown in linear time', ({ part }) => {
  expectLinear((size) => readSubtitles(`WEBVTT\n\n00:01.000 --> 00:02.000\na${part.repeat(size)}`), 20_000)
  expectLinear((size) => readSubtitles(`1\n00:00:01,000 --> 00:00:02,000\na${part.repeat(size)}`), 20_000)
})

/** More lines or cues than a call may have arguments. */
const MANY = 150_000

test.each(['\n-->', '\na', '\n00:00:01,000 --> 00:00:02,000', '\n\n00:00:01,000 --> 00:00:02,000\na'])(
  'reads a caption file that repeats %j 150,000 times',
  (part) => {
    const file = `00:00:01,000 --> 00:00:02,000\na${part.repeat(MANY)}`
    expect(readSubtitles(file).cues.length).toBeGreaterThan(0)
    expect(readSubtitles(`WEBVTT\n\n${file}`).cues.length).toBeGreaterThan(0)
  },
)

test.each(HOSTILE)('finds the spoken words of a script full of $shown in linear time', ({ part }) => {
  for (const blank of ['', ' ']) {
    expectLinear((size) => {
      const text = scriptUnits(`a ${`${part}${blank}`.repeat(size)}`)
        .map((unit) => unit.text)
        .join(' ')
      const words = writtenWords(text, 'en')
      directions(words)
      return words.map((word) => spokenForms(word, 'en'))
    }, 8_000)
  }
})

test('finds the words of many short Japanese lines in linear time, with one segmenter', () => {
  expectLinear((size) => Array.from({ length: size }, () => writtenWords('中', 'ja')), 2_000)
  // Creating a segmenter takes longer than segmenting a line.
  const created = vi.spyOn(Intl, 'Segmenter')
  onTestFinished(() => created.mockRestore())
  writtenWords('中', 'th')
  for (let line = 0; line < 1_000; line += 1) writtenWords('中', 'ja')
  expect(created).toHaveBeenCalledTimes(2)
})

test('interpolates untimed words in linear time', () => {
  expectLinear((size) => {
    const words = Array.from({ length: size }, (_, at) => ({
      text: 'a',
      span: at % 2 === 0 ? { startMs: at * 10, endMs: at * 10 + 5 } : null,
    }))
    return interpolate(words, { startMs: 0, endMs: size * 10 })
  }, 30_000)
})

test.each([
  { words: 'a ', language: 'en', tooMany: 601, units: 1 },
  // Without marks of sentences, each line is one.
  { words: '今日は良い天気\n', language: 'ja', tooMany: 604, units: 150 },
])('rejects a script of more words than its video has room for ($language)', ({ words, language, tooMany, units }) => {
  const video = { durationMs: 5_000 }
  const script = (count: number) => ({ kind: 'script' as const, text: words.repeat(count) })
  const perRepeat = language === 'en' ? 1 : 4
  expect(unitsOf(script(600 / perRepeat), language, video).units).toHaveLength(units)
  const refusal = expect.objectContaining({ code: 'too_large', details: { limit: 600, value: tooMany } })
  const tooLong = script(600 / perRepeat + 1)
  expect(() => unitsOf(tooLong, language, video)).toThrow(refusal)
  expect(() => unitsOf(tooLong, language, video)).toThrow('more than 600 words, too many for a video of 5 s')
})

test('rejects more words than five hours of speech contain', () => {
  const script = (words: number) => ({ kind: 'script' as const, text: 'a '.repeat(words) })
  expect(unitsOf(script(MOST_OWN_WORDS), 'en').units).toHaveLength(1)
  const refusal = expect.objectContaining({ code: 'too_large', details: { limit: 50_000, value: 50_001 } })
  expect(() => unitsOf(script(MOST_OWN_WORDS + 1), 'en')).toThrow(refusal)
  expect(() => unitsOf({ kind: 'script', text: '今日は'.repeat(30_000) }, 'ja')).toThrow('more than 50,000 words')
})

test.each([
  { name: 'one line', text: '今日は'.repeat(700_000) },
  { name: 'many lines', text: `${'今日は良い天気'.repeat(4)}\n`.repeat(30_000) },
])('segments no more of $name than it takes to reject it', ({ text }) => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  onTestFinished(() => segment.mockRestore())
  expect(() => unitsOf({ kind: 'script', text }, 'ja')).toThrow('more than 50,000 words')
  const segmented = segment.mock.calls.reduce((sum, [part]) => sum + part.length, 0)
  expect(segmented).toBeLessThan(300_000)
})
