import { expect, test } from 'vitest'
import { baseLanguage, languageName } from './language.ts'

test.each([
  { tag: 'en-US', base: 'en' },
  { tag: 'pt_BR', base: 'pt' },
  { tag: ' DE ', base: 'de' },
  { tag: 'yue-Hant-HK', base: 'yue' },
  { tag: 'auto', base: 'auto' },
  { tag: 'und', base: 'und' },
  { tag: 'English', base: 'und' },
  { tag: '', base: 'und' },
])('reduces $tag to the language $base', ({ tag, base }) => {
  expect(baseLanguage(tag)).toBe(base)
})

test('shows the name of a language, not its code', () => {
  expect(languageName('fr-CA')).toBe('French')
  expect(languageName('und')).toBe('this language')
})
