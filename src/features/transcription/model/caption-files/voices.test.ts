import { expect, test } from 'vitest'
import { subtitleWords, withSpeakersOf } from '../subtitle-words.ts'
import { readSubtitles } from '../subtitles.ts'
import { readJsonCaptions } from './json-captions.ts'
import { speakerName } from './voices.ts'

test.each([
  { what: 'a voice without an end', line: '<v Ana>Are you sure?', said: ['Ana', 'Ana', 'Ana'] },
  { what: 'a class and a reference', line: '<v.loud.first Ana &amp; Co>Yes</v>', said: ['Ana & Co'] },
  { what: 'two voices on one line', line: '<v Ana>Sure?</v> <v Ben>Yes</v> all', said: ['Ana', 'Ben', undefined] },
  { what: 'a voice over two lines', line: '<v Ana>Are you\nsure?</v>\nYes', said: ['Ana', 'Ana', 'Ana', undefined] },
  { what: 'word times in a voice', line: '<v Ana>Are <00:00:01.500>you', said: ['Ana', 'Ana'] },
  { what: 'a voice without a name', line: '<v>Are you', said: [undefined, undefined] },
  { what: 'no voice', line: '<b>very</b> <c.v>loud', said: [undefined, undefined] },
])('reads the speaker of each word from WebVTT: $what', ({ line, said }) => {
  const { cues } = readSubtitles(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`)
  expect(subtitleWords(cues, 'en').map(({ speaker }) => speaker)).toEqual(said)
})

test('keeps the speakers of two captions that start together', () => {
  const cue = '00:01.000 --> 00:02.000'
  const { cues } = readSubtitles(`WEBVTT\n\n${cue}\n<v Ana>Sure?\n\n${cue}\nwell\n\n${cue}\n<v Ben>Yes\n`)
  expect(subtitleWords(cues, 'en').map(({ text, speaker }) => [text, speaker])).toEqual([
    ['Sure?', 'Ana'],
    ['well', undefined],
    ['Yes', 'Ben'],
  ])
})

test('reads the speakers of WhisperX from segments and from their words', () => {
  const words = [
    { word: 'Sure?', start: 0, end: 0.4, speaker: 'SPEAKER_00' },
    { word: 'Yes.', start: 0.5, end: 0.9, speaker: 'SPEAKER_01' },
  ]
  const segments = [
    { start: 0, end: 1, text: 'Sure? Yes.', words, speaker: 'SPEAKER_00' },
    { start: 1, end: 2, text: 'I am.', speaker: 'SPEAKER_01' },
    { start: 2, end: 3, text: 'Fine.', speaker: 7 },
  ]
  const read = readJsonCaptions(JSON.stringify({ segments }))
  expect(read?.issues).toEqual([])
  expect(subtitleWords(read?.cues ?? [], 'en').map(({ speaker }) => speaker)).toEqual([
    'Speaker 1',
    'Speaker 2',
    'Speaker 2',
    'Speaker 2',
    undefined,
  ])
})

test('writes names on one line, valid and at most 80 letters long', () => {
  expect(speakerName('  Ana \n of\tthe  Sea ')).toBe('Ana of the Sea')
  expect(speakerName(`\uD800${'a'.repeat(200)}`)).toHaveLength(80)
  expect(speakerName('SPEAKER_11')).toBe('Speaker 12')
})

test('gives aligned words the speakers of the file, unless they are other words', () => {
  const word = { text: 'Yes', startMs: 0, endMs: 100, confidence: null, timing: 'aligned' as const }
  expect(withSpeakersOf([word], [{ ...word, startMs: 5, speaker: 'Ana' }])).toEqual([{ ...word, speaker: 'Ana' }])
  expect(withSpeakersOf([word, word], [{ ...word, speaker: 'Ana' }])).toEqual([word, word])
  expect(withSpeakersOf([word])).toEqual([word])
})
