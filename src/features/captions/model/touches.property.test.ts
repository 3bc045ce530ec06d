import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { perform, someDocument, someIntents } from '../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../tests/support/captions.ts'
import { applyCommands, type CaptionDocument, clashing, type Command, touches } from './index.ts'

const RUNS = { numRuns: 1_500 }

test('of two edits that concern different parts, either may go first, and the outcome is the same', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), someIntents(), someIntents(), (doc, ours, theirs) => {
      const mine = made(doc, ours, 'm')
      const other = made(doc, theirs, 'o')
      if (clashing(touches(mine, doc), touches(other, doc)).length > 0) return
      compared += 1
      expect(after(after(doc, mine), other)).toEqual(after(after(doc, other), mine))
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test('an undo that concerns other parts than what somebody did since takes back only its own edit', () => {
  let compared = 0
  fc.assert(
    fc.property(someDocument(3), someIntents(), someIntents(), (start, ours, theirs) => {
      const mine = made(start, ours, 'm')
      const { doc, inverse } = applyCommands(start, mine)
      const other = made(doc, theirs, 'o')
      if (inverse.length === 0 || clashing(touches(inverse, doc), touches(other, doc)).length > 0) return
      compared += 1
      expect(after(after(doc, other), inverse)).toEqual(after(after(doc, inverse), other))
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test('edits that set the same part clash, and one clashes with itself unless it only looks', () => {
  fc.assert(
    fc.property(someDocument(3), someIntents(), (doc, intents) => {
      const mine = touches(made(doc, intents, 'm'), doc)
      const writes = [...mine.values()].includes('write')
      expect(clashing(mine, mine).length > 0).toBe(writes)
    }),
    { numRuns: 200 },
  )
})

test('whoever merges a caption with one that was broken by hand settles its lines, and a word that breaks them anew clashes', () => {
  const start = documentOf('aa over the the aaaaaaaaa e Lovelace')
  const { doc } = applyCommands(start, [{ type: 'setBreaks', id: start.tracks[0].cues.at(-1)?.id ?? '', breaks: [] }])
  const { id = '', from = '' } = doc.tracks[0].cues.at(-2) ?? {}
  const merge: Command[] = [{ type: 'mergeCues', id }]
  const correct: Command[] = [{ type: 'setWordText', id: from, text: 'a' }]
  expect(clashing(touches(merge, doc), touches(correct, doc))).toEqual([`lines:${id}`])
})

/** The first few commands that somebody makes on these captions. */
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
