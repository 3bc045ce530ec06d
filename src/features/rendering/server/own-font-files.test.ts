import { expect, test } from 'vitest'
import { documentOf } from '../../../../tests/support/captions.ts'
import { testMedia } from '../../../../tests/support/media.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { storeContent } from '../../../../tests/support/files.ts'
import { namedFonts, withLocalFonts } from './own-font-files.ts'

const { db, url } = await testDatabase()
const { files } = await testMedia({ db, url }, { worker: false })
const NAMED = storedFont(1)
const OF_KEYWORDS = storedFont(2)
const OTHER = storedFont(3)

const styled = {
  ...documentOf('one two'),
  styles: {
    main: { font: { family: `own:${NAMED.id}` } },
    loud: { emphasis: { family: `own:${OF_KEYWORDS.id}` as const } },
  },
}

test('an export loads only the fonts that its captions name', () => {
  expect(namedFonts(styled, [OTHER, NAMED, OF_KEYWORDS]).map(({ id }) => id)).toEqual([NAMED.id, OF_KEYWORDS.id])
})

test('a font whose file is missing is left out', async () => {
  await storeContent(files, NAMED.key, 'a font')
  const fonts = namedFonts(styled, [NAMED, OF_KEYWORDS])
  const { signal } = new AbortController()
  const local = await withLocalFonts(files, { fonts, signal }, async (found) => found)
  expect(local).toEqual([
    {
      family: `own:${NAMED.id}`,
      weights: NAMED.weights,
      coverage: NAMED.coverage,
      source: expect.stringMatching(/^\//),
    },
  ])
})

function storedFont(n: number) {
  const id = `0a000000-0000-4000-8000-00000000000${n}`
  return { id, weights: { min: 400, max: 400 }, coverage: '20-7e', key: `fonts/owner/${id}.ttf` }
}
