import { expect, test } from 'vitest'
import { readSubtitles, subtitleUnits } from './subtitles.ts'

test('reads SRT with a byte order mark, Windows line endings, tags and surrounding blank lines', () => {
  const { cues } = readSubtitles(
    '\uFEFF\r\n1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i> {\\an8}there\r\nyou &amp; me\r\n\r\n2\r\n00:01:02.05 --> 01:00:00\r\n1 < 2\r\n\r\n\r\n',
  )
  expect(cues).toEqual([
    { startMs: 1_000, endMs: 2_500, text: 'Hello there\nyou & me' },
    { startMs: 62_050, endMs: 3_600_000, text: '1 < 2' },
  ])
})

test('reads WebVTT with a header, notes, styles, settings, voices, word times and entities', () => {
  const { cues } = readSubtitles(
    'WEBVTT - made by hand\nKind: captions\n\nNOTE not shown\nat all\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:80% align:center\n<v Ada>So <00:01.500>it <c.loud>begins</c>\n\n00:00:03.000 --> 00:00:04.000\n1 &lt; 2\n',
  )
  expect(cues).toEqual([
    {
      startMs: 1_000,
      endMs: 2_000,
      text: 'So it begins',
      stamps: [{ at: 3, startMs: 1_500 }],
      voices: [{ at: 0, name: 'Ada' }],
    },
    { startMs: 3_000, endMs: 4_000, text: '1 < 2' },
  ])
})

test('drops captions without text and sorts the rest', () => {
  const { cues } = readSubtitles(
    '00:00:05,000 --> 00:00:06,000\nlater\n\n00:00:01,000 --> 00:00:02,000\nfirst\n\n00:00:09,000 --> 00:00:10,000\n\n',
  )
  expect(cues.map(({ text }) => text)).toEqual(['first', 'later'])
})

test('merges captions with the same start so that their words are in sequence', () => {
  const { cues } = readSubtitles(
    '1\n00:00:03,000 --> 00:00:06,000\nAre you in?\n\n2\n00:00:03,000 --> 00:00:04,000\nI am.\n',
  )
  expect(cues).toEqual([{ startMs: 3_000, endMs: 6_000, text: 'Are you in?\nI am.' }])
})

test.each([
  { what: 'with numbers', file: '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:02,000 --> 00:00:03,000\ntwo' },
  { what: 'without', file: '00:00:01,000 --> 00:00:02,000\none\n00:00:02,000 --> 00:00:03,000\ntwo' },
])('separates captions of a file without blank lines, $what', ({ file }) => {
  expect(readSubtitles(file).cues.map(({ text }) => text)).toEqual(['one', 'two'])
})

test('keeps an arrow and a number inside the text of a caption', () => {
  const { cues } = readSubtitles('00:00:01,000 --> 00:00:02,000\na --> b\n2024\n')
  expect(cues.map(({ text }) => text)).toEqual(['a --> b\n2024'])
})

const GOOD = '1\n00:00:01,000 --> 00:00:02,000\nfine\n\n'
test.each([
  { what: 'no time', file: `${GOOD}2\nnothing here\nat all\n`, line: 5, reason: 'has no times; skipped' },
  { what: 'only a number', file: `${GOOD}2\n`, line: 5, reason: 'is a number without a caption; skipped' },
  {
    what: 'a time that is none',
    file: `${GOOD}2\n00:00:01,000 --> soon\noops\n`,
    line: 6,
    reason: 'has times that cannot be read; skipped',
  },
  {
    what: 'an end whose seconds are none',
    file: `${GOOD}2\n00:00:05,000 --> 00:00:xx\noops\n`,
    line: 6,
    reason: 'has times that cannot be read; skipped',
  },
  {
    what: 'an end before its start',
    file: `${GOOD}2\n00:00:05,000 --> 00:00:02,000\noops\n`,
    line: 6,
    reason: 'ends before it starts; skipped',
  },
  {
    what: 'an end at its start',
    file: `${GOOD}2\n00:00:05,000 --> 00:00:05,000\noops\n`,
    line: 6,
    reason: 'ends as it starts; skipped',
  },
  {
    what: 'a credit at the top',
    file: `Subtitles by Ada\n\n${GOOD}`,
    line: 1,
    reason: 'is text without times; skipped',
  },
])('reports a caption with $what, and reads the rest', ({ file, line, reason }) => {
  const { cues, issues } = readSubtitles(file)
  expect(cues.map(({ text }) => text)).toEqual(['fine'])
  expect(issues).toEqual([{ line, reason }])
})

test('keeps the text after a blank line inside a caption, and reports it', () => {
  const { cues, issues } = readSubtitles(
    '1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\nthree',
  )
  expect(cues.map(({ text }) => text)).toEqual(['one\ntwo', 'three'])
  expect(issues).toEqual([{ line: 5, reason: 'follows a blank line inside a caption; kept as its text' }])
})

test.each([
  { times: '00:00:01,0005 --> 00:00:02,5000', what: 'four-digit milliseconds' },
  { times: '00:00:01,000 - > 00:00:02,500', what: 'a split arrow' },
  { times: '00:00:01,000 -> 00:00:02,500', what: 'a short arrow' },
  { times: '00：00：01，000　－－＞　00：00：02，500', what: 'full-width marks' },
  { times: '００:００:０１.０ --> ００:００:０２.５', what: 'full-width digits' },
  { times: '00:00:01 , 000 -->00:00:02 , 500', what: 'stray blanks' },
  { times: '0:00:01:000 --> 0:00:02:500', what: 'colons before milliseconds' },
])('reads times with $what', ({ times }) => {
  expect(readSubtitles(`1\n${times}\nyes`)).toMatchObject({ cues: [{ startMs: 1_000, endMs: 2_500 }], issues: [] })
})

