import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GlossaryEntry, MAX_GLOSSARY_ENTRIES } from './entry.ts'
import { readGlossary } from './glossary-text.ts'
import { writeGlossary } from './write-glossary.ts'

test('reads lines of text: two sides of an arrow, or a name alone', () => {
  expect(readGlossary('word pop → Wordpop\r\n\nGit hub -> GitHub\nSiobhan\n24 7\t24/7\n')).toEqual({
    entries: [
      { heard: 'word pop', write: 'Wordpop', language: null },
      { heard: 'Git hub', write: 'GitHub', language: null },
      { heard: null, write: 'Siobhan', language: null },
      { heard: '24 7', write: '24/7', language: null },
    ],
    skipped: [],
  })
})

test('reads CSV with its header, also with semicolons and quotes, and skips what is no entry', () => {
  const text = '\uFEFFHeard;Write;Language\n"a ""b""";"C; D";EN\n;;\n;Siobhan;\n'
  expect(readGlossary(text)).toEqual({
    entries: [
      { heard: 'a "b"', write: 'C; D', language: 'en' },
      { heard: null, write: 'Siobhan', language: null },
    ],
    skipped: [3],
  })
})

test('of equal entries the last counts', () => {
  expect(readGlossary('word pop → Wordpop\nWord Pop → WordPop').entries).toEqual([
    { heard: 'Word Pop', write: 'WordPop', language: null },
  ])
})

test('refuses a file without entries and one with too many', () => {
  expect(() => readGlossary('\n \n')).toThrow('There are no words in this file')
  const many = Array.from({ length: MAX_GLOSSARY_ENTRIES + 1 }, (_, at) => `name${at}`).join('\n')
  expect(() => readGlossary(many)).toThrow(/at most 500 entries/)
})

test('reads back what it writes', () => {
  const phrase = fc
    .array(fc.constantFrom('a', 'Bö', '“x”', '24/7', 'a,b', '"q"', '→', '$5'), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(' '))
  const entry = fc
    .record({ heard: fc.option(phrase), write: phrase, language: fc.constantFrom('en', null) })
    .map((raw) => GlossaryEntry.safeParse(raw))
    .filter(({ success }) => success)
    .map(({ data }) => data ?? { heard: null, write: 'x', language: null })
  fc.assert(
    fc.property(entry, (one) => {
      expect(readGlossary(writeGlossary([one])).entries).toEqual([one])
    }),
  )
})
