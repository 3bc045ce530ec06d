import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someFullDocument } from '../../../../../tests/support/caption-parts.ts'
import {
  applyCommands,
  CaptionDocument,
  checkDocument,
  checkSize,
  createDocument,
  cuesOf,
  exportJson,
  importDocument,
  replaceCaptions,
  retimeDocument,
  type Word,
} from '../index.ts'

const RUNS = { numRuns: 120 }

test('an exported document comes back whole, except pictures and the brand kit of an account', () => {
  fc.assert(
    fc.property(someFullDocument(), (doc) => {
      const imported = retimeDocument(importDocument(exportJson(doc)), alignedTo(doc))
      const { id, rev, media } = alignedTo(doc)
      const { brandKit: _, ...rest } = doc
      expect(imported).toEqual({ ...rest, id, rev, media, words: doc.words.map(withoutPictures) })
    }),
    RUNS,
  )
})

test('keeps everything but times for another sound, and moves caption times with their words', () => {
  fc.assert(
    fc.property(someFullDocument(1), fc.integer({ min: 200, max: 5_000 }), (doc, shiftMs) => {
      const moved = retimeDocument(importDocument(exportJson(doc)), alignedTo(doc, { shiftMs }))
      checkDocument(moved)
      checkSize(moved)
      expect(CaptionDocument.parse(moved)).toEqual(moved)
      expect(moved.words.map(untimed)).toEqual(doc.words.map(withoutPictures).map(untimed))
      expect(moved.words.map(({ t0 }) => t0)).toEqual(doc.words.map(({ t0 }) => t0 + shiftMs))
      expect(cuesOf(moved)).toEqual(
        cuesOf(doc).map((cue) => ({
          ...cue,
          ...(cue.t0 !== undefined && { t0: cue.t0 + shiftMs }),
          ...(cue.t1 !== undefined && { t1: cue.t1 + shiftMs }),
        })),
      )
    }),
    RUNS,
  )
})

test('replaces existing captions by imported ones, and undo brings all of them back', () => {
  fc.assert(
    fc.property(someFullDocument(), someFullDocument(), (current, imported) => {
      const { doc, inverse } = applyCommands(current, replaceCaptions(current, imported))
      const { id, rev, media } = current
      expect(doc).toEqual({ ...imported, id, rev, media })
      expect(applyCommands(doc, inverse).doc).toEqual(current)
    }),
    RUNS,
  )
})

/** New captions of these words, found in a sound where they are said `shiftMs` later. */
function alignedTo(doc: CaptionDocument, { shiftMs = 0 } = {}): CaptionDocument {
  return createDocument({
    id: 'new',
    media: { ...doc.media, id: 'other', durMs: doc.media.durMs + shiftMs },
    lang: 'en',
    provenance: { engine: 'alignment', model: 'test' },
    words: doc.words.map(({ text, t0, t1 }) => ({
      text,
      startMs: t0 + shiftMs,
      endMs: t1 + shiftMs,
      confidence: null,
      timing: 'aligned',
    })),
  })
}

function withoutPictures({ decor, ...word }: Word): Word {
  const drawn = decor?.filter(({ kind }) => kind !== 'image') ?? []
  return drawn.length === 0 ? word : { ...word, decor: drawn }
}

function untimed(word: Word) {
  const { t0: _, t1: __, timing: ___, ...rest } = word
  return rest
}