test('counts seconds past 59 on, and reports them', () => {
  const { cues, issues } = readSubtitles('1\n00:00:58,000 --> 00:00:61,000\nyes')
  expect(cues).toEqual([{ startMs: 58_000, endMs: 61_000, text: 'yes' }])
  expect(issues).toEqual([{ line: 2, reason: 'counts minutes or seconds past 59; carried over' }])
})

test('reads character references by number and by name, and keeps marks of direction', () => {
  const { cues } = readSubtitles(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n&#39;tis &#x2019; &hellip; caf&eacute; AT&T &unknown; &lrm;(a)\n\n00:03.000 --> 00:04.000\n&lrm;\n',
  )
  expect(cues.map(({ text }) => text)).toEqual(["'tis ’ … café AT&T &unknown; \u200E(a)"])
})

test('removes the marks of ASS and MicroDVD from SRT, and breaks lines at theirs', () => {
  const { cues } = readSubtitles(
    '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{b}One{/b}\\Ntwo\\hthree {y:i}four\n\n2\n00:00:03,000 --> 00:00:04,000\n{sighs} Oh',
  )
  expect(cues.map(({ text }) => text)).toEqual(['One\ntwo three four', '{sighs} Oh'])
})

test('reads the caption directly under the header of WebVTT', () => {
  const file = 'WEBVTT\n00:01.000 --> 00:02.000\none\n\n00:02.000 --> 00:03.000\ntwo\n'
  expect(readSubtitles(file).cues.map(({ text }) => text)).toEqual(['one', 'two'])
  const named = 'WEBVTT\nKind: captions\nLanguage: en\n1\n00:01.000 --> 00:02.000\none\n'
  expect(readSubtitles(named)).toMatchObject({ cues: [{ text: 'one' }], issues: [] })
})

test('reads each word of rolling captions once, with its own time', () => {
  const { cues, issues } = readSubtitles(ROLLING)
  expect(cues).toEqual([
    {
      startMs: 0,
      endMs: 2_389,
      text: 'hello there world',
      stamps: [
        { at: 6, startMs: 480 },
        { at: 12, startMs: 900 },
      ],
    },
    { startMs: 2_399, endMs: 4_000, text: 'next line', stamps: [{ at: 5, startMs: 3_000 }] },
    { startMs: 4_010, endMs: 6_000, text: 'the end', stamps: [{ at: 4, startMs: 5_000 }] },
  ])
  expect(issues).toEqual([{ line: 5, reason: 'begins 4 repeats of lines; dropped' }])
})

test('keeps one word that is said again and again', () => {
  const cues = [1, 2, 3, 4].map((at) => `00:0${at}.000 --> 00:0${at + 1}.000\nyes\n`)
  const { cues: found, issues } = readSubtitles(`WEBVTT\n\n${cues.join('\n')}`)
  expect(found).toHaveLength(4)
  expect(issues).toEqual([])
})

test('counts more than 59 minutes on where a time has no hours', () => {
  const { cues } = readSubtitles('WEBVTT\n\n120:00.000 --> 120:02.000\nlate\n')
  expect(cues).toEqual([{ startMs: 7_200_000, endMs: 7_202_000, text: 'late' }])
})

test('passes over lines of blanks between captions without a report', () => {
  const { cues, issues } = readSubtitles('WEBVTT\n\n   \n  \n\n00:01.000 --> 00:02.000\nyes\n')
  expect(cues).toHaveLength(1)
  expect(issues).toEqual([])
})

test('keeps a refrain that is sung twice', () => {
  const cue = (at: number, text: string) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`
  const lines = ['la la', 'la la', 'and so it goes', 'on and on', 'for ever', 'la la']
  const file = lines.map((text, at) => cue(at, text)).join('\n')
  expect(readSubtitles(file).cues.map(({ text }) => text)).toEqual(lines)
})

test.each([
  '',
  'WEBVTT\n',
  '1\n00:00:01,000 --> 00:00:02,000\n\n',
  'just some text\n',
  '1\n00:00:01,000 --> soon\noops',
])('rejects a file without captions in one sentence', (file) => {
  expect(() => readSubtitles(file)).toThrow(/^There are no captions in this file\./u)
})

test('searches for the words of a cue up to half a second outside it', () => {
  expect(subtitleUnits([{ startMs: 200, endMs: 900, text: 'hi' }])).toEqual([
    { text: 'hi', window: { startMs: 0, endMs: 1_400 } },
  ])
})

/** As YouTube writes automatic captions: a line of one blank, each line twice, words with times. */
const ROLLING = [
  'WEBVTT\nKind: captions\nLanguage: en\n',
  '00:00:00.000 --> 00:00:02.389 align:start position:0%\n \nhello<00:00:00.480><c> there</c><00:00:00.900><c> world</c>\n',
  '00:00:02.389 --> 00:00:02.399 align:start position:0%\nhello there world\n \n',
  '00:00:02.399 --> 00:00:04.000 align:start position:0%\nhello there world\nnext<00:00:03.000><c> line</c>\n',
  '00:00:04.000 --> 00:00:04.010 align:start position:0%\nnext line\n \n',
  '00:00:04.010 --> 00:00:06.000 align:start position:0%\nnext line\nthe<00:00:05.000><c> end</c>\n',
].join('\n')
