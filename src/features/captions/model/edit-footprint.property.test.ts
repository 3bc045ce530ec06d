import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import {
  COMMAND_TYPES,
  perform,
  someDocument,
  someIntent,
  someIntents,
} from '../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../tests/support/captions.ts'
import { applyCommands, type CaptionDocument, conflictingParts, type Command, footprintOf } from './index.ts'

const RUNS = { numRuns: 1_500 }

test('applies edits of different parts in either order with the same result', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), someIntents(), someIntents(), (doc, ours, theirs) => {
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
  const pairs = COMMAND_TYPES.flatMap((one) => COMMAND_TYPES.map((other) => [one, other] as const))
  const compared = new Set<string>()
  // With few words, the two edits often meet.
  for (const [one, other] of pairs)
    fc.assert(
      fc.property(
        someDocument(3),
        someIntents(),
        someIntent([one]),
        someIntent([other]),
        (start, past, ours, theirs) => {
          // Captions with a history: recut, tagged, styled, with manual line breaks.
          const doc = perform(start, past.slice(0, 6), 'p').at(-1)?.after ?? start
          const mine = made(doc, [ours], 'm')
          const their = made(doc, [theirs], 'o')
          if (mine.length === 0 || their.length === 0) return
          if (conflictingParts(footprintOf(mine, doc), footprintOf(their, doc)).length > 0) return
          compared.add(one).add(other)
          expect(after(after(doc, mine), their)).toEqual(after(after(doc, their), mine))
        },
      ),
      { numRuns: 60, seed: 1 },
    )
  expect(pairs).toHaveLength(COMMAND_TYPES.length ** 2)
  expect([...compared].toSorted(), 'commands that were compared').toEqual(COMMAND_TYPES.toSorted())
})

test('undoes only its own edit when later edits use other parts', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), someIntents(), someIntents(), (start, ours, theirs) => {
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
    fc.property(someDocument(3), someIntents(), (doc, intents) => {
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

/** The first few commands on these captions. */
function made(doc: CaptionDocument, intents: Parameters<typeof perform>[1], prefix: string): Command[] {
  return perform(doc, intents.slice(0, 3), prefix).map(({ command }) => command)
}

function after(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument {
  try {
    return applyCommands(doc, commands).doc
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Error(`${JSON.stringify(commands)}: ${error.message}`, { cause: error })
  }
}
