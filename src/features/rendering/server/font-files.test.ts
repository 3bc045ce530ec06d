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

test('Japanese loads only the files of its own characters', () => {
  const faces = familiesFor('これは日本語です')
  expect(faces.length).toBeGreaterThan(1)
  expect(faces.length).toBeLessThan(9)
})

test('a word of emoji asks the colour font first, any other word the text font', () => {
  const faces = facesFor('cool ❤️', 'inter', 700)
  expect(fontList(faces, '❤️')).toMatch(/^"wp-emoji"/u)
  expect(fontList(faces, 'cool')).toMatch(/^"wp-inter-latin-700"/u)
})

test('joined emoji that an engine tears apart become one character', () => {
  expect(['🏳️‍🌈', '🏳‍🌈', '❤️‍🔥!', '👨‍👩‍👧'].map(drawnText)).toEqual(['\u{E000}', '\u{E000}', '\u{E001}!', '👨‍👩‍👧'])
  expect([drawnText('🏳️‍🌈'), 'go🚀', 'no'].map(hasEmoji)).toEqual([true, true, false])
})

test('every font file that may be asked for is there, under a family name of its own', () => {
  const faces = allFaces(FONT_WEIGHTS)
  expect(faces.filter(({ file }) => !existsSync(servedFontPath(file) ?? '')).map(({ file }) => file)).toEqual([])
  expect(new Set(faces.map(({ family }) => family)).size).toBe(faces.length)
  expect(servedFontPath('../package.json')).toBeUndefined()
})

test('the list of characters is that of the installed font packages', async () => {
  const stored: unknown = JSON.parse(await readFile(new URL('../model/font-subsets.json', import.meta.url), 'utf8'))
  expect(stored).toEqual(await fontSubsets())
})
