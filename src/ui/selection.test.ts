import { expect, test } from 'vitest'
import { allToggled, among, extended, NOTHING, type Selection, toggled } from './selection.ts'

const SHOWN = ['a', 'b', 'c', 'd', 'e']

test('a click selects an item, and a second one deselects it', () => {
  const once = toggled(NOTHING, 'b')
  expect(idsOf(once)).toEqual(['b'])
  expect(idsOf(toggled(once, 'b'))).toEqual([])
})

test('Shift selects everything from the last click, in both directions', () => {
  expect(idsOf(extended(toggled(NOTHING, 'b'), 'd', SHOWN))).toEqual(['b', 'c', 'd'])
  expect(idsOf(extended(toggled(NOTHING, 'd'), 'b', SHOWN))).toEqual(['b', 'c', 'd'])
})

test('Shift on a selected item deselects the whole range', () => {
  const all = allToggled(NOTHING, SHOWN)
  expect(idsOf(extended({ ...all, anchor: 'b' }, 'd', SHOWN))).toEqual(['a', 'e'])
})

test('Shift without an earlier visible click selects one item', () => {
  expect(idsOf(extended(NOTHING, 'c', SHOWN))).toEqual(['c'])
  expect(idsOf(extended(toggled(NOTHING, 'gone'), 'c', SHOWN))).toEqual(['c', 'gone'])
})

test('selects and deselects all visible items; hidden ones stay as they are', () => {
  const all = allToggled(toggled(NOTHING, 'hidden'), SHOWN)
  expect(idsOf(all)).toEqual([...SHOWN, 'hidden'])
  expect(idsOf(allToggled(all, SHOWN))).toEqual(['hidden'])
})

test('deleted items leave the selection', () => {
  expect(among(toggled(toggled(NOTHING, 'a'), 'b'), ['a'])).toEqual({ ids: new Set(['a']), anchor: null })
})

function idsOf({ ids }: Selection): string[] {
  return [...ids].toSorted()
}
