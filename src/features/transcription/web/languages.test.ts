import { expect, test } from 'vitest'
import { engineFor, languageOptions, wantedLanguage } from './languages.ts'

const offline = {
  id: 'pocketsphinx',
  label: 'Draft transcript (English)',
  quality: 'draft' as const,
  languages: ['en'],
  host: null,
  defaultFor: [],
}
const parakeet = {
  id: 'parakeet-v3',
  label: 'Parakeet v3',
  quality: 'best' as const,
  languages: ['en', 'de', 'fr'],
  host: null,
  defaultFor: [],
}

test('offers no choice when only English is installed', () => {
  expect(languageOptions([offline])).toEqual([{ value: 'en', label: 'English' }])
})

test('offers language detection when several languages are installed', () => {
  expect(languageOptions([offline, parakeet]).map(({ label }) => label)).toEqual([
    'Detect the language',
    'English',
    'French',
    'German',
  ])
})

test('names the engine that the site chose, even if another is better', () => {
  expect(engineFor([{ ...offline, defaultFor: ['en'] }, parakeet], 'en-US')).toMatchObject({ id: 'pocketsphinx' })
  expect(engineFor([{ ...offline, defaultFor: ['en'] }, parakeet], 'de')).toBe(parakeet)
})

test('names the best engine for the language', () => {
  expect(engineFor([offline, parakeet], 'en')).toBe(parakeet)
  expect(engineFor([offline], 'en-GB')).toBe(offline)
  expect(engineFor([offline, parakeet], 'ja')).toBeUndefined()
})

test('takes the first wanted language that is offered', () => {
  expect(wantedLanguage([offline, parakeet], ['sv', 'de', 'en'])).toBe('de')
  expect(wantedLanguage([offline, parakeet], ['auto', 'de'])).toBe('auto')
  expect(wantedLanguage([offline], ['auto', 'de'])).toBeUndefined()
  expect(wantedLanguage([], ['de'])).toBeUndefined()
})
