import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, footprintOf } from '../../model/index.ts'
import { returnedSelection } from './selection.ts'

const WHOLE = documentOf('never lose a word with us')

test.each([
  { what: 'selects a word that came back', ids: ['w3'], selection: { anchor: 'w3', focus: 'w3' } },
  { what: 'selects words that came back together', ids: ['w2', 'w3', 'w4'], selection: { anchor: 'w2', focus: 'w4' } },
  {
    what: 'of words that came back apart, selects the first',
    ids: ['w5', 'w2'],
    selection: { anchor: 'w2', focus: 'w2' },
  },
])('$what', ({ ids, selection }) => {
  const command = { type: 'deleteWords' as const, ids }
  const without = applyCommands(WHOLE, [command]).doc
  expect(returnedSelection(without, WHOLE, footprintOf([command], WHOLE))).toEqual(selection)
})

test('selects nothing else after a step that brought no word back', () => {
  const command = { type: 'setWordText' as const, id: 'w2', text: 'miss' }
  expect(returnedSelection(applyCommands(WHOLE, [command]).doc, WHOLE, footprintOf([command], WHOLE))).toBeNull()
})
