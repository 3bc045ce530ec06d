import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  acceptBatches,
  applyCommands,
  type CaptionDocument,
  type Command,
  cueSpan,
  cuesOf,
  edgeRanges,
  exportSrt,
  exportVtt,
  labelCommands,
  timedCuesOf,
} from '../index.ts'

// Three captions of two words, at 0, 600 and 1,200 ms; each word lasts 300 ms, the video 5 s.
const START = after(
  [
    { type: 'splitCue', before: 'w3', newId: 'c2' },
    { type: 'splitCue', before: 'w5', newId: 'c3' },
  ],
  documentOf('never lose a word with us'),
)
const FIRST = cuesOf(START)[0]?.id ?? ''

test.each([
  { t0: 700, t1: null, gives: { t0: 700, t1: 1_200 } },
  { t0: null, t1: 1_000, gives: { t0: 600, t1: 1_000 } },
  { t0: 650, t1: 1_150, gives: { t0: 650, t1: 1_150 } },
  { t0: null, t1: null, gives: { t0: 600, t1: 1_200 } },
])('shows a caption from $t0 to $t1 ms, where null leaves the time to its words', ({ t0, t1, gives }) => {
  const doc = after([retimed('c2', t0, t1)])
  expect(spanOf(doc, 'c2')).toEqual(gives)
  expect(doc.words).toBe(START.words)
})

test('ends a caption when the next one appears, set by hand or not', () => {
  const doc = after([retimed(FIRST, null, 900)])
  expect(spanOf(doc, FIRST)).toEqual({ t0: 0, t1: 600 })
  const earlier = after([retimed('c2', 500, null)])
  expect(spanOf(earlier, FIRST)).toEqual({ t0: 0, t1: 500 })
  expect(spanOf(earlier, 'c2')).toEqual({ t0: 500, t1: 1_200 })
})

test('lets a caption appear in the middle of the word before it at the earliest', () => {
  const doc = after([retimed('c2', 100, null)])
  // The word before lasts from 300 to 600 ms.
  expect(spanOf(doc, FIRST)).toEqual({ t0: 0, t1: 451 })
  expect(spanOf(doc, 'c2').t0).toBe(451)
})

test('ignores a time by hand that would hide all words of the caption', () => {
  expect(spanOf(after([retimed('c2', 1_050, null)]), 'c2').t0).toBe(1_050)
  expect(spanOf(after([retimed('c2', 1_051, null)]), 'c2').t0).toBe(600)
  expect(spanOf(after([retimed('c2', null, 600)]), 'c2').t1).toBe(1_200)
  expect(spanOf(after([retimed('c2', null, 601)]), 'c2').t1).toBe(601)
})

test('stays until its words are over when they move beyond its end by hand', () => {
  const byHand = after([retimed('c3', 1_300, 1_700)])
  const moved = after([{ type: 'shiftWords', from: 'w5', byMs: 1_000 }, retimed('c3', 1_300, 1_700)], byHand)
  expect(spanOf(moved, 'c3')).toEqual({ t0: 1_300, t1: 2_800 })
})

test('keeps the last caption to the end of the video at most', () => {
  expect(spanOf(after([retimed('c3', null, 9_000)]), 'c3')).toEqual({ t0: 1_200, t1: 5_000 })
})

test('rejects a caption that would disappear before it appears, and one that is gone', () => {
  expect(() => after([retimed('c2', 700, 700)])).toThrow('A caption cannot disappear before it appears.')
  expect(() => after([retimed('gone', 700, null)])).toThrow('That caption no longer exists.')
})

test('passes times by hand on to the halves of a split and to a merged caption', () => {
  const byHand = after([retimed('c2', 550, 1_250), retimed('c3', 1_300, 3_000)])
  const split = after([{ type: 'splitCue', before: 'w4', newId: 'c4' }], byHand)
  expect(timesOf(split, 'c2')).toEqual([550, undefined])
  expect(timesOf(split, 'c4')).toEqual([undefined, 1_250])
  const merged = after([{ type: 'mergeCues', id: 'c2' }], byHand)
  expect(timesOf(merged, 'c2')).toEqual([550, 3_000])
})

test('keeps the times of a caption that has the same words after all captions are rebuilt', () => {
  const byHand = after([retimed('c2', 550, 1_250)])
  const rebuilt = after([{ type: 'resegment', profile: 'shorts', newId: 'r' }], byHand)
  expect(cuesOf(rebuilt).some(({ t0 }) => t0 !== undefined)).toBe(false)
  const one = after([{ type: 'mergeCues', id: FIRST }, { type: 'mergeCues', id: FIRST }, retimed(FIRST, 40, 1_900)])
  const same = after([{ type: 'resegment', profile: 'netflix', newId: 'r' }], one)
  expect(cuesOf(same).map(({ t0, t1 }) => [t0, t1])).toEqual([[40, 1_900]])
})

