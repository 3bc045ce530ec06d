import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perform, someDocument, someIntents } from '../../../../../tests/support/caption-edits.ts'
import { correctionsSignature } from './corrections-signature.ts'

test('the signature of corrections after edits is that of freshly read captions', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      for (const { before, after } of perform(start, intents))
        for (const doc of [before, after])
          expect(correctionsSignature(doc)).toBe(correctionsSignature(structuredClone(doc)))
    }),
    { numRuns: 100 },
  )
})

test('an edit reads only the changed words', () => {
  let reads = 0
  fc.assert(
    fc.property(someDocument(), (start) => {
      const [first] = start.words
      if (first === undefined) return
      const others = Array.from({ length: 1_000 }, (_, at) => ({
        ...first,
        id: `other${at}`,
        get raw() {
          reads += 1
          return first.raw
        },
      }))
      const doc = { ...start, media: { ...start.media }, words: [first, ...others] }
      correctionsSignature(doc)
      reads = 0
      correctionsSignature({ ...doc, words: [{ ...first, text: 'corrected' }, ...others] })
      expect(reads).toBe(0)
    }),
    { numRuns: 5 },
  )
})
