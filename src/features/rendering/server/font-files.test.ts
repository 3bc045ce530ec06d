import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fontSubsets } from '../../../../scripts/font-subsets.ts'
import { servedFontPath } from './font-files.ts'
import { FONT_WEIGHTS } from '#features/templates/model/index.ts'
import { allFaces, drawnText, facesFor, fontList, hasEmoji } from '../model/fonts.ts'

const familiesFor = (text: string) => facesFor(text, 'montserrat', 800).map(({ family }) => family)

test.each([
  { text: 'Hello, world!', needs: ['wp-montserrat-latin-800'] },
  { text: 'Łódź', needs: ['wp-montserrat-latin-800', 'wp-montserrat-latin-ext-800'] },
  { text: 'Ελλάδα', needs: ['wp-montserrat-latin-800', 'wp-inter-greek-800'] },
  { text: 'مرحبا', needs: ['wp-montserrat-latin-800', 'wp-arabic-arabic-800'] },
  { text: 'शब्द', needs: ['wp-montserrat-latin-800', 'wp-devanagari-devanagari-800'] },
  { text: 'wow 🔥', needs: ['wp-montserrat-latin-800', 'wp-emoji'] },
  { text: '👩‍🚀', needs: ['wp-montserrat-latin-800', 'wp-joined-emoji', 'wp-emoji'] },
])('"$text" loads $needs and no more', ({ text, needs }) => {
  expect(familiesFor(text)).toEqual(needs)
})

test('loads only the font files of the characters in Japanese text', () => {
  const faces = familiesFor('これは日本語です')
  expect(faces.length).toBeGreaterThan(1)
  expect(faces.length).toBeLessThan(9)
})

test('tries the colour font first for emoji, and the text font for other words', () => {
  const faces = facesFor('cool ❤️', 'inter', 700)
  expect(fontList(faces, '❤️')).toMatch(/^"wp-emoji"/u)
  expect(fontList(faces, 'cool')).toMatch(/^"wp-inter-latin-700"/u)
})

test('replaces joined emoji that an engine splits by one character', () => {
  expect(['🏳️‍🌈', '🏳‍🌈', '❤️‍🔥!', '👨‍👩‍👧'].map(drawnText)).toEqual(['\u{E000}', '\u{E000}', '\u{E001}!', '👨‍👩‍👧'])
  expect([drawnText('🏳️‍🌈'), 'go🚀', 'no'].map(hasEmoji)).toEqual([true, true, false])
})

test('has every requested font file, under a unique family name', () => {
  const faces = allFaces(FONT_WEIGHTS)
  expect(faces.filter(({ file }) => !existsSync(servedFontPath(file) ?? '')).map(({ file }) => file)).toEqual([])
  expect(new Set(faces.map(({ family }) => family)).size).toBe(faces.length)
  expect(servedFontPath('../package.json')).toBeUndefined()
})

test('lists exactly the characters of the installed font packages', async () => {
  const stored: unknown = JSON.parse(await readFile(new URL('../model/font-subsets.json', import.meta.url), 'utf8'))
  expect(stored).toEqual(await fontSubsets())
})
