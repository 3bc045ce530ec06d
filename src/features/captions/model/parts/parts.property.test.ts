import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { perform, someIntent } from '../../../../../tests/support/caption-edits.ts'
import { someFullDocument, somePartsCommand } from '../../../../../tests/support/caption-parts.ts'
import {
  applyCommands,
  CaptionDocument,
  checkDocument,
  type Command,
  conflictingParts,
  exportJson,
  footprintOf,
  importDocument,
} from '../index.ts'

const RUNS = { numRuns: 150 }
/** Most pairs of edits touch the same parts, and prove nothing. */
const PAIRS = { numRuns: 400 }
/** Changes of words and captions, or of optional parts. */
const someSteps = (lengths = { minLength: 1, maxLength: 12 }) =>
  fc.array(fc.oneof(fc.array(someIntent(), { minLength: 1, maxLength: 2 }), fc.nat()), lengths)
/** As many as an edit of `commandsOf` uses. */
const TWO = { minLength: 2, maxLength: 2 }
type Steps = ReturnType<typeof someSteps> extends fc.Arbitrary<infer Value> ? Value : never

test('keeps a document with all parts valid after any edit', () => {
  fc.assert(
    fc.property(someFullDocument(), someSteps(), (start, steps) => {
      for (const { after } of performAll(start, steps)) {
        checkDocument(after)
        expect(CaptionDocument.parse(after)).toEqual(after)
      }
    }),
    RUNS,
  )
})

test('undoes and redoes edits of a document with all parts exactly', () => {
  fc.assert(
    fc.property(someFullDocument(), someSteps(), (start, steps) => {
      const history = performAll(start, steps)
      let doc = history.at(-1)?.after ?? start
      for (const { before, inverse } of history.toReversed()) {
        doc = applyCommands(doc, inverse).doc
        expect(doc).toEqual(before)
      }
      for (const { command, after } of history) {
        doc = applyCommands(doc, [command]).doc
        expect(doc).toEqual(after)
      }
    }),
    RUNS,
  )
})

test('exports every part as JSON and reads it back', () => {
  fc.assert(
    fc.property(someFullDocument(), (doc) => {
      expect(importDocument(exportJson(doc))).toEqual(doc)
    }),
    RUNS,
  )
})

test('applies edits of different parts in either order with the same outcome', () => {
  let compared = 0
  fc.assert(
    fc.property(someFullDocument(3), someSteps(TWO), someSteps(TWO), (doc, ours, theirs) => {
      const mine = commandsOf(doc, ours, 'm')
      const other = commandsOf(doc, theirs, 'o')
      if (conflictingParts(footprintOf(mine, doc), footprintOf(other, doc)).length > 0) return
      compared += 1
      expect(after(after(doc, mine), other)).toEqual(after(after(doc, other), mine))
    }),
    PAIRS,
  )
  expect(compared).toBeGreaterThan(PAIRS.numRuns / 20)
})

test('undoes only its own edit when somebody has changed other parts since', () => {
  let compared = 0
  fc.assert(
    fc.property(someFullDocument(3), someSteps(TWO), someSteps(TWO), (start, ours, theirs) => {
      const { doc, inverse } = applyCommands(start, commandsOf(start, ours, 'm'))
      const other = commandsOf(doc, theirs, 'o')
      if (inverse.length === 0 || conflictingParts(footprintOf(inverse, doc), footprintOf(other, doc)).length > 0)
        return
      compared += 1
      expect(after(after(doc, other), inverse)).toEqual(after(after(doc, inverse), other))
    }),
    PAIRS,
  )
  expect(compared).toBeGreaterThan(PAIRS.numRuns / 20)
})

/** The first two commands that fit. */
function commandsOf(doc: CaptionDocument, steps: Steps, prefix: string): Command[] {
  return performAll(doc, steps, prefix)
    .slice(0, 2)
    .map(({ command }) => command)
}

function performAll(start: CaptionDocument, steps: Steps, prefix = 'n') {
  let doc = start
  return steps.flatMap((step, at) => {
    const done =
      typeof step === 'number' ? performParts(doc, step, `${prefix}${at}`) : perform(doc, step, `${prefix}${at}-`)
    doc = done.at(-1)?.after ?? doc
    return done
  })
}

function performParts(before: CaptionDocument, seed: number, newId: string) {
  const command = somePartsCommand(before, seed, newId)
  try {
    if (command === undefined) return []
    const { doc, inverse } = applyCommands(before, [command])
    return [{ before, command, after: doc, inverse }]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

function after(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument {
  try {
    return applyCommands(doc, commands).doc
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Error(`${JSON.stringify(commands)}: ${error.message}`, { cause: error })
  }
}
