import { expect, test } from 'vitest'
import { linesOf, readKnownWords, wordOf } from './known-words.ts'
import { pocketsphinxInstallation } from './installation.ts'

const { all, frequent } = await (await pocketsphinxInstallation().get()).knownWords()

test('keeps the words that the language model knows, with every pronunciation', () => {
  const lines = all.lines.split('\n')
  expect(lines.filter((line) => wordOf(line) === 'tomato')).toEqual([
    'tomato T AH M EY T OW',
    'tomato(2) T AH M AA T OW',
  ])
  expect(lines.filter((line) => wordOf(line) === 'amiable')).toHaveLength(1)
  // In the dictionary, but nobody says it as far as the model knows.
  expect(lines.filter((line) => wordOf(line) === 'bluetooth')).toEqual([])
})

test('calls the likeliest 20,000 words frequent, and leaves out those without a pronunciation', () => {
  expect(frequent.words.size).toBe(19_999)
  expect([...frequent.words].every((word) => all.words.has(word))).toBe(true)
  expect(['the', 'video', 'clear', 'amiable'].map((word) => frequent.words.has(word))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(frequent.lines.split('\n').every((line) => frequent.words.has(wordOf(line)))).toBe(true)
})

test('reads the word of a line of the dictionary', () => {
  expect(['read R EH D', 'read(2) R IY D', "'cause K AH Z", ''].map(wordOf)).toEqual(['read', 'read', "'cause", ''])
  expect(linesOf('a AH\na(2) EY\nab AE B', new Set(['a']))).toEqual(['a AH', 'a(2) EY'])
})

test('refuses a language model in another format', async () => {
  const { dictionary } = await pocketsphinxInstallation().get()
  await expect(readKnownWords({ dictionary, languageModel: dictionary })).rejects.toThrow('unknown layout')
})
