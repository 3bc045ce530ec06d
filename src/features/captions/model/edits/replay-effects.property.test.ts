import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perform, someDocument, someIntents } from '../../../../../tests/support/caption-edits.ts'
import { applyCommands, checkDocument, type Command, cueIndex, cuesOf, replayEffects, wordIndex } from '../index.ts'
import type { Edit } from './edit.ts'

test('replays effects to the same captions as their commands, without changing the original', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      const steps = perform(start, intents)
      const before = JSON.stringify(start)
      const effects = steps.flatMap(({ before: doc, command }) => applyCommands(doc, [command]).effects)
      expect(replayEffects(start, effects)).toEqual(steps.at(-1)?.after ?? start)
      expect(JSON.stringify(start)).toBe(before)
    }),
    { numRuns: 300 },
  )
})

test('finds words and captions by id after a replay', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(['insertWords', 'deleteWords', 'splitCue', 'setTag']), (start, intents) => {
      const effects = perform(start, intents).flatMap(({ before, command }) => applyCommands(before, [command]).effects)
      const doc = replayEffects(start, effects)
      for (const [place, { id }] of doc.words.entries()) expect(wordIndex(doc, id)).toBe(place)
      for (const [place, { id }] of cuesOf(doc).entries()) expect(cueIndex(doc, id)).toBe(place)
    }),
  )
})

test('replays an edit of many places, and one that moves words beyond the search range', () => {
  const [start] = fc.sample(someDocument(40), { numRuns: 1, seed: 3 })
  if (start === undefined) throw new Error('no document')
  const ids = start.words.map(({ id }) => id)
  const everyOther = ids.filter((_, at) => at % 2 === 0)
  const many = Array.from({ length: 300 }, (_, at) => ({ id: `n${at}`, text: 'a' }))
  let doc = { ...start, media: { ...start.media, durMs: 10_000_000 } }
  const first = doc
  const effects: Edit[] = []
  const commands: Command[] = [
    { type: 'deleteWords', ids: everyOther },
    { type: 'insertWords', after: ids.at(-1) ?? null, words: many },
    { type: 'setTag', ids: [ids[1] ?? '', 'n299'], tag: 'keyword', on: true },
  ]
  for (const command of commands) {
    const applied = applyCommands(doc, [command])
    doc = applied.doc
    effects.push(...applied.effects)
  }
  expect(effects[0]?.words).toHaveLength(20)
  expect(replayEffects(first, effects)).toEqual(doc)
  checkDocument(doc)
})
