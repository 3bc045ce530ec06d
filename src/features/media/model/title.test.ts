import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinear } from '../../../../tests/support/linear.ts'
import { cleanTitle, titleFromFileName } from './title.ts'

test.each([
  ['holiday.mp4', 'holiday'],
  ['holiday.tar.mp4', 'holiday.tar'],
  ['notes.txt', 'notes.txt'],
  ['/home/ada/a.webm', 'a'],
  ['a\r\nb\tc.mov', 'a b c'],
  ['\u2066evil\u2069\u200F.mkv', 'evil'],
  ['.mp4', 'Untitled video'],
  ['...', 'Untitled video'],
  ['e\u0301te\u0301.mp4', 'été'],
  ['\uD800.mp4', '\uFFFD'],
])('turns %j into %j', (name, title) => {
  expect(titleFromFileName(name)).toBe(title)
})

test('truncates a long title between characters, never inside one', () => {
  const family = '👨‍👩‍👧'
  expect(cleanTitle(family.repeat(40))).toBe(family.repeat(25))
})

test('any name becomes a title that can be stored and displayed', () => {
  // Any code unit or code point, including lone surrogates. fast-check's own `binary` lists all of Unicode first, which
  // takes a second.
  const unit = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point))
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), (name) => {
      const title = titleFromFileName(name)
      expect(title.length).toBeGreaterThan(0)
      expect(title.length).toBeLessThanOrEqual(200)
      expect(title).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/u)
      expect(title).toBe(title.trim().toWellFormed())
      expect(cleanTitle(title)).toBe(title)
    }),
  )
})

test('cleans a name of many combining marks in linear time', () => {
  expectLinear((size) => titleFromFileName(`a${'\u0301\u0323'.repeat(size)}.mp4`), 5_000)
  expect(cleanTitle(`${' '.repeat(5_000)}a`)).toBe('a')
})
