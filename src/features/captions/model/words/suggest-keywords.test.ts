import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, type CaptionDocument, type Command, cueOfWord, suggestKeywords } from '../index.ts'

test.each([
  ['we sold 300 of them', '300', 'number'],
  ['and then Ana said no', 'Ana', 'name'],
  ['it is an avalanche of it', 'avalanche', 'rare'],
])('suggests a word of “%s”: %s', (text, word, why) => {
  const doc = documentOf(text)
  expect(suggested(doc)).toEqual([[word, why]])
})

test.each(['and so it is', 'I think I do', 'The end', 'Look. Now look.'])('suggests nothing in “%s”', (text) => {
  expect(suggested(documentOf(text))).toEqual([])
})

test('suggests no capitals in a language that capitalises every noun', () => {
  expect(suggested(documentOf('der Hund und die Katze und das Haus am See'))).toEqual([])
})

test('suggests a word that is spoken slowly, or was measured as stressed', () => {
  const slow = withWord(documentOf('we went home with them'), 'w5', { t1: 2_400 })
  expect(suggested(slow)).toEqual([['them', 'stress']])
  const measured = withWord(documentOf('we went home with them'), 'w3', { stress: 0.9 })
  expect(suggested(measured)).toEqual([['home', 'stress']])
})

test('suggests at most one word a caption, and none where there is a keyword', () => {
  const doc = documentOf('Ana paid 300 euros in Amsterdam for extraordinary chocolate and 20 more for Bob in Berlin')
  const cues = suggestKeywords(doc).map(({ wordId }) => cueOfWord(doc, wordId)?.id)
  expect(cues.length).toBeGreaterThan(1)
  expect(new Set(cues).size).toBe(cues.length)
  const [first] = suggestKeywords(doc)
  const tagged = after(doc, [{ type: 'setTag', ids: [first?.wordId ?? ''], tag: 'keyword', on: true }])
  expect(suggestKeywords(tagged)).toEqual(suggestKeywords(doc).slice(1))
})

test('skips hidden and censored words', () => {
  const doc = documentOf('we sold 300 of them')
  expect(suggested(after(doc, [{ type: 'setHidden', wordIds: ['w3'], hidden: true }]))).toEqual([])
  expect(suggested(after(doc, [{ type: 'setCensoring', wordIds: ['w3'], censored: { text: 'bar' } }]))).toEqual([])
})

function suggested(doc: CaptionDocument) {
  return suggestKeywords(doc).map(({ wordId, why }) => [doc.words.find(({ id }) => id === wordId)?.text, why])
}

function withWord(doc: CaptionDocument, id: string, parts: { t1?: number; stress?: number }): CaptionDocument {
  return { ...doc, words: doc.words.map((word) => (word.id === id ? { ...word, ...parts } : word)) }
}

function after(doc: CaptionDocument, commands: Command[]): CaptionDocument {
  return applyCommands(doc, commands).doc
}
