import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newestTemplate, type Template, TEMPLATES } from '#features/templates/model/index.ts'
import chineseSlices from '../model/fonts/chinese-slices.json' with { type: 'json' }
import {
  type CaptionTrack,
  type FontFace,
  fontsOf,
  slicesFor,
  withoutTags,
  withSharedFont,
  wordsOf,
} from '../model/index.ts'
import koreanSlices from '../model/fonts/korean-slices.json' with { type: 'json' }
import { servedFontPath } from './font-files.ts'

/** What a first open of the picker may load until its first twelve templates play, bytes: 1.5 s on a slow 4G network. */
const BUDGET = 300_000
const FIRST = TEMPLATES.slice(0, 12)

// Its code comes with the editor, and canvases show the templates: fonts are all that the picker loads.
test.each([
  ['en', 'your words look like this'],
  ['fr', 'voilà à quoi ça ressemble'],
  ['el', 'έτσι δείχνουν οι λέξεις σου'],
  ['ru', 'так выглядят твои слова здесь'],
  ['he', 'ככה נראות המילים שלך כאן'],
  ['th', 'คำ ของ คุณ ดู แบบนี้'],
  ['pl', 'tak wyglądają twoje słowa tutaj'],
  ['tr', 'sözlerin işte böyle görünecek yağmur'],
  ['vi', 'lời của bạn trông thế'],
  ['ar', 'هكذا تبدو كلماتك في الفيديو'],
  ['hi', 'आपके शब्द ऐसे दिखते हैं'],
  ['ja', 'あなたの 言葉は こう 見えます ね'],
  ['ko', '당신의 말이 이렇게 보입니다 지금'],
  ['zh', '你的 话 看起来 就是 这样的'],
])('the first twelve templates of the picker play after at most 300 kB of fonts (%s)', async (language, text) => {
  expect(await fontBytes(sampleOf(language, text))).toBeLessThanOrEqual(BUDGET)
})

test('words of basic Latin letters play in the font of each template at once', () => {
  const track = sampleOf('fr', 'voilà à quoi ça ressemble')
  for (const template of TEMPLATES) expect(withSharedFont(template, track), template.id).toBe(template)
})

test('letters beyond basic Latin keep their family where it has them', () => {
  const track = sampleOf('pl', 'tak wyglądają twoje słowa tutaj')
  const families = FIRST.map((template) => withSharedFont(template, track).font.family)
  expect(families).toEqual(FIRST.map(({ font }) => font.family))
})

test('words without tags need no fonts of tagged words', () => {
  const track = sampleOf('en', 'your words look like this')
  const families = (template: Template) => fontsOf(track, template).map(({ family }) => family)
  const editorial = newestTemplate('editorial')
  expect(families(editorial)).toContain('wp-dm-serif-display-latin-400-italic')
  expect(families(withoutTags(editorial))).not.toContain('wp-dm-serif-display-latin-400-italic')
})

async function fontBytes(track: CaptionTrack): Promise<number> {
  const files = new Set(
    FIRST.flatMap((template) => fontsOf(track, withoutTags(withSharedFont(template, track)))).flatMap((face) =>
      filesFor(face, wordsOf(track)),
    ),
  )
  const sizes = await Promise.all([...files].map(async (file) => (await stat(servedFontPath(file) ?? '')).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function filesFor(face: FontFace, text: string): string[] {
  const slices = { 'noto-sans-kr': koreanSlices, 'noto-sans-sc': chineseSlices }[face.package ?? '']
  return slices === undefined ? [face.file] : slicesFor(face, text, slices).map(({ file }) => file)
}

/** Five words of the creator, as the picker shows them. */
function sampleOf(language: string, text: string): CaptionTrack {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    joined: false,
    breakBefore: false,
    t0: at * 420,
    t1: (at + 1) * 420,
    tags: [],
  }))
  const direction = language === 'he' || language === 'ar' ? 'rtl' : 'ltr'
  return { language, direction, captions: [{ fromMs: 0, toMs: 3_000, words, patches: [] }] }
}
