import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someDocument } from '../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { checkDocument, cuesOf, joinDocument, partsOfDocument, startOfDocument } from '../index.ts'

test('joins the parts of a document without loss', () => {
  fc.assert(
    fc.property(someDocument(), (doc) => {
      expect(joinDocument(startOfDocument(doc), [...partsOfDocument(doc)])).toEqual(doc)
    }),
  )
})

test('starts a long document with a valid document of its first 60 captions', () => {
  const { document, words, cues } = startOfDocument(LONG)
  checkDocument(document)
  expect(cuesOf(document)).toEqual(cuesOf(LONG).slice(0, 60))
  expect([words, cues]).toEqual([LONG.words.length, cuesOf(LONG).length])
  expect(joinDocument(startOfDocument(LONG), [...partsOfDocument(LONG)])).toEqual(LONG)
  expect([...partsOfDocument(LONG)].length).toBeGreaterThan(2)
})

test('rejects a document with a missing part', () => {
  const parts = [...partsOfDocument(LONG)]
  for (let lost = 0; lost < parts.length; lost++)
    expect(() => joinDocument(startOfDocument(LONG), parts.toSpliced(lost, 1))).toThrow('did not arrive in full')
})

const LONG = documentOf(Array.from({ length: 9_000 }, (_, at) => `word${at % 97}`).join(' '))
