import { expect, test } from 'vitest'
import { readSubtitles, subtitleUnits } from './subtitles.ts'

test('reads SRT with a byte order mark, Windows line endings, tags and surrounding blank lines', () => {
  const cues = readSubtitles(
    '\uFEFF\r\n1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i> {\\an8}there\r\nyou &amp; me\r\n\r\n2\r\n00:01:02.05 --> 01:00:00\r\n1 < 2\r\n\r\n\r\n',
  )
  expect(cues).toEqual([
    { startMs: 1_000, endMs: 2_500, text: 'Hello there\nyou & me' },
    { startMs: 62_050, endMs: 3_600_000, text: '1 < 2' },
  ])
})

test('reads WebVTT with a header, notes, styles, settings, voices, word times and entities', () => {
  const cues = readSubtitles(
    'WEBVTT - made by hand\nKind: captions\n\nNOTE not shown\nat all\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:80% align:center\n<v Ada>So <00:01.500>it <c.loud>begins</c>\n\n00:00:03.000 --> 00:00:04.000\n1 &lt; 2\n',
  )
  expect(cues).toEqual([
    { startMs: 1_000, endMs: 2_000, text: 'So it begins' },
    { startMs: 3_000, endMs: 4_000, text: '1 < 2' },
  ])
})

test('drops captions without text and sorts the rest', () => {
  const cues = readSubtitles(
    '00:00:05,000 --> 00:00:06,000\nlater\n\n00:00:01,000 --> 00:00:02,000\nfirst\n\n00:00:09,000 --> 00:00:10,000\n\n',
  )
  expect(cues.map(({ text }) => text)).toEqual(['first', 'later'])
})

test('merges captions with the same start so that their words are in sequence', () => {
  const cues = readSubtitles(
    '1\n00:00:03,000 --> 00:00:06,000\nAre you in?\n\n2\n00:00:03,000 --> 00:00:04,000\nI am.\n',
  )
  expect(cues).toEqual([{ startMs: 3_000, endMs: 6_000, text: 'Are you in?\nI am.' }])
})

test.each([
  { what: 'with numbers', file: '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:02,000 --> 00:00:03,000\ntwo' },
  { what: 'without', file: '00:00:01,000 --> 00:00:02,000\none\n00:00:02,000 --> 00:00:03,000\ntwo' },
])('separates captions of a file without blank lines, $what', ({ file }) => {
  expect(readSubtitles(file).map(({ text }) => text)).toEqual(['one', 'two'])
})

test('keeps an arrow and a number inside the text of a caption', () => {
  const cues = readSubtitles('00:00:01,000 --> 00:00:02,000\na --> b\n2024\n')
  expect(cues.map(({ text }) => text)).toEqual(['a --> b\n2024'])
})

test.each([
  { what: 'no time', file: '1\n00:00:01,000 --> 00:00:02,000\nfine\n\n2\nnothing here\nat all\n', line: 6 },
  { what: 'only a number', file: '1\n00:00:01,000 --> 00:00:02,000\nfine\n\n2\n', line: 5 },
  { what: 'a time that is none', file: '1\n00:00:01,000 --> soon\noops\n', line: 2 },
  { what: 'sixty-one seconds', file: '1\n00:00:01,000 --> 00:00:61,000\noops\n', line: 2 },
  { what: 'an end before its start', file: '1\n00:00:05,000 --> 00:00:02,000\noops\n', line: 2 },
  { what: 'an end at its start', file: '1\n00:00:05,000 --> 00:00:05,000\noops\n', line: 2 },
  { what: 'only text', file: 'just some text\n', line: 1 },
])('rejects a caption with $what and names its line', ({ file, line }) => {
  expect(() => readSubtitles(file)).toThrow(
    expect.objectContaining({
      code: 'unprocessable',
      details: { line },
      message: expect.stringContaining(`Line ${line} of the subtitle file`),
    }),
  )
})

test.each(['', 'WEBVTT\n', '1\n00:00:01,000 --> 00:00:02,000\n\n'])('rejects a file without words', (file) => {
  expect(() => readSubtitles(file)).toThrow('There are no captions in this file.')
})

test('searches for the words of a cue up to half a second outside it', () => {
  expect(subtitleUnits([{ startMs: 200, endMs: 900, text: 'hi' }])).toEqual([
    { text: 'hi', window: { startMs: 0, endMs: 1_400 } },
  ])
})
