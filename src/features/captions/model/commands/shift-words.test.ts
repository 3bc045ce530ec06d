import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { acceptBatches, applyCommands, type CaptionDocument, type Command, labelCommands } from '../index.ts'

// Five words of 300 ms without pauses; the video lasts 5 s.
const START = documentOf('never lose a word again.')

test.each([
  { from: 'w3', byMs: 500, gives: [0, 300, 1_100, 1_400, 1_700] },
  { from: 'w1', byMs: 1_000, gives: [1_000, 1_300, 1_600, 1_900, 2_200] },
  { from: 'w5', byMs: 9_000, gives: [0, 300, 600, 900, 4_700] },
])('shifts all words from $from on by $byMs ms, as far as the video lasts', ({ from, byMs, gives }) => {
  expect(startsOf(after([{ type: 'shiftWords', from, byMs }]))).toEqual(gives)
})

test('stops a backward shift at the word before, and keeps the pauses between words', () => {
  const late = after([{ type: 'shiftWords', from: 'w3', byMs: 500 }])
  expect(startsOf(after([{ type: 'shiftWords', from: 'w3', byMs: -200 }], late))).toEqual([0, 300, 900, 1_200, 1_500])
  expect(startsOf(after([{ type: 'shiftWords', from: 'w3', byMs: -9_000 }], late))).toEqual(startsOf(START))
})

test('rejects a shift without room', () => {
  expect(() => after([{ type: 'shiftWords', from: 'w2', byMs: -1 }])).toThrow('There is no room to move these words.')
  expect(() => after([{ type: 'shiftWords', from: 'gone', byMs: 1 }])).toThrow(
    'That word is no longer in the captions.',
  )
})

test('undoes a shift exactly, with one command', () => {
  const { doc, inverse } = applyCommands(START, [{ type: 'shiftWords', from: 'w2', byMs: 70 }])
  expect(inverse).toHaveLength(1)
  expect(applyCommands(doc, inverse).doc).toEqual(START)
})

test('merges a shift with an earlier edit, and conflicts with a word added after it', () => {
  const shift: Command = { type: 'shiftWords', from: 'w3', byMs: 500 }
  expect(merge({ type: 'setWordText', id: 'w1', text: 'ever' }, shift).refused).toEqual([])
  const added: Command = { type: 'insertWords', after: 'w4', words: [{ id: 'n', text: 'single' }] }
  expect(merge(added, shift).refused).toHaveLength(1)
})

test('labels a shift with its distance and direction', () => {
  expect(labelCommands([{ type: 'shiftWords', from: 'w1', byMs: 1_500 }])).toBe('Shift words 1.5 s later')
  expect(labelCommands([{ type: 'shiftWords', from: 'w1', byMs: -40 }])).toBe('Shift words 0.04 s earlier')
})

/** Saves `theirs` before `mine` arrives. */
function merge(theirs: Command, mine: Command) {
  const saved = { batchId: 'b1', commands: [theirs], revision: 2, by: null, isReplacement: false }
  const current = { ...after([theirs]), rev: 2 }
  return acceptBatches({ base: START, since: [saved], current, batches: [{ batchId: 'b2', commands: [mine] }] })
}

function after(commands: Command[], doc = START): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function startsOf(doc: CaptionDocument): number[] {
  return doc.words.map(({ t0 }) => t0)
}
