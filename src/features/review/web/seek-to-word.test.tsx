import { expect, test } from 'vitest'
import { openPlayer } from '#features/captions/web/index.ts'
import { documentOf } from '../../../../tests/support/captions.ts'
import { seekToWord } from './seek-to-word.ts'

test('a paused word is drawn at rest where the owner moves it', () => {
  let doc = documentOf('never lose a word')
  const player = openPlayer(() => doc)
  seekToWord(player, () => doc, 'w2')
  const before = player.drawing.nowMs()
  expect(before).toBeGreaterThan(doc.words[1]?.t0 ?? 0)
  expect(before).toBeLessThan(doc.words[2]?.t0 ?? 0)
  doc = { ...doc, words: doc.words.map((word) => ({ ...word, t0: word.t0 + 2_000, t1: word.t1 + 2_000 })) }
  expect(player.drawing.nowMs()).toBe(before + 2_000)
})

test('a paused word that the owner deletes leaves the picture where it was sought', () => {
  let doc = documentOf('never lose a word')
  const player = openPlayer(() => doc)
  seekToWord(player, () => doc, 'w2')
  doc = { ...doc, words: doc.words.filter(({ id }) => id !== 'w2') }
  expect(player.drawing.nowMs()).toBe(player.nowMs())
})
