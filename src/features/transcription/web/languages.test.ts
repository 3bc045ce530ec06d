import { expect, test } from 'vitest'
import { engineFor, languageOptions } from './languages.ts'

const offline = {
  id: 'pocketsphinx',
  label: 'Draft transcript (English)',
  quality: 'draft' as const,
  languages: ['en'],
}
const parakeet = { id: 'parakeet-v3', label: 'Parakeet v3', quality: 'best' as const, languages: ['en', 'de', 'fr'] }

test('with only English installed there is nothing to choose', () => {
  expect(languageOptions([offline])).toEqual([{ value: 'en', label: 'English' }])
})

test('with several languages the engine may find out by itself', () => {
  expect(languageOptions([offline, parakeet]).map(({ label }) => label)).toEqual([
    'Detect the language',
    'English',
    'French',
    'German',
  ])
})

test('the best engine that knows the language is the one that is named', () => {
  expect(engineFor([offline, parakeet], 'en')).toBe(parakeet)
  expect(engineFor([offline], 'en-GB')).toBe(offline)
  expect(engineFor([offline, parakeet], 'ja')).toBeUndefined()
})
