import { expect, test } from 'vitest'
import { COMMAND_TYPES, commandFor } from '../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../tests/support/captions.ts'
import { type Command, labelCommands } from './index.ts'

const SPLIT: Command = { type: 'splitCue', before: 'w2', newId: 'c2' }
const DELETE: Command = { type: 'deleteWords', ids: ['w1', 'w2'] }
const CORRECT: Command = { type: 'setWordText', id: 'w3', text: 'loose' }

test.each<[string, Command[]]>([
  ['Delete 2 words', [DELETE]],
  ['Change a word to “loose”', [CORRECT]],
  ['Split a caption and delete 2 words', [SPLIT, DELETE]],
  ['Split a caption, delete 2 words and 1 more change', [SPLIT, DELETE, CORRECT]],
  ['Split a caption', [SPLIT, { ...SPLIT, before: 'w3', newId: 'c3' }]],
  ['Delete 1,200 words', [{ type: 'deleteWords', ids: Array.from({ length: 1_200 }, (_, at) => `w${at}`) }]],
  ['Remove “um”', [{ ...replacing('um', ''), type: 'replaceText' }]],
  ['Replace “a” with “b”', [{ ...replacing('a', 'b'), type: 'replaceText' }]],
])('labels an edit “%s”', (label, commands) => {
  expect(labelCommands(commands)).toBe(label)
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
