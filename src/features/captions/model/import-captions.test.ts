import { expect, test } from 'vitest'
import { createDocument, cueSpan, cuesOf, importDocument, importSubtitles, linesOf, textOf } from './index.ts'

test('SRT with a byte order mark, Windows line ends, tags and blank lines at its ends is read', () => {
  const file =
    '\uFEFF\r\n1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i> {\\an8}there\r\nmy friend\r\n\r\n2\r\n00:00:03.000 --> 00:00:04,000\r\nBye.\r\n\r\n\r\n'
  expect(shown(file)).toEqual([
    { t0: 1_000, t1: 2_500, lines: ['Hello there', 'my friend'] },
    { t0: 3_000, t1: 4_000, lines: ['Bye.'] },
  ])
})

test('WebVTT with a header, notes, styles, settings, voices and entities is read', () => {
  const file =
    'WEBVTT - made by hand\nKind: captions\n\nNOTE not shown\nat all\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:80% align:center\n<v Ada>Fish &amp; chips</v>\n\n00:00:03.000 --> 00:00:04.000\n1 &lt; 2\n'
  expect(shown(file)).toEqual([
    { t0: 1_000, t1: 2_000, lines: ['Fish & chips'] },
    { t0: 3_000, t1: 4_000, lines: ['1 < 2'] },
  ])
})

test('word times in WebVTT are kept', () => {
  const { words } = importSubtitles(
    'WEBVTT\n\n00:01.000 --> 00:03.000\nnever <00:00:01.400>lose <00:00:02.000>a word\n',
  )
  expect(words.map(({ text, startMs, endMs, timing }) => [text, startMs, endMs, timing])).toEqual([
    ['never', 1_000, 1_400, 'aligned'],
    ['lose', 1_400, 2_000, 'aligned'],
    ['a', 2_000, 2_500, 'interpolated'],
    ['word', 2_500, 3_000, 'interpolated'],
  ])
})

test('captions that overlap are cut where the next begins, and those that begin together become one', () => {
  const file =
    '1\n00:00:01,000 --> 00:00:05,000\nfirst\n\n2\n00:00:03,000 --> 00:00:06,000\nsecond\n\n3\n00:00:03,000 --> 00:00:04,000\nthird\n'
  expect(shown(file)).toEqual([
    { t0: 1_000, t1: 3_000, lines: ['first'] },
    { t0: 3_000, t1: 6_000, lines: ['second', 'third'] },
  ])
})

test('captions out of order are put in order', () => {
  const file = '2\n00:00:03,000 --> 00:00:04,000\nsecond\n\n1\n00:00:01,000 --> 00:00:02,000\nfirst\n'
  expect(shown(file).map(({ lines }) => lines)).toEqual([['first'], ['second']])
})

test.each([
  { what: 'no time', file: '1\n00:00:01,000 --> 00:00:02,000\nfine\n\n2\nnothing here\nat all\n', line: 6 },
  { what: 'a time that is none', file: '1\n00:00:01,000 --> soon\noops\n', line: 2 },
  { what: 'sixty-one seconds', file: '1\n00:00:01,000 --> 00:00:61,000\noops\n', line: 2 },
  { what: 'an end before its start', file: '1\n00:00:05,000 --> 00:00:02,000\noops\n', line: 2 },
  { what: 'more words than milliseconds', file: '1\n00:00:01,000 --> 00:00:01,002\none two three four\n', line: 2 },
  { what: 'only text', file: 'just some text\n', line: 1 },
])('a caption with $what is refused with the line it is on', ({ file, line }) => {
  expect(() => importSubtitles(file)).toThrow(
    expect.objectContaining({
      code: 'unprocessable',
      details: { line },
      message: expect.stringContaining(`Line ${line}`),
    }),
  )
})

test.each(['', 'WEBVTT\n', '1\n00:00:01,000 --> 00:00:02,000\n\n'])('a file without words is refused', (file) => {
  expect(() => importSubtitles(file)).toThrow('There are no captions in this file.')
})

test('Japanese is cut into words, and reads the same', () => {
  const { words } = importSubtitles('1\n00:00:01,000 --> 00:00:03,000\n今日はとても良い天気です。\n', 'ja')
  expect(words.length).toBeGreaterThan(3)
  expect(words.map(({ text }) => text).join('')).toBe('今日はとても良い天気です。')
})

test.each(['{', '{"schema":"captiondoc/1"}', '{"a":1}'])('JSON that is no caption document is refused: %s', (json) => {
  expect(() => importDocument(json)).toThrow(expect.objectContaining({ code: 'unprocessable' }))
})

test('a document whose captions leave words out is refused', () => {
  const { words, lines } = importSubtitles('1\n00:00:01,000 --> 00:00:02,000\none two\n')
  const doc = document(words, lines)
  const broken = { ...doc, tracks: [{ ...doc.tracks[0], cues: [] }] }
  expect(() => importDocument(JSON.stringify(broken))).toThrow('Some words are in no caption.')
})

function shown(file: string) {
  const { words, lines } = importSubtitles(file)
  const doc = document(words, lines)
  return cuesOf(doc).map((cue) => ({ ...cueSpan(doc, cue), lines: linesOf(doc, cue).map(textOf) }))
}

function document(words: ReturnType<typeof importSubtitles>['words'], lines: number[][]) {
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs: 10_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'file', model: 'file' },
    words,
    lines,
  })
}
