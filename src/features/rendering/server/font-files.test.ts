import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fontSlices, fontSubsets } from '../../../../scripts/font-subsets.ts'
import { createCanvas } from '@napi-rs/canvas'
import { registerFonts, servedFontPath } from './font-files.ts'
import { fontRoutes } from './font-routes.ts'
import { FONT_FAMILIES, fontFamily, isFontFamily } from '#features/templates/model/index.ts'
import { allFaces, drawnText, facesFor, type FontFace, fontList, hasEmoji, pageFile } from '../model/fonts/fonts.ts'

const MONTSERRAT = { family: 'montserrat', weight: 800 } as const
const familiesFor = (text: string) => facesFor(text, MONTSERRAT).map(({ family }) => family)

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

test.each([
  ['ไทย', 'th', 'wp-thai-thai-800'],
  ['한국어', 'ko', 'wp-korean-korean-800'],
  ['现在', 'zh-Hans', 'wp-chinese-chinese-simplified-800'],
])('draws "%s" in %s with a font of its script', (text, language, family) => {
  expect(facesFor(text, MONTSERRAT, language).map((face) => face.family)).toEqual(['wp-montserrat-latin-800', family])
})

test('Chinese characters come from the Japanese font in Japanese captions', () => {
  const families = facesFor('現在', MONTSERRAT, 'ja').map(({ family }) => family)
  expect(families.slice(1).every((family) => family.startsWith('wp-japanese-'))).toBe(true)
})

test('a display family has fallbacks as heavy as it looks; italics need files', () => {
  const families = (text: string, family: 'anton' | 'instrument-serif') =>
    facesFor(text, { family, weight: 400, style: 'italic' }).map((face) => face.family)
  expect(families('Aя', 'anton')).toEqual(['wp-anton-latin-400', 'wp-inter-cyrillic-900'])
  expect(families('A', 'instrument-serif')).toEqual(['wp-instrument-serif-latin-400-italic'])
})

test('one file of a variable family draws all of its weights', () => {
  const faces = [300, 720].map((weight) => facesFor('A', { family: 'roboto-flex', weight }))
  expect(faces[0]).toEqual(faces[1])
  expect(faces[0]).toMatchObject([{ family: 'wp-roboto-flex-latin', weight: '100 1000' }])
})

test('every family draws every letter that its list promises, in every weight', () => {
  for (const id of Object.keys(FONT_FAMILIES).filter(isFontFamily)) {
    for (const weight of fontFamily(id).weights) expect(lostLetters(id, weight), `${id} ${weight}`).toBe('')
  }
})

test('every family draws accented letters from the file that holds them', () => {
  // Inter and Montserrat put them together as well as their own letters.
  const [, , ...families] = Object.keys(FONT_FAMILIES).filter(isFontFamily)
  for (const family of families) {
    const weight = fontFamily(family).weights[0] ?? 400
    for (const letter of 'ŹĆŃŚŻŁźćńśżłŞşĞğŘřŮů') {
      const faces = facesFor(`A${letter}`, { family, weight })
      const own = faces.find((face) => face.family.startsWith(`wp-${family}-latin-ext`))
      if (own === undefined) continue
      expect(pixelsOf(letter, faces, weight), `${letter} of ${family}`).toBe(pixelsOf(letter, [own], weight))
    }
  }
})

test('tries the colour font first for emoji, and the text font for other words', () => {
  const faces = facesFor('cool ❤️', { family: 'inter', weight: 700 })
  expect(fontList(faces, '❤️')).toMatch(/^"wp-emoji"/u)
  expect(fontList(faces, 'cool')).toMatch(/^"wp-inter-latin-700"/u)
})

test('replaces joined emoji that an engine splits by one character', () => {
  expect(['🏳️‍🌈', '🏳‍🌈', '❤️‍🔥!', '👨‍👩‍👧'].map(drawnText)).toEqual(['\u{E000}', '\u{E000}', '\u{E001}!', '👨‍👩‍👧'])
  expect([drawnText('🏳️‍🌈'), 'go🚀', 'no'].map(hasEmoji)).toEqual([true, true, false])
})

test('has every requested font file, under a unique family name', () => {
  const faces = allFaces()
  expect(faces.filter(({ file }) => !existsSync(servedFontPath(file) ?? '')).map(({ file }) => file)).toEqual([])
  expect(new Set(faces.map(({ family }) => family)).size).toBe(faces.length)
  expect(servedFontPath('../package.json')).toBeUndefined()
})

test('browsers load the whole Korean and Chinese fonts as files that are a quarter smaller', async () => {
  const large = allFaces().filter((face) => pageFile(face) !== face.file)
  expect(large.length).toBeGreaterThan(10)
  const sizeOf = async (file: string) => (await stat(servedFontPath(file) ?? '')).size
  for (const face of large) expect(await sizeOf(pageFile(face))).toBeLessThan((await sizeOf(face.file)) * 0.75)
})

test('lists exactly the characters of the installed font packages', async () => {
  const stored: unknown = JSON.parse(
    await readFile(new URL('../model/fonts/font-subsets.json', import.meta.url), 'utf8'),
  )
  expect(stored).toEqual(await fontSubsets())
})

test.each(['korean', 'chinese'] as const)('the slices of the %s font have the letters of its file', async (script) => {
  const stored: unknown = JSON.parse(
    await readFile(new URL(`../model/fonts/${script}-slices.json`, import.meta.url), 'utf8'),
  )
  expect(stored).toEqual(await fontSlices(script))
})

/** Letters, digits and marks of everyday captions that a family's own files list and do not draw. */
function lostLetters(family: keyof typeof FONT_FAMILIES, weight: number): string {
  const text = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,!?:;’“”$€&%ÄÖÜßÉÑÇŁŹÐþї'
  const own = (char: string) =>
    facesFor(char, { family, weight }).filter((face) => face.family.startsWith(`wp-${family}-`))
  const drawn = [...text].filter((char) => {
    const [first, second] = own(char)
    // The first file always holds Latin letters; another one is named for the character.
    const face = second ?? first
    return (
      face !== undefined &&
      !facesFor(char, { family, weight }).some((other) => !other.family.startsWith(`wp-${family}-`))
    )
  })
  const pixels = (char: string) => pixelsOf(char, own(char), weight)
  // No font has a letter for a private character: it shows what a lost letter looks like.
  const empty = [pixels('\u{E123}'), pixels(' ')]
  return drawn.filter((char) => empty.includes(pixels(char))).join('')
}

/** A hash of the pixels of one character in these font files. */
function pixelsOf(char: string, faces: readonly FontFace[], weight: number): string {
  registerFonts(faces)
  const context = createCanvas(60, 60).getContext('2d')
  context.font = `${weight} 40px ${fontList(faces, char)}`
  context.fillText(char, 5, 45)
  return createHash('sha256')
    .update(context.getImageData(0, 0, 60, 60).data)
    .digest('hex')
}

test('serves the licence of every font, each copyright notice once', async () => {
  const answer = await fontRoutes().request('/licences.txt')
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch('text/plain')
  for (const name of [...Object.keys(FONT_FAMILIES), 'noto-sans-jp', 'noto-color-emoji']) {
    expect(text.split(`\n${name}: `).length, name).toBe(2)
  }
  expect(text).toContain('The Fraunces Project Authors')
  expect(text.match(/^SIL OPEN FONT LICENSE/gmu)).toHaveLength(1)
})
