import { expect, test } from 'vitest'
import { createDocument, exportJson, importDocument, subtitlesOf } from './index.ts'

test.each(['{', '{"schema":"captiondoc/1"}', '{"a":1}'])('rejects JSON that is not a caption document: %s', (json) => {
  expect(() => importDocument(json)).toThrow(expect.objectContaining({ code: 'unprocessable' }))
})

test('rejects a document whose captions leave words out', () => {
  const doc = document()
  const broken = { ...doc, tracks: [{ ...doc.tracks[0], cues: [] }] }
  expect(() => importDocument(JSON.stringify(broken))).toThrow('Some words are in no caption.')
})

test('keeps lines and times when a downloaded document is imported as subtitles', () => {
  expect(subtitlesOf(importDocument(`\uFEFF${exportJson(document())}`))).toEqual([
    { startMs: 1_000, endMs: 2_500, text: 'Hello there\nmy friend' },
    { startMs: 3_000, endMs: 4_000, text: 'Bye.' },
  ])
})

function document() {
  const spoken: readonly (readonly [string, number, number])[] = [
    ['Hello', 1_000, 1_400],
    ['there', 1_400, 1_700],
    ['my', 1_800, 2_000],
    ['friend', 2_000, 2_500],
    ['Bye.', 3_000, 4_000],
  ]
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs: 10_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'file', model: 'file' },
    words: spoken.map(([text, startMs, endMs]) => ({ text, startMs, endMs, confidence: null, timing: 'aligned' })),
    lines: [[2, 2], [1]],
  })
}
