import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyCommands, type CaptionDocument, checkDocument, createDocument } from '../../model/index.ts'
import { acceptRecognised, differencesIn, keepScript } from './settle-difference.ts'

test('accepting takes what was recognised in place of the script, with its times', () => {
  const before = withDifference({ script: 'here we stay', recognised: 'now we all go' })
  const { doc, inverse } = applyCommands(before, acceptRecognised(before, differencesIn(before)))
  expect(textOf(doc)).toBe('one two now we all go five six')
  expect(timesOf(doc, ['now', 'go'])).toEqual([
    [700, 800],
    [1_000, 1_100],
  ])
  expect(doc.setAside).toBeUndefined()
  expect(applyCommands(doc, inverse).doc).toEqual(before)
})

test('keeping leaves the words of the script, at the time of what was recognised', () => {
  const before = withDifference({ script: 'here we stay', recognised: 'now we all go' })
  const { doc, inverse } = applyCommands(before, keepScript(before, differencesIn(before)))
  expect(textOf(doc)).toBe('one two here we stay five six')
  expect([timesOf(doc, ['here'])[0]?.[0], timesOf(doc, ['stay'])[0]?.[1]]).toEqual([700, 1_100])
  expect(doc.setAside).toBeUndefined()
  expect(applyCommands(doc, inverse).doc).toEqual(before)
})

test('keeping puts a text of the script that is set aside as well among the words', () => {
  const before = withDifference({ recognised: 'now we go', aside: 'a long story of my life.' })
  const { doc } = applyCommands(before, keepScript(before, differencesIn(before)))
  expect(textOf(doc)).toBe('one two a long story of my life. five six')
  expect([timesOf(doc, ['a'])[0]?.[0], timesOf(doc, ['life.'])[0]?.[1]]).toEqual([700, 1_000])
  const accepted = applyCommands(before, acceptRecognised(before, differencesIn(before))).doc
  expect(textOf(accepted)).toBe('one two now we go five six')
  expect(accepted.setAside).toBeUndefined()
})

test('keeping leaves words where somebody put them', () => {
  const made = withDifference({ script: 'stay', recognised: 'now we go' })
  const before = applyCommands(made, [{ type: 'retimeWords', words: [{ id: 'w3', t0: 650, t1: 690 }] }]).doc
  const { doc } = applyCommands(before, keepScript(before, differencesIn(before)))
  expect(timesOf(doc, ['stay'])).toEqual([[650, 690]])
})

test('a difference whose words are gone is only something recognised', () => {
  const before = withDifference({ script: 'here we stay', recognised: 'now we go' })
  const some = applyCommands(before, [{ type: 'deleteWords', ids: ['w3', 'w4'] }]).doc
  expect(differencesIn(some)).toMatchObject([{ script: 'stay' }])
  expect(differencesIn(applyCommands(some, [{ type: 'deleteWords', ids: ['w5'] }]).doc)).toEqual([])
})

test('both choices give a valid document, settle the difference, and are undone exactly', () => {
  const texts = fc.array(fc.constantFrom('yes', 'never', 'Ada.', 'whatever', 'of'), { minLength: 1, maxLength: 30 })
  const given = fc.record({ script: texts, recognised: texts, isAside: fc.boolean(), accepts: fc.boolean() })
  fc.assert(
    fc.property(given, ({ script, recognised, isAside, accepts }) => {
      const said = script.join(' ')
      const before = withDifference({
        recognised: recognised.join(' '),
        ...(isAside ? { aside: said } : { script: said }),
      })
      const settle = accepts ? acceptRecognised : keepScript
      const { doc, inverse } = applyCommands(before, settle(before, differencesIn(before)))
      checkDocument(doc)
      expect(textOf(doc)).toBe(`one two ${accepts ? recognised.join(' ') : said} five six`)
      expect(differencesIn(doc)).toEqual([])
      expect(applyCommands(doc, inverse).doc).toEqual(before)
    }),
    { numRuns: 80 },
  )
})

/** A document in which something is said from 700 ms on, in words of 100 ms, where a script has something else. */
function withDifference({ script = '', recognised, aside }: { script?: string; recognised: string; aside?: string }) {
  const words = script.split(' ').filter((text) => text !== '')
  const said = recognised.split(' ')
  const end = 750 + 100 * said.length
  const share = (end - 600) / Math.max(1, words.length)
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs: end + 2_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    words: [
      at('one', 0, 300),
      at('two', 300, 600),
      ...words.map((text, place) => ({
        ...at(text, Math.round(600 + share * place), Math.round(600 + share * (place + 1))),
        timing: 'interpolated' as const,
      })),
      at('five', end, end + 300),
      at('six', end + 300, end + 600),
    ],
    ...(aside !== undefined && { unspoken: [{ text: aside, words: aside.split(' ').length, place: 2, atMs: 600 }] }),
    unscripted: [
      {
        words: said.map((text, place) => at(text, 700 + 100 * place, 800 + 100 * place)),
        insteadOf: { from: 2, until: 2 + words.length, text: aside ?? script },
      },
    ],
  })
}

function at(text: string, startMs: number, endMs: number) {
  return { text, startMs, endMs, confidence: null, timing: 'aligned' as const }
}

function textOf({ words }: CaptionDocument): string {
  return words.map(({ text }) => text).join(' ')
}

function timesOf({ words }: CaptionDocument, texts: readonly string[]) {
  return words.filter(({ text }) => texts.includes(text)).map(({ t0, t1 }) => [t0, t1])
}
