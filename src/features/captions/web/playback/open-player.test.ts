import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands } from '../../model/index.ts'
import { openPlayer } from './open-player.ts'

test('captions that open are drawn with all words of the first caption, at its first word', () => {
  const doc = documentOf('never lose a word')
  const player = openPlayer(() => doc)
  expect(player.nowMs()).toBeLessThan(40)
  expect(player.drawing.nowMs()).toBeGreaterThan(doc.words[3]?.t0 ?? 0)
})

test('an edit before the first playback keeps the caption at the playhead in the picture', () => {
  let doc = documentOf('never lose a word')
  const player = openPlayer(() => doc)
  doc = applyCommands(doc, [{ type: 'splitCue', before: 'w3', newId: 'second' }]).doc
  expect(player.drawing.nowMs()).toBeGreaterThan(doc.words[1]?.t0 ?? 0)
  expect(player.drawing.nowMs()).toBeLessThan(doc.words[2]?.t0 ?? 0)
})
