import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, changedCaptions, type Command } from '../index.ts'

const BEFORE = documentOf('never lose a word. again and again.')

test.each<{ does: string; commands: Command[]; texts: string[] }>([
  { does: 'nothing', commands: [], texts: [] },
  {
    does: 'corrects a word',
    commands: [{ type: 'setWordText', id: 'w2', text: 'loose' }],
    texts: ['never loose a word.'],
  },
  { does: 'changes no word', commands: [{ type: 'setTemplate', template: { id: 'boxed', version: 1 } }], texts: [] },
])('returns the texts of the captions that an edit changes: $does', ({ commands, texts }) => {
  expect(changedCaptions(BEFORE, applyCommands(BEFORE, commands).doc)).toEqual(texts)
})
