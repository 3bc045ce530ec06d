import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { acceptBatches, applyCommands, type CaptionDocument, type Command, labelCommands } from '../index.ts'

const START = documentOf('never lose a word again.')
const THREE = after([added('a', 100), added('b', 200, 'Verse'), added('c', 300)], START)

test('keeps markers in media order, those of one time in the order of their ids', () => {
  const doc = after([added('n', 200), added('first', 0), added('aa', 200)])
  expect(doc.markers?.map(({ id }) => id)).toEqual(['first', 'a', 'aa', 'b', 'n', 'c'])
})

test.each([
  { what: 'at one time', theirs: added('x', 150), mine: added('m', 150), gives: ['a', 'm', 'x', 'b', 'c'] },
  { what: 'one after the other', theirs: added('x', 120), mine: added('m', 150), gives: ['a', 'x', 'm', 'b', 'c'] },
  {
    what: 'beside one that is renamed',
    theirs: { type: 'editMarker' as const, id: 'a', label: 'Intro' },
    mine: added('m', 150),
    gives: ['a', 'm', 'b', 'c'],
  },
  {
    what: 'beside one that moves past it',
    theirs: { type: 'editMarker' as const, id: 'a', t: 250 },
    mine: added('m', 150),
    gives: ['m', 'b', 'a', 'c'],
  },
  {
    what: 'after one that is removed',
    theirs: { type: 'removeMarkers' as const, ids: ['a'] },
    mine: added('m', 150),
    gives: ['m', 'b', 'c'],
  },
])('keeps both edits of two people when a marker is added $what', ({ theirs, mine, gives }) => {
  for (const [saved, late] of [
    [theirs, mine],
    [mine, theirs],
  ] as const) {
    const { doc, refused } = merged(saved, late)
    expect(refused).toEqual([])
    expect(doc.markers?.map(({ id }) => id)).toEqual(gives)
  }
})

test('keeps the name of a marker that another one moves past', () => {
  const moved: Command = { type: 'editMarker', id: 'a', t: 250 }
  const { doc, refused } = merged({ type: 'editMarker', id: 'b', label: 'Chorus' }, moved)
  expect(refused).toEqual([])
  expect(doc.markers).toMatchObject([{ id: 'b', label: 'Chorus' }, { id: 'a', t: 250 }, { id: 'c' }])
})

test('refuses a second move of one marker', () => {
  const { refused } = merged({ type: 'editMarker', id: 'a', t: 250 }, { type: 'editMarker', id: 'a', t: 150 })
  expect(refused).toHaveLength(1)
})

test.each([
  { id: 'a', t: 250, gives: ['b', 'a', 'c'] },
  { id: 'c', t: 0, gives: ['c', 'a', 'b'] },
  { id: 'b', t: 210, gives: ['a', 'b', 'c'] },
  { id: 'a', t: 200, gives: ['a', 'b', 'c'] },
  { id: 'c', t: 200, gives: ['a', 'b', 'c'] },
])('moves the marker $id to $t ms among the others', ({ id, t, gives }) => {
  const doc = after([{ type: 'editMarker', id, t }])
  expect(doc.markers?.map((marker) => marker.id)).toEqual(gives)
  expect(doc.markers?.find((marker) => marker.id === id)?.t).toBe(t)
})

test('changes the label and colour of a marker, and removes them', () => {
  const doc = after([{ type: 'editMarker', id: 'a', label: 'Intro', color: '#ff0000' }])
  expect(doc.markers?.[0]).toEqual({ id: 'a', t: 100, label: 'Intro', color: '#ff0000' })
  expect(after([{ type: 'editMarker', id: 'a', label: null }], doc).markers?.[0]).toEqual({
    id: 'a',
    t: 100,
    color: '#ff0000',
  })
})

test('removes markers, and the list with the last one', () => {
  expect(after([{ type: 'removeMarkers', ids: ['c', 'a'] }]).markers).toEqual([{ id: 'b', t: 200, label: 'Verse' }])
  expect(after([{ type: 'removeMarkers', ids: ['a', 'b', 'c'] }])).toEqual(START)
})

test('rejects a change of a marker that is gone', () => {
  expect(() => after([{ type: 'editMarker', id: 'x', t: 1 }])).toThrow('That marker no longer exists.')
  expect(() => after([{ type: 'removeMarkers', ids: ['a', 'x'] }])).toThrow('That marker no longer exists.')
})

test('rejects more than 1,000 markers', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ id: `m${at}`, t: at }))
  expect(() => after([added('n', 5)], { ...START, markers: many })).toThrow('Captions hold at most 1,000 markers.')
})

test('labels changes of markers', () => {
  expect(labelCommands([added('n', 5)])).toBe('Add a marker')
  expect(labelCommands([{ type: 'editMarker', id: 'a', t: 1 }])).toBe('Move a marker')
  expect(labelCommands([{ type: 'editMarker', id: 'a', label: 'x' }])).toBe('Change a marker')
  expect(labelCommands([{ type: 'removeMarkers', ids: ['a', 'b'] }])).toBe('Remove 2 markers')
})

test('changes and resets the lead-in and linger time, and keeps other limits', () => {
  const limited = { ...START, qc: { ...START.qc, limits: { maxCps: 12 } } }
  const doc = after([{ type: 'setLimits', limits: { leadInMs: 100, lingerMs: 300 } }], limited)
  expect(doc.qc.limits).toEqual({ maxCps: 12, leadInMs: 100, lingerMs: 300 })
  const reset = after([{ type: 'setLimits', limits: { leadInMs: null } }], doc)
  expect(reset.qc.limits).toEqual({ maxCps: 12, lingerMs: 300 })
  expect(after([{ type: 'setLimits', limits: { leadInMs: null } }], START)).toEqual(START)
})

function added(id: string, t: number, label?: string): Command {
  return { type: 'addMarker', marker: { id, t, ...(label !== undefined && { label }) } }
}

/** Two edits of the same three markers: one is saved, the other arrives late. */
function merged(saved: Command, late: Command) {
  const theirs = { batchId: 'theirs', revision: 1, by: null, commands: [saved], isReplacement: false }
  const batches = [{ batchId: 'mine', commands: [late] }]
  return acceptBatches({ base: THREE, since: [theirs], current: { ...after([saved]), rev: 1 }, batches })
}

function after(commands: Command[], doc = THREE): CaptionDocument {
  return applyCommands(doc, commands).doc
}
