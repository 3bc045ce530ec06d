import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { boostWords, wordsByProbability } from './language-model.ts'

const model = await readFile('/usr/share/pocketsphinx/model/en-us/en-us.lm.bin')

test('adds words at the end of the model and leaves the others where they are', () => {
  const boosted = boostWords(model, ['wordpop', 'amiable', 'okonkwo'], 1e-4)
  expect(boosted.length).toBe(model.length + 2 * 12 + 'wordpop'.length + 'okonkwo'.length + 2)
  expect(boosted.readUInt32LE(20)).toBe(model.readUInt32LE(20) + 2)
  expect(boosted.subarray(-16).toString()).toBe('wordpop\0okonkwo\0')
  // Adding nothing changes nothing.
  expect(boostWords(model, [], 1e-4).equals(model)).toBe(true)
})

test('never makes a word less likely', () => {
  expect(boostWords(model, ['the', 'of'], 1e-6).equals(model)).toBe(true)
})

test('lists its words, the likeliest first', () => {
  const words = wordsByProbability(model)
  expect(words).toHaveLength(model.readUInt32LE(20))
  expect(words.slice(0, 4)).toContain('the')
  expect(words.indexOf('video')).toBeLessThan(words.indexOf('zyuganov'))
  const boosted = boostWords(model, ['zyuganov', 'wordpop'], 0.5)
  expect(wordsByProbability(boosted).slice(0, 2).toSorted()).toEqual(['wordpop', 'zyuganov'])
})

test('refuses another format, and more words than the format has room for', () => {
  expect(() => boostWords(Buffer.from('ARPA'), ['a'], 1e-4)).toThrow('unknown layout')
  expect(() => boostWords(model.subarray(0, model.length - 1), ['a'], 1e-4)).toThrow('unknown layout')
  const many = Array.from({ length: 60_000 }, (_, at) => `word${at}`)
  expect(() => boostWords(model, many, 1e-4)).toThrow('too many words')
})
