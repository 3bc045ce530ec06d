import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  type CaptionDocument,
  type Command,
  exportJson,
  exportSrt,
  exportVtt,
  shownText,
} from '../index.ts'

test.each([
  ['first-letter', '“Damn!”', '“D***!”'],
  ['stars', 'damn,', '****,'],
  ['bar', 'damn.', '████.'],
  ['first-letter', 'é́tat', 'é́***'],
  ['stars', '100%', '***%'],
  ['stars', '🔥', '🔥'],
] as const)('shows a word censored with %s: %s as %s', (text, word, shown) => {
  expect(shownText({ text: word, censored: { text } })).toBe(shown)
})

test('shows a word with censored sound in full', () => {
  expect(shownText({ text: 'damn', censored: { sound: 'beep' } })).toBe('damn')
})

test('leaves hidden words out of SRT and WebVTT, and keeps them in JSON', () => {
  const doc = after([{ type: 'setHidden', wordIds: ['w1', 'w3'], hidden: true }])
  expect(exportSrt(doc)).toContain('\ntwo four\n')
  expect(exportVtt(doc)).toContain('\ntwo four\n')
  expect(exportVtt(doc, { words: true })).toContain('\n<00:00:00.300>two <00:00:00.900>four\n')
  expect(exportJson(doc)).toContain('"three"')
})

test('leaves a caption of hidden words out of SRT and WebVTT and numbers the others in order', () => {
  const split = after([{ type: 'splitCue', before: 'w3', newId: 'c' }])
  const doc = after([{ type: 'setHidden', wordIds: ['w1', 'w2'], hidden: true }], split)
  expect(exportSrt(doc)).toMatch(/^1\n00:00:00,600 --> \S+\nthree four\n$/)
  expect(exportVtt(doc)).toMatch(/^WEBVTT\n\n1\n00:00:00\.600 --> \S+\nthree four\n$/)
})

test('censors the text of SRT and WebVTT', () => {
  const doc = after([{ type: 'setCensoring', wordIds: ['w2'], censored: { text: 'first-letter' } }])
  for (const file of [exportSrt(doc), exportVtt(doc), exportVtt(doc, { words: true })]) {
    expect(file).toContain('t**')
    expect(file).not.toContain('two')
  }
})

test('breaks the lines of a caption without its hidden words', () => {
  const doc = documentOf('supercalifragilistic extraordinarily wonderful day')
  const [before] = doc.tracks[0].cues
  expect(before?.breaks).not.toEqual([])
  const next = after([{ type: 'setHidden', wordIds: ['w1', 'w2'], hidden: true }], doc)
  expect(next.tracks[0].cues[0]?.breaks).toEqual([])
})

function after(commands: Command[], doc: CaptionDocument = documentOf('one two three four')): CaptionDocument {
  return applyCommands(doc, commands).doc
}
