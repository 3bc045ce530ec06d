import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { type CaptionTrack, fontsOf } from '../model/index.ts'
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
])('the first twelve templates of the picker play after at most 300 kB of fonts (%s)', async (language, text) => {
  expect(await fontBytes(sampleOf(language, text))).toBeLessThanOrEqual(BUDGET)
})

async function fontBytes(track: CaptionTrack): Promise<number> {
  const files = new Set(FIRST.flatMap((template) => fontsOf(track, template).map(({ file }) => file)))
  const sizes = await Promise.all([...files].map(async (file) => (await stat(servedFontPath(file) ?? '')).size))
  return sizes.reduce((sum, size) => sum + size, 0)
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
  const direction = language === 'he' ? 'rtl' : 'ltr'
  return { language, direction, captions: [{ fromMs: 0, toMs: 3_000, words, patches: [] }] }
}
