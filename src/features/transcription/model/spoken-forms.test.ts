import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenForms } from './spoken-forms.ts'

test.each([
  { written: 'Hello,', says: 'hello' },
  { written: '“don’t”', says: "don't" },
  { written: '42', says: 'forty two' },
  { written: '0', says: 'zero' },
  { written: '100', says: 'one hundred' },
  { written: '101', says: 'one oh one' },
  { written: '119', says: 'one hundred and nineteen' },
  { written: '1,234', says: 'one thousand two hundred thirty four' },
  { written: '1995.', says: 'nineteen ninety five' },
  { written: '1905', says: 'nineteen oh five' },
  { written: '2024', says: 'twenty twenty four' },
  { written: '2024', says: 'two thousand twenty four' },
  { written: '2007', says: 'two thousand seven' },
  { written: '1990s', says: 'nineteen nineties' },
  { written: '007', says: 'oh oh seven' },
  { written: '1st', says: 'first' },
  { written: '21st', says: 'twenty first' },
  { written: '30th', says: 'thirtieth' },
  { written: '3.14', says: 'three point one four' },
  { written: '50%', says: 'fifty percent' },
  { written: '$42', says: 'forty two dollars' },
  { written: '$1', says: 'one dollar' },
  { written: '$3.50', says: 'three dollars fifty' },
  { written: '£5m', says: 'five million pounds' },
  { written: '7:30', says: 'seven thirty' },
  { written: '9:05', says: 'nine oh five' },
  { written: '10k', says: 'ten thousand' },
  { written: '24/7', says: 'twenty four seven' },
  { written: 'COVID-19', says: 'covid nineteen' },
  { written: 'well-known', says: 'well known' },
  { written: 'NASA', says: 'nasa' },
  { written: 'BBC', says: 'b. b. c.' },
  { written: 'URLs', says: 'u. r. l.s' },
  { written: 'U.S.', says: 'u. s.' },
  { written: 'wordpop.com', says: 'wordpop dot com' },
  { written: 'R&B', says: 'r. and b.' },
  { written: '&', says: 'and' },
  { written: '1000000000', says: 'one billion' },
])('"$written" may be said "$says"', ({ written, says }) => {
  expect(spokenForms(written, 'en-US').map((form) => form.join(' '))).toContain(says)
})

test.each(['—', '...', '!', '🎉', '“'])('treats "%s" as silent', (written) => {
  expect(spokenForms(written, 'en')).toEqual([])
})

test.each([
  { written: '3,50', language: 'de', says: ['3,50', '3 50'] },
  { written: '1995', language: 'de', says: ['1995', '19 hundert 95'] },
  { written: '1990er', language: 'de', says: ['1990er', '1990 er', '19 hundert 90er'] },
  { written: '1700', language: 'nl', says: ['1700', '17 honderd'] },
  { written: '1995', language: 'fr', says: ['1995'] },
  { written: '12.000', language: 'de', says: ['12.000'] },
  { written: '24/7', language: 'es', says: ['24/7', '24 7'] },
  { written: '250g', language: 'it', says: ['250g', '250 g'] },
  { written: 'Corazón,', language: 'es', says: ['corazón'] },
])('reads $written in $language whole, by its parts and by hundreds', ({ written, language, says }) => {
  expect(spokenForms(written, language).map((form) => form.join(' '))).toEqual(says)
})

test('finds one to eight spoken forms for any text with an English letter or digit', () => {
  const written = fc.stringMatching(/^[A-Za-z0-9$%.,:'-]{0,6}[a-z0-9][A-Za-z0-9.,:%-]{0,6}$/)
  fc.assert(
    fc.property(written, (text) => {
      const forms = spokenForms(text, 'en')
      expect(forms.length).toBeGreaterThan(0)
      expect(forms.length).toBeLessThanOrEqual(8)
      for (const word of forms.flat()) expect(word).toMatch(/^[a-z.']+$/)
    }),
  )
})
