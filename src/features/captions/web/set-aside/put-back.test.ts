import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, checkDocument, cuesOf } from '../../model/index.ts'
import { putBack, type SetAside } from './put-back.ts'

const DOC = documentOf('we went home and slept until noon.')
const LONG =
  'When the rain finally stopped, we walked along the river and talked about everything that had happened since then.'

test('keeps the order of passages that were at the same time', () => {
  const texts = [passage('s1', 1_000, 'First of all.'), passage('s2', 1_000, 'Then the next.')]
  expect(textAfter(texts)).toContain('First of all. Then the next.')
})

test('gives words their known times, unless these overlap words beside them', () => {
  const wordTimes: SetAside['wordTimes'] = [
    [0, 100],
    [150, 300],
  ]
  const timesAt = (t: number) => {
    const before = { ...DOC, setAside: [{ id: 's1', t, text: 'at last', why: 'not-in-script' as const, wordTimes }] }
    const { doc } = applyCommands(before, putBack(before, before.setAside))
    return doc.words.filter(({ text }) => ['at', 'last'].includes(text)).map(({ t0, t1 }) => [t0, t1])
  }
  expect(timesAt(3_000)).toEqual([
    [3_000, 3_100],
    [3_150, 3_300],
  ])
  expect(timesAt(700)[1]).not.toEqual([850, 1_000])
})

test('cuts a long passage into captions, and leaves the others as they were', () => {
  const before = { ...DOC, setAside: [passage('s1', 1_000, LONG)] }
  const { doc } = applyCommands(before, putBack(before, before.setAside))
  const added = cuesOf(doc).length - cuesOf(DOC).length
  expect(added).toBeGreaterThan(3)
  expect(doc.setAside).toBeUndefined()
})

test('puts any passages back in a valid document that keeps every word, and undo restores it', () => {
  const text = fc.constantFrom('Yes.', 'Not a word of it.', LONG, 'one two three')
  const passages = fc.array(fc.record({ t: fc.integer({ min: 0, max: 4_000 }), text }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(passages, (some) => {
      const setAside = some.toSorted((a, b) => a.t - b.t).map((each, at) => passage(`s${at}`, each.t, each.text))
      const before = { ...DOC, setAside }
      const { doc, inverse } = applyCommands(before, putBack(before, setAside))
      checkDocument(doc)
      const said = doc.words.map((word) => word.text)
      expect(said.filter((word) => DOC.words.some((own) => own.text === word)).length).toBeGreaterThanOrEqual(
        DOC.words.length,
      )
      expect(said).toHaveLength(DOC.words.length + countWords(setAside))
      for (const [at, word] of doc.words.entries()) {
        expect(word.t1).toBeGreaterThan(word.t0)
        expect(word.t0).toBeGreaterThanOrEqual(doc.words[at - 1]?.t1 ?? 0)
      }
      expect(applyCommands(doc, inverse).doc).toEqual(before)
    }),
    { numRuns: 60 },
  )
})

function passage(id: string, t: number, text: string): SetAside {
  return { id, t, text, why: 'not-spoken' }
}

function countWords(texts: readonly SetAside[]): number {
  return texts.reduce((sum, { text }) => sum + text.split(' ').length, 0)
}

function textAfter(setAside: SetAside[]): string {
  const before = { ...DOC, setAside }
  const { doc } = applyCommands(before, putBack(before, setAside))
  return doc.words.map((word) => word.text).join(' ')
}
