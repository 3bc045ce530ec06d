import { expect, test } from 'vitest'
import { counted, documentOf } from '../../../../../tests/support/large-captions.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  acceptBatches,
  applyCommands,
  type Command,
  cuesOf,
  footprintOf,
  PROFILES,
  segmentWords,
  stepsOf,
  takeAffordable,
  WorkBudget,
} from '../index.ts'

test('rejects replacements that outgrow a document before building them', () => {
  const start = documentOf(['a'], { wordMs: 14_000_000 })
  const grow: Command = {
    type: 'replaceText',
    find: 'a',
    replace: 'a '.repeat(200).trim(),
    matchCase: false,
    wholeWords: false,
    newId: 'n',
  }
  const again = (at: number): Command => ({ ...grow, newId: `n${at}` })
  expect(applyCommands(start, [again(1)]).doc.words).toHaveLength(200)
  expect(() => applyCommands(start, [again(1), again(2)])).toThrow('Captions hold at most 30,000 words.')
})

test('rejects text that outgrows a document, even in few words', () => {
  const start = documentOf(Array.from({ length: 10_000 }, () => 'a'))
  const long = { type: 'replaceText', find: 'a', replace: 'b'.repeat(190), newId: 'n' } as const
  expect(() => applyCommands(start, [{ ...long, matchCase: true, wholeWords: false }])).toThrow(
    /at most 900,000 letters/,
  )
})

test('rejects restored captions that are invalid, whatever command follows', () => {
  const start = documentOf(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'])
  const cues = cuesOf(start)
  const all = { id: 'x', from: 'w1', to: 'w9', breaks: [] }
  const overlapping: Command = {
    type: 'restore',
    cues: [{ after: null, remove: cues.map(({ id }) => id), insert: [all, { ...all, id: 'y' }] }],
  }
  const next: Command = { type: 'setWordText', id: 'w1', text: 'once' }
  expect(() => applyCommands(start, [overlapping, next])).toThrow(/does not begin where the one before it ends/)
})

test('finds the footprint of an undo without reading all captions', () => {
  const start = documentOf(Array.from({ length: 2_000 }, (_, at) => `word${at}`))
  const { doc, inverse } = applyCommands(start, [{ type: 'setWordText', id: 'w1', text: 'once' }])
  const last = cuesOf(doc).at(-1)
  if (last === undefined) throw new Error('no captions')
  let reads = 0
  Object.defineProperty(last, 'waivers', { get: () => void (reads += 1) })
  expect(footprintOf(inverse, doc).has('word:w1')).toBe(true)
  expect(reads).toBe(0)
})

test('charges a request for each command before applying it', () => {
  const start = documentOf(Array.from({ length: 2_000 }, (_, at) => `word${at}`))
  const recut: Command = { type: 'resegment', profile: 'netflix', newId: 'n' }
  const budget = new WorkBudget(30_000)
  expect(() =>
    applyCommands(
      start,
      Array.from({ length: 2_000 }, () => recut),
      budget,
    ),
  ).toThrow(AppError)
  expect(budget.isOverdrawn).toBe(true)
})

test('charges a replacement for the words it may add, and only for those', () => {
  const doc = documentOf(Array.from({ length: 500 }, (_, at) => `word${at}`))
  const replacing = { type: 'replaceText', find: 'o', matchCase: true, wholeWords: false, newId: 'n' } as const
  const same = stepsOf(doc, { ...replacing, replace: 'u' })
  expect(stepsOf(doc, { ...replacing, replace: 'o '.repeat(200) }) - same).toBe(30_000)
  expect(stepsOf(doc, { ...replacing, replace: '' })).toBe(same)
})

test('charges saved batches only once', () => {
  const base = documentOf(['one', 'two', 'three'])
  const commands: Command[] = [{ type: 'setWordText', id: 'w1', text: 'once' }]
  const batch = { batchId: 'b1', commands }
  const since = [{ ...batch, revision: 2, by: null, isReplacement: false }]
  const current = { ...applyCommands(base, commands).doc, rev: 2 }
  const budget = new WorkBudget(0)
  expect(acceptBatches({ base, since, current, batches: [batch], budget })).toMatchObject({ accepted: [], refused: [] })
})

test('charges a correction in the longest document a thousandth of a request', () => {
  const longest = documentOf(Array.from({ length: 30_000 }, (_, at) => `word${at % 97}`))
  const correct = Array.from({ length: 2_000 }, (_, at) => ({
    commands: [{ type: 'setWordText', id: `w${1 + at * 15}`, text: 'fixed' } satisfies Command],
  }))
  expect(takeAffordable(longest, correct).length).toBeGreaterThan(200)
  expect(takeAffordable(longest, [{ commands: [{ type: 'resegment', profile: 'bbc', newId: 'n' }] }])).toHaveLength(1)
})

test.each([
  ['without any width', '\u0301'],
  ['of marks alone', '"'.repeat(199)],
  ['of one letter', 'a'],
])('cuts words %s into captions in time proportional to the words', (_, text) => {
  const looks = (count: number) => {
    const { words, looked } = counted(documentOf(Array.from({ length: 50 }, () => 'word')), count, text)
    segmentWords(words, PROFILES.netflix, 'en')
    return looked()
  }
  // Zero-width words of a millisecond each all fit in one caption.
  expect(looks(4_000) / looks(2_000)).toBeLessThan(2.2)
})

test('finds matches that share words in time proportional to the words', () => {
  const looks = (count: number) => {
    const { doc, looked } = counted(documentOf(Array.from({ length: count }, () => 'ba')))
    const command = { type: 'replaceText', find: 'a b', replace: 'a c', newId: 'n' } as const
    applyCommands(doc, [{ ...command, matchCase: true, wholeWords: false }])
    return looked()
  }
  expect(looks(2_000) / looks(1_000)).toBeLessThan(2.2)
})

test('charges whole steps for a new style of a word, since the database counts them', () => {
  const base = documentOf(['one', 'two', 'three'])
  const commands: Command[] = [{ type: 'setWordStyle', wordIds: ['w1'], patch: { fill: { active: '#ff0000' } } }]
  const batch = { batchId: '0a000000-0000-4000-8000-000000000001', commands }
  const { accepted } = acceptBatches({ base, since: [], current: base, batches: [batch] })
  expect(accepted.map(({ steps }) => Number.isInteger(steps))).toEqual([true])
})
