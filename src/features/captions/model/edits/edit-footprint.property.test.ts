import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import {
  COMMAND_TYPES,
  type Intent,
  perform,
  someDocument,
  someIntent,
} from '../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, type CaptionDocument, conflictingParts, type Command, footprintOf } from '../index.ts'

const RUNS = { numRuns: 400 }
const EDIT = { minLength: 2, maxLength: 3 }
const HISTORY = { minLength: 1, maxLength: 6 }
/** No command sets texts aside. */
const ASIDE = [
  { id: 's1', t: 0, text: 'hello', why: 'not-in-cut' as const },
  { id: 's2', t: 900, text: 'thank you', why: 'not-spoken' as const },
]

test('applies edits of different parts in either order with the same result', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), intents(EDIT), intents(EDIT), (doc, ours, theirs) => {
      const mine = made(doc, ours, 'm')
      const other = made(doc, theirs, 'o')
      if (conflictingParts(footprintOf(mine, doc), footprintOf(other, doc)).length > 0) return
      compared += 1
      expect(after(after(doc, mine), other)).toEqual(after(after(doc, other), mine))
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test('applies every pair of commands without a conflict in either order with the same result', () => {
  const compared = new Set<string>()
  // With few words, the two edits often meet. Each document serves all pairs: making one costs more than comparing two.
  fc.assert(
    fc.property(someDocument(3), intents(HISTORY), oneOfEach(), oneOfEach(), (plain, past, ours, theirs) => {
      const start: CaptionDocument = { ...plain, setAside: [...ASIDE] }
      // Captions with a history: two speakers, recut, tagged, styled, with manual line breaks.
      const doc = perform(start, [...TWO_SPEAKERS, ...past], 'p').at(-1)?.after ?? start
      const others = editsOf(doc, theirs, 'o')
      for (const mine of editsOf(doc, ours, 'm'))
        for (const their of others) {
          if (conflictingParts(mine.footprint, their.footprint).length > 0) continue
          compared.add(mine.type).add(their.type)
          expectSame(after(mine.after, their.commands), after(their.after, mine.commands), [mine, their])
        }
    }),
    // The message names the pair: making the other commands simpler would take minutes and say no more.
    { numRuns: 25, seed: 1, endOnFailure: true },
  )
  expect([...compared].toSorted(), 'commands that were compared').toEqual(COMMAND_TYPES.toSorted())
})

test('undoes only its own edit when later edits use other parts', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), intents(EDIT), intents(EDIT), (start, ours, theirs) => {
      const mine = made(start, ours, 'm')
      const { doc, inverse } = applyCommands(start, mine)
      const other = made(doc, theirs, 'o')
      if (inverse.length === 0 || conflictingParts(footprintOf(inverse, doc), footprintOf(other, doc)).length > 0)
        return
      compared += 1
      expect(after(after(doc, other), inverse)).toEqual(after(after(doc, inverse), other))
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test('finds a conflict of an edit with itself exactly when it writes', () => {
  fc.assert(
    fc.property(someDocument(3), intents(EDIT), (doc, intents) => {
      const mine = footprintOf(made(doc, intents, 'm'), doc)
      const writes = [...mine.values()].includes('write')
      expect(conflictingParts(mine, mine).length > 0).toBe(writes)
    }),
    { numRuns: 200 },
  )
})

test('finds a conflict between a merge and a word edit that rebreaks manually broken lines', () => {
  const start = documentOf('aa over the the aaaaaaaaa e Lovelace')
  const { doc } = applyCommands(start, [{ type: 'setBreaks', id: start.tracks[0].cues.at(-1)?.id ?? '', breaks: [] }])
  const { id = '', from = '' } = doc.tracks[0].cues.at(-2) ?? {}
  const merge: Command[] = [{ type: 'mergeCues', id }]
  const correct: Command[] = [{ type: 'setWordText', id: from, text: 'a' }]
  expect(conflictingParts(footprintOf(merge, doc), footprintOf(correct, doc))).toEqual([`lines:${id}`])
})

test('finds a conflict between restored lines and a change of a word that was moved into them', () => {
  const start = documentOf('so here is the thing nobody tells you about growing a channel on your own')
  const [first, second] = start.tracks[0].cues
  const move: Command = { type: 'moveWord', id: second?.from ?? '', to: 'previous' }
  const [longer] = applyCommands(start, [move]).doc.tracks[0].cues
  if (first === undefined || second === undefined || longer === undefined) throw new Error('expected two captions')
  const insert = [{ ...longer, breaks: [] }]
  const mine: Command[] = [move, { type: 'restore', cues: [{ after: null, remove: [first.id], insert }] }]
  const correct: Command[] = [{ type: 'setWordText', id: second.from, text: 'aaaaa' }]
  expect(conflictingParts(footprintOf(mine, start), footprintOf(correct, start))).toContain(`lines:${second.id}`)
})

test('finds a conflict between emoji that get one id, and writes the id of a removed one', () => {
  const start = documentOf('never lose a word again.')
  const [first, second] = start.words
  if (first === undefined || second === undefined) throw new Error('expected two words')
  const add = (wordId: string): Command[] => [
    { type: 'setDecor', items: [{ wordId, decor: { id: 'party', kind: 'emoji', emoji: '🎉', side: 'above' } }] },
  ]
  const [mine, theirs] = [footprintOf(add(first.id), start), footprintOf(add(second.id), start)]
  expect(conflictingParts(mine, theirs)).toEqual(['exists:decor:party'])
  const { doc } = applyCommands(start, add(first.id))
  for (const remove of [
    { type: 'removeDecor', wordIds: [first.id] },
    { type: 'deleteWords', ids: [first.id] },
  ] satisfies Command[])
    expect(footprintOf([remove], doc).get('exists:decor:party'), remove.type).toBe('write')
})

test('finds a conflict between a stretch and a marker added after one that it removes', () => {
  const markers = [
    { id: 'm1', t: 100 },
    { id: 'm2', t: 100 },
  ]
  const start = { ...documentOf('never lose a word again.'), markers }
  const stretch: Command[] = [
    { type: 'removeMarkers', ids: ['m2'] },
    {
      type: 'stretchWords',
      points: [
        { t: 0, to: 0 },
        { t: 100, to: 101 },
      ],
    },
  ]
  const add: Command[] = [{ type: 'addMarker', marker: { id: 'm3', t: 100 } }]
  expect(conflictingParts(footprintOf(stretch, start), footprintOf(add, start))).toEqual(['part:markers'])
})

/** Two speakers, of whom each has some words. */
const TWO_SPEAKERS: readonly Intent[] = (['addSpeaker', 'addSpeaker', 'setSpeaker', 'setSpeaker'] as const).map(
  (type, at) => ({ type, a: at, b: 1, text: 'Ana' }),
)

const intents = (lengths: fc.ArrayConstraints) => fc.array(someIntent(), lengths)

/** One intent of every command. */
function oneOfEach() {
  return fc.tuple(...COMMAND_TYPES.map((type) => someIntent([type])))
}

/** One edit for each intent that fits these captions. */
function editsOf(doc: CaptionDocument, intents: Parameters<typeof perform>[1], prefix: string) {
  return intents.flatMap((intent) => {
    const commands = made(doc, [intent], prefix)
    if (commands.length === 0) return []
    return [{ type: intent.type, commands, footprint: footprintOf(commands, doc), after: after(doc, commands) }]
  })
}

/** Expects equal captions; the message names the edits. */
function expectSame(one: CaptionDocument, other: CaptionDocument, edits: readonly { commands: Command[] }[]): void {
  // The quick comparison; the slow one explains a difference.
  if (isDeepStrictEqual(one, other)) return
  expect(one, JSON.stringify(edits.map(({ commands }) => commands))).toEqual(other)
}

/** The commands of these intents that fit. */
function made(doc: CaptionDocument, intents: Parameters<typeof perform>[1], prefix: string): Command[] {
  return perform(doc, intents, prefix).map(({ command }) => command)
}

function after(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument {
  try {
    return applyCommands(doc, commands).doc
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Error(`${JSON.stringify(commands)}: ${error.message}`, { cause: error })
  }
}
