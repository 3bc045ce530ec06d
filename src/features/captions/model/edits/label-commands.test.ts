import { expect, test } from 'vitest'
import type { LookPatch } from '#features/templates/model/index.ts'
import { COMMAND_TYPES, commandFor } from '../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, type Command, labelCommands, MAIN_STYLE } from '../index.ts'

const SPLIT: Command = { type: 'splitCue', before: 'w2', newId: 'c2' }
const DELETE: Command = { type: 'deleteWords', ids: ['w1', 'w2'] }
const CORRECT: Command = { type: 'setWordText', id: 'w3', text: 'loose' }
const STYLE = { font: { size: 0.1 }, layout: { align: 'start', y: 0.6 } } as const

test.each<[string, Command[]]>([
  ['Delete 2 words', [DELETE]],
  ['Change a word to “loose”', [CORRECT]],
  ['Split a caption and delete 2 words', [SPLIT, DELETE]],
  ['Split a caption, delete 2 words and 1 more change', [SPLIT, DELETE, CORRECT]],
  ['Split a caption', [SPLIT, { ...SPLIT, before: 'w3', newId: 'c3' }]],
  ['Delete 1,200 words', [{ type: 'deleteWords', ids: Array.from({ length: 1_200 }, (_, at) => `w${at}`) }]],
  ['Add 🎉 to a word', [{ type: 'setDecor', items: [itemOf('w1')] }]],
  ['Add emoji to 2 words', [{ type: 'setDecor', items: [itemOf('w1'), itemOf('w2')] }]],
  ['Remove the emoji of a word', [{ type: 'removeDecor', wordIds: ['w1'] }]],
  ['Remove “um”', [{ ...replacing('um', ''), type: 'replaceText' }]],
  ['Replace “a” with “b”', [{ ...replacing('a', 'b'), type: 'replaceText' }]],
])('labels an edit “%s”', (label, commands) => {
  expect(labelCommands(commands)).toBe(label)
})

test.each<[string, LookPatch, LookPatch]>([
  ['Move the captions', {}, { layout: { x: 0.4, y: 0.3 } }],
  ['Move the captions', STYLE, { ...STYLE, layout: { align: 'start', y: 0.3 } }],
  ['Change the width of the captions', STYLE, { ...STYLE, layout: { ...STYLE.layout, width: 0.5 } }],
  ['Reset the place of the captions', STYLE, { ...STYLE, layout: { align: 'start' } }],
  ['Change the style', STYLE, { font: { size: 0.2 }, layout: { align: 'start', y: 0.3 } }],
  ['Change the style', STYLE, { ...STYLE, layout: { align: 'right', y: 0.6 } }],
])('labels a change of the style “%s”', (label, before, patch) => {
  const doc = { ...documentOf('the cat'), styles: { [MAIN_STYLE]: before } }
  const commands: Command[] = [{ type: 'setStyle', styleId: MAIN_STYLE, patch }]
  const { inverse } = applyCommands(doc, commands)
  expect(labelCommands(commands, inverse)).toBe(label)
})

test('labels each command by its own inverse', () => {
  const commands: Command[] = [SPLIT, { type: 'setStyle', styleId: MAIN_STYLE, patch: { layout: { y: 0.3 } } }]
  const { inverse } = applyCommands(documentOf('the cat'), commands)
  expect(labelCommands(commands, inverse)).toBe('Split a caption and move the captions')
})

test('labels every command with a verb, in the length of a tooltip', () => {
  const doc = documentOf('the cat and the dog and the bird')
  for (const type of COMMAND_TYPES)
    for (const b of [0, 1, 2, 3]) {
      const command = commandFor(doc, { type, a: b, b, text: 'x'.repeat(200) }, 'n')
      if (command === undefined) continue
      expect(labelCommands([command]), type).toMatch(/^[A-Z][a-z]+ .{3,100}$/u)
    }
})

function replacing(find: string, replace: string) {
  return { find, replace, matchCase: false, wholeWords: false, newId: 'n' }
}

function itemOf(wordId: string) {
  return { wordId, decor: { id: `d-${wordId}`, kind: 'emoji' as const, emoji: '🎉', side: 'above' as const } }
}
