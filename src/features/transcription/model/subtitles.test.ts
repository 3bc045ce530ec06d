import { expect, test } from 'vitest'
import { parseSubtitles, subtitleUnits } from './subtitles.ts'

test('a SubRip file is read with its tags left out', () => {
  const cues = parseSubtitles(
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>\r\nthere &amp; you\r\n\r\n2\r\n00:01:02,05 --> 01:00:00,000\r\n{\\an8}Bye\r\n',
  )
  expect(cues).toEqual([
    { startMs: 1_000, endMs: 2_500, text: 'Hello\nthere & you' },
    { startMs: 62_050, endMs: 3_600_000, text: 'Bye' },
  ])
})

test('a WebVTT file is read without its header, notes, styles and settings', () => {
  const cues = parseSubtitles(
    'WEBVTT\n\nNOTE nothing here\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:0\n<v Ada>So <00:01.500>it <c.loud>begins</c>\n',
  )
  expect(cues).toEqual([{ startMs: 1_000, endMs: 2_000, text: 'So it begins' }])
})

test('cues without text or with times the wrong way round are dropped, the rest is put in order', () => {
  const cues = parseSubtitles(
    '00:00:05,000 --> 00:00:06,000\nlater\n\n00:00:03,000 --> 00:00:02,000\nbackwards\n\n00:00:01,000 --> 00:00:02,000\nfirst\n\n00:00:09,000 --> 00:00:10,000\n\n',
  )
  expect(cues.map(({ text }) => text)).toEqual(['first', 'later'])
})

test('a file whose blank lines were lost still keeps its cues apart', () => {
  const cues = parseSubtitles('1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:02,000 --> 00:00:03,000\ntwo')
  expect(cues.map(({ text }) => text)).toEqual(['one', 'two'])
})

test('what is no subtitle file has no cues', () => {
  expect(parseSubtitles('Just a text.\n\nWith --> an arrow.')).toEqual([])
})

test('the words of a cue are looked for half a second around it', () => {
  expect(subtitleUnits([{ startMs: 200, endMs: 900, text: 'hi' }])).toEqual([
    { text: 'hi', window: { startMs: 0, endMs: 1_400 } },
  ])
})
