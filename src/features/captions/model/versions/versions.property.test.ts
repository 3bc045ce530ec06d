import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perform, someDocument, someIntents } from '../../../../../tests/support/caption-edits.ts'
import { someFullDocument, somePartsCommand } from '../../../../../tests/support/caption-parts.ts'
import { AppError } from '#platform/shared/errors.ts'
import { applyCommands, type CaptionDocument, compareVersions, editsBetween, isUnchanged } from '../index.ts'

const RUNS = { numRuns: 120 }

test('restores any earlier version exactly after random edits', () => {
  let restored = 0
  fc.assert(
    fc.property(someFullDocument(), someIntents(), fc.array(fc.nat(), { maxLength: 6 }), (start, intents, seeds) => {
      const now = editParts(perform(start, intents).at(-1)?.after ?? start, seeds)
      const edits = editsBetween(now, start)
      restored += edits.length
      expect(restore(now, start)).toEqual(start)
      expect(restore(start, now)).toEqual(now)
    }),
    RUNS,
  )
  expect(restored).toBeGreaterThan(100)
})

test('undoes a restored version exactly', () => {
  fc.assert(
    fc.property(someDocument(3), someIntents(), (start, intents) => {
      const now = perform(start, intents).at(-1)?.after ?? start
      const commands = editsBetween(now, start).map((edit) => ({
        type: 'restoreVersion' as const,
        revision: 1,
        ...edit,
      }))
      const { doc, inverse } = applyCommands(now, commands)
      expect(applyCommands(doc, inverse).doc).toEqual(now)
    }),
    RUNS,
  )
})

test('finds a difference exactly when there is something to restore', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      const now = perform(start, intents).at(-1)?.after ?? start
      const comparison = compareVersions(start, now)
      const { added, removed } = comparison.counts
      expect(now.words.length - start.words.length).toBe(added - removed)
      if (editsBetween(now, start).length === 0) expect(isUnchanged(comparison)).toBe(true)
      // A word's source of timing is stored, but nobody sees it.
      if (isUnchanged(comparison)) expect(seen(now)).toEqual(seen(start))
    }),
    RUNS,
  )
})

function restore(from: CaptionDocument, to: CaptionDocument): CaptionDocument {
  return applyCommands(
    from,
    editsBetween(from, to).map((edit) => ({ type: 'restoreVersion', revision: 1, ...edit })),
  ).doc
}

function editParts(start: CaptionDocument, seeds: readonly number[]): CaptionDocument {
  return seeds.reduce((doc, seed, at) => {
    const command = somePartsCommand(doc, seed, `p${at}`)
    try {
      return command === undefined ? doc : applyCommands(doc, [command]).doc
    } catch (error) {
      if (error instanceof AppError) return doc
      throw error
    }
  }, start)
}

function seen(doc: CaptionDocument) {
  return doc.words.map(({ id, text, t0, t1, tags }) => ({ id, text, t0, t1, tags }))
}
