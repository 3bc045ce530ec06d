import { expect, test } from 'vitest'
import { copiedLook, LOOK_BYTES, lookOf, readCopiedLook, type SavedLook } from './saved-look.ts'

const LOOK: SavedLook = { template: { id: 'karaoke', version: 1 }, patch: { font: { size: 0.06 }, stroke: null } }

test('reads a copied look, and gives it its fields', () => {
  expect(readCopiedLook(copiedLook(LOOK))).toEqual(LOOK)
  expect(lookOf(LOOK)).toMatchObject({ font: { size: 0.06, family: 'montserrat' }, stroke: null })
})

test.each([
  ['hello', 'There is no look on the clipboard. Copy one first.'],
  ['{"font":{}}', 'There is no look on the clipboard. Copy one first.'],
  [' '.repeat(LOOK_BYTES + 1), 'The clipboard holds too much text for a look.'],
  [
    changed({ patch: { font: { size: 9 } } }),
    'The look on the clipboard has a fault at “patch.font.size”: it must be at most 0.3.',
  ],
  [
    changed({ patch: { script: 'alert(1)' } }),
    'The look on the clipboard has a fault at “patch”: the format does not know “script”.',
  ],
  [
    changed({ patch: { fill: { upcoming: 'red' } } }),
    'The look on the clipboard has a fault at “patch.fill.upcoming”: a colour is #rrggbb or #rrggbbaa.',
  ],
  [changed({ template: { id: 'nope', version: 1 } }), 'That caption template does not exist.'],
])('rejects other text with one sentence: %s', (text, message) => {
  expect(() => readCopiedLook(text)).toThrow(message)
})

function changed(change: object): string {
  return copiedLook({ ...LOOK, ...change })
}
