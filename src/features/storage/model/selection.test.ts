import { expect, test } from 'vitest'
import { allToggled, among, extended, NOTHING, type Selection, toggled } from './selection.ts'

const SHOWN = ['a', 'b', 'c', 'd', 'e']

test('a press selects, and a second one takes it back', () => {
  const once = toggled(NOTHING, 'b')
  expect(idsOf(once)).toEqual(['b'])
  expect(idsOf(toggled(once, 'b'))).toEqual([])
})

test('Shift selects everything from the last press on, in both directions', () => {
  expect(idsOf(extended(toggled(NOTHING, 'b'), 'd', SHOWN))).toEqual(['b', 'c', 'd'])
  expect(idsOf(extended(toggled(NOTHING, 'd'), 'b', SHOWN))).toEqual(['b', 'c', 'd'])
})

test('Shift on something selected takes the whole range out', () => {
  const all = allToggled(NOTHING, SHOWN)
  expect(idsOf(extended({ ...all, anchor: 'b' }, 'd', SHOWN))).toEqual(['a', 'e'])
})

test('Shift without an earlier press in sight selects one', () => {
  expect(idsOf(extended(NOTHING, 'c', SHOWN))).toEqual(['c'])
  expect(idsOf(extended(toggled(NOTHING, 'gone'), 'c', SHOWN))).toEqual(['c', 'gone'])
})

test('all that is in sight is selected and let go together; what is out of sight stays as it is', () => {
  const all = allToggled(toggled(NOTHING, 'hidden'), SHOWN)
  expect(idsOf(all)).toEqual([...SHOWN, 'hidden'])
  expect(idsOf(allToggled(all, SHOWN))).toEqual(['hidden'])
})

test('what is gone is selected no more', () => {
  expect(among(toggled(toggled(NOTHING, 'a'), 'b'), ['a'])).toEqual({ ids: new Set(['a']), anchor: null })
})

function idsOf({ ids }: Selection): string[] {
  return [...ids].toSorted()
}
