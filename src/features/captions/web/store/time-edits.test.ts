import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  type CaptionDocument,
  type Command,
  cueSpan,
  cuesOf,
  textOf,
  wordsOf,
} from '../../model/index.ts'
import { moveCueEdge, nudgeWords, rollCues, rollWords, splitAt } from './time-edits.ts'

// Three captions of two words, at 0, 600 and 1,200 ms; each word lasts 300 ms, the video 5 s.
const START = after(documentOf('never lose a word with us'), [
  { type: 'splitCue', before: 'w3', newId: 'c2' },
  { type: 'splitCue', before: 'w5', newId: 'c3' },
])

test.each([
  { edge: 't0', tMs: 700, gives: { t0: 700, t1: 1_200 } },
  { edge: 't0', tMs: 0, gives: { t0: 451, t1: 1_200 } },
  { edge: 't0', tMs: 9_000, gives: { t0: 1_050, t1: 1_200 } },
  { edge: 't1', tMs: 999.6, gives: { t0: 600, t1: 1_000 } },
  { edge: 't1', tMs: 0, gives: { t0: 600, t1: 601 } },
  { edge: 't1', tMs: 9_000, gives: { t0: 600, t1: 1_200 } },
] as const)('moves the $edge of a caption to $tMs ms as far as there is room', ({ edge, tMs, gives }) => {
  const doc = after(START, moveCueEdge(START, cueAt(START, 1), edge, tMs))
  expect(cueSpan(doc, cueAt(doc, 1))).toEqual(gives)
})

test('returns an edge of a caption to its words', () => {
  const doc = after(START, moveCueEdge(START, cueAt(START, 1), 't0', 700))
  expect(after(doc, moveCueEdge(doc, cueAt(doc, 1), 't0', null))).toEqual(START)
  expect(moveCueEdge(START, cueAt(START, 1), 't0', null)).toEqual([])
})

test('drops a time by hand that a new one leaves behind', () => {
  const stale = after(START, [{ type: 'setCueTimes', cues: [{ cueId: 'c2', t0: 100, t1: 500 }] }])
  const doc = after(stale, moveCueEdge(stale, cueAt(stale, 1), 't0', 800))
  expect(cueAt(doc, 1)).toMatchObject({ t0: 800 })
  expect(cueAt(doc, 1)).not.toHaveProperty('t1')
})

test('rolls the edge between two captions in one command', () => {
  const commands = rollCues(START, cueAt(START, 0), 500)
  expect(commands).toHaveLength(1)
  const doc = after(START, commands)
  expect([0, 1].map((at) => cueSpan(doc, cueAt(doc, at)))).toEqual([
    { t0: 0, t1: 500 },
    { t0: 500, t1: 1_200 },
  ])
  const far = after(START, rollCues(START, cueAt(START, 0), 9_000))
  expect(cueSpan(far, cueAt(far, 0)).t1).toBe(1_050)
  const end = after(START, rollCues(START, cueAt(START, 2), 2_500))
  expect(cueSpan(end, cueAt(end, 2))).toEqual({ t0: 1_200, t1: 2_500 })
  expect(rollCues(doc, cueAt(doc, 0), 500)).toEqual([])
})

test('rolls the edge between two words in one command', () => {
  const doc = after(START, rollWords(START, wordAt(START, 2), 650))
  expect([wordAt(doc, 1).t1, wordAt(doc, 2).t0]).toEqual([650, 650])
  const far = after(START, rollWords(START, wordAt(START, 2), 0))
  expect([wordAt(far, 1).t1, wordAt(far, 2).t0]).toEqual([301, 301])
  expect(rollWords(START, wordAt(START, 0), 100)).toEqual([])
  expect(rollWords(START, wordAt(START, 2), 600)).toEqual([])
})

test('nudges words together, up to the next word and the end of the video', () => {
  expect(nudgeWords(START, ['w1', 'w2'], 10)).toEqual([])
  const doc = after(START, nudgeWords(START, ['w5', 'w6'], 9_000))
  expect([wordAt(doc, 4).t0, wordAt(doc, 5).t1]).toEqual([4_400, 5_000])
  expect(wordAt(after(doc, nudgeWords(doc, ['w5', 'w6'], -33.4)), 4).t0).toBe(4_367)
})

test.each([
  { tMs: 380, cues: ['never', 'lose', 'a word', 'with us'] },
  { tMs: 160, cues: ['never', 'lose', 'a word', 'with us'] },
  { tMs: 620, cues: ['never lose', 'a word', 'with us'] },
])('splits the caption at $tMs ms before the nearest word', ({ tMs, cues }) => {
  const doc = after(START, splitAt(START, tMs))
  expect(cuesOf(doc).map((cue) => textOf(wordsOf(doc, cue)))).toEqual(cues)
})

function after(doc: CaptionDocument, commands: Command[]): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function cueAt(doc: CaptionDocument, at: number) {
  const cue = cuesOf(doc)[at]
  if (cue === undefined) throw new Error(`no caption ${at}`)
  return cue
}

function wordAt(doc: CaptionDocument, at: number) {
  const word = doc.words[at]
  if (word === undefined) throw new Error(`no word ${at}`)
  return word
}