test('moves times by hand with the words of a shift', () => {
  const byHand = after([retimed('c2', 650, 1_150), retimed('c3', 1_250, 2_000)])
  const shifted = after([{ type: 'shiftWords', from: 'w4', byMs: 500 }], byHand)
  expect(timesOf(shifted, 'c2'), 'its first word stays').toEqual([650, 1_650])
  expect(timesOf(shifted, 'c3')).toEqual([1_750, 2_500])
  const fromZero = after([retimed(FIRST, 0, null), { type: 'shiftWords', from: 'w1', byMs: 100 }])
  expect(timesOf(fromZero, FIRST)).toEqual([100, undefined])
})

test('undoes a retimed caption exactly', () => {
  const { doc, inverse } = applyCommands(START, [retimed('c2', 550, null)])
  expect(applyCommands(doc, inverse).doc).toEqual(START)
})

test('writes times by hand to subtitle files, with word stamps inside the caption only', () => {
  const doc = after([retimed('c2', 700, 1_000), retimed('c3', null, 1_450)])
  expect(exportSrt(doc)).toContain('2\n00:00:00,700 --> 00:00:01,000\n')
  expect(exportVtt(doc, { words: true })).toContain('00:00:00.700 --> 00:00:01.000\na <00:00:00.900>word\n')
  expect(exportVtt(doc, { words: true })).toContain('00:00:01.200 --> 00:00:01.450\nwith us\n')
})

test('merges a retimed caption with typing in it and with its neighbour, not with a split of it', () => {
  const mine = retimed('c2', 550, null)
  expect(merge({ type: 'setWordText', id: 'w3', text: 'one' }, mine).refused).toEqual([])
  expect(merge({ type: 'deleteWords', ids: ['w3'] }, mine).refused).toEqual([])
  expect(merge(retimed('c3', 1_300, null), mine).refused).toEqual([])
  const split = merge({ type: 'splitCue', before: 'w4', newId: 'c4' }, mine).refused
  expect(split.map(({ details }) => [details.part, details.was])).toEqual([['lines', 'a word']])
  expect(merge(retimed('c2', null, 1_000), mine).refused).toHaveLength(1)
  expect(merge({ type: 'shiftWords', from: 'w3', byMs: 100 }, mine).refused).toHaveLength(1)
})

test('returns the range in which each edge of a caption takes effect', () => {
  expect(edgesOf(START, 'c2')).toEqual({ t0: { min: 451, max: 1_050 }, t1: { min: 601, max: 1_200 } })
  expect(edgesOf(START, FIRST).t0).toEqual({ min: 0, max: 450 })
  expect(edgesOf(START, 'c3').t1).toEqual({ min: 1_201, max: 5_000 })
})

test('labels a retimed caption, and one that follows its words again', () => {
  expect(labelCommands([retimed('c2', 1, null)])).toBe('Retime a caption')
  expect(labelCommands([retimed('c2', null, null)])).toBe('Reset the time of a caption')
})

test('shows captions earlier and longer by the lead-in and linger of the document', () => {
  const doc = {
    ...after([{ type: 'shiftWords', from: 'w5', byMs: 2_000 }]),
    qc: { profile: 'shorts' as const, limits: { leadInMs: 200, lingerMs: 400 } },
  }
  expect(timedCuesOf(doc).map(({ t0, t1 }) => [t0, t1])).toEqual([
    [0, 600],
    [600, 1_600],
    [3_000, 4_200],
  ])
})

function retimed(cueId: string, t0: number | null, t1: number | null): Command {
  return { type: 'setCueTimes', cues: [{ cueId, t0, t1 }] }
}

/** Saves `theirs` before `mine` arrives. */
function merge(theirs: Command, mine: Command) {
  const saved = { batchId: 'b1', commands: [theirs], revision: 2, by: null, isReplacement: false }
  const current = { ...after([theirs]), rev: 2 }
  return acceptBatches({ base: START, since: [saved], current, batches: [{ batchId: 'b2', commands: [mine] }] })
}

function after(commands: Command[], doc = START): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function cueOf(doc: CaptionDocument, id: string) {
  const cue = cuesOf(doc).find((each) => each.id === id)
  if (cue === undefined) throw new Error(`no caption ${id}`)
  return cue
}

function spanOf(doc: CaptionDocument, id: string) {
  const span = timedCuesOf(doc).find(({ cue }) => cue.id === id)
  expect(cueSpan(doc, cueOf(doc, id))).toEqual({ t0: span?.t0, t1: span?.t1 })
  return { t0: span?.t0, t1: span?.t1 }
}

function edgesOf(doc: CaptionDocument, id: string) {
  return edgeRanges(doc, cueOf(doc, id))
}

function timesOf(doc: CaptionDocument, id: string) {
  const { t0, t1 } = cueOf(doc, id)
  return [t0, t1]
}
