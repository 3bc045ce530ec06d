import { expect, test } from 'vitest'
import { readJsonCaptions } from './json-captions.ts'

const read = (json: unknown) => readJsonCaptions(JSON.stringify(json))

test('reads Whisper, with the times of its words where their text stands', () => {
  const segment = {
    id: 0,
    start: 0.5,
    end: 2,
    text: ' Hello there, 2024.',
    words: [
      { word: ' Hello', start: 0.5, end: 0.9, probability: 0.9 },
      { word: ' there,', start: 1, end: 1.4 },
      { word: '2024.' },
    ],
  }
  expect(read({ text: ' Hello there, 2024.', language: 'en', segments: [segment] })).toEqual({
    format: 'Whisper JSON',
    cues: [
      {
        startMs: 500,
        endMs: 2_000,
        text: ' Hello there, 2024.',
        stamps: [
          { at: 1, startMs: 500, endMs: 900 },
          { at: 7, startMs: 1_000, endMs: 1_400 },
        ],
      },
    ],
    issues: [],
  })
})

test('reads WhisperX, whose numerals have no time', () => {
  const words = [{ word: 'In', start: 1, end: 1.2, score: 0.9 }, { word: '1999' }, { word: 'it', start: 2, end: 2.2 }]
  expect(read({ segments: [{ start: 1, end: 3, text: 'In 1999 it', words }], word_segments: words })?.cues).toEqual([
    {
      startMs: 1_000,
      endMs: 3_000,
      text: 'In 1999 it',
      stamps: [
        { at: 0, startMs: 1_000, endMs: 1_200 },
        { at: 8, startMs: 2_000, endMs: 2_200 },
      ],
    },
  ])
})

test('reads captions of Remotion, whose words begin with a blank', () => {
  const caption = (text: string, startMs: number) => ({
    text,
    startMs,
    endMs: startMs + 200,
    timestampMs: null,
    confidence: null,
  })
  const found = read([caption('Can', 0), caption("'t", 200), caption(' stop', 400), caption(' me', 2_000)])
  expect(found).toMatchObject({
    format: 'Remotion captions',
    cues: [
      { startMs: 0, endMs: 600, text: "Can't stop" },
      { startMs: 2_000, endMs: 2_200, text: 'me' },
    ],
  })
  expect(found?.cues[0]?.stamps?.map(({ at }) => at)).toEqual([0, 3, 6])
})

test('reads automatic captions of YouTube (json3), and passes over its empty events', () => {
  const events = [
    { tStartMs: 0, dDurationMs: 90_000, id: 1, wpWinPosId: 1 },
    { tStartMs: 80, dDurationMs: 4_000, segs: [{ utf8: 'so' }, { utf8: ' it', tOffsetMs: 240 }] },
    { tStartMs: 2_000, dDurationMs: 2_080, aAppend: 1, segs: [{ utf8: '\n' }] },
  ]
  expect(read({ wireMagic: 'pb3', events })).toEqual({
    format: 'YouTube JSON',
    cues: [{ startMs: 80, endMs: 4_080, text: 'so it', stamps: [{ at: 3, startMs: 320 }] }],
    issues: [],
  })
})

test.each([
  {
    what: 'words of the OpenAI API',
    json: {
      text: 'a b',
      words: [
        { word: 'a', start: 0, end: 1 },
        { word: 'b', start: 1, end: 2 },
      ],
    },
    text: 'a b',
  },
  { what: 'whisper.cpp', json: { transcription: [{ offsets: { from: 0, to: 900 }, text: ' yes' }] }, text: ' yes' },
  { what: 'a transcript with durations', json: [{ text: 'yes', start: 0, duration: 1.5 }], text: 'yes' },
])('reads $what', ({ json, text }) => {
  expect(read(json)?.cues.map((cue) => cue.text)).toEqual([text])
})

test('reports entries that do not fit, by their place, and reads the rest', () => {
  const good = { start: 0, end: 1, text: 'fine' }
  const found = read({ segments: [good, { start: 'soon', text: 'no' }, { start: 3, end: 2, text: 'back' }, good] })
  expect(found?.cues).toHaveLength(2)
  expect(found?.issues).toEqual([
    { line: 2, reason: 'has no text with times; skipped' },
    { line: 3, reason: 'does not end after it starts; skipped' },
  ])
})

test.each([{}, [], { segments: 4 }, { words: [] }, 'text', null, [1, 2]])('knows no captions in %j', (json) => {
  expect(read(json)).toBeNull()
})
