import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, type Command, conflictingParts, cuesOf, footprintOf } from '../index.ts'

const doc = documentOf('the cat and the dog saw a bird that flew over the house and far away from them all today')
const [first, second] = cuesOf(doc)
const firstId = first?.id ?? ''
const secondId = second?.id ?? ''

test('moves one caption, and null returns it to the place of all', () => {
  const moved = applyCommands(doc, [moveTo(firstId, { x: 0.25, y: 0.1 })])
  expect(cuesOf(moved.doc).map(({ place }) => place)).toEqual([{ x: 0.25, y: 0.1 }, ...others()])
  const reset = applyCommands(moved.doc, [{ type: 'setPlace', cueId: firstId, place: null }])
  expect(reset.doc).toEqual(doc)
  expect(applyCommands(reset.doc, reset.inverse).doc).toEqual(moved.doc)
})

test('stores no position for a caption that sets none', () => {
  expect(applyCommands(doc, [moveTo(firstId, {})]).doc).toEqual(doc)
})

test('rejects a caption that does not exist', () => {
  expect(() => applyCommands(doc, [moveTo('nowhere', { x: 0.5 })])).toThrow('That caption no longer exists.')
})

test('two people move different captions, or one types into the moved one, without a conflict', () => {
  const conflicts = (theirs: Command) =>
    conflictingParts(footprintOf([moveTo(firstId, { x: 0.2 })], doc), footprintOf([theirs], doc))
  expect(conflicts(moveTo(secondId, { x: 0.2 }))).toEqual([])
  expect(conflicts({ type: 'insertWords', after: first?.from ?? '', words: [{ id: 'n', text: 'big' }] })).toEqual([])
  expect(conflicts(moveTo(firstId, { y: 0.9 }))).toEqual([`place:${firstId}`])
  expect(conflicts({ type: 'mergeCues', id: firstId })).not.toEqual([])
})

function moveTo(cueId: string, place: { x?: number; y?: number }): Command {
  return { type: 'setPlace', cueId, place }
}

function others(): undefined[] {
  return cuesOf(doc)
    .slice(1)
    .map(() => undefined)
}
