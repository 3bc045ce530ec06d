import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CaptionTrack, OwnFontFile } from '#features/rendering/model/index.ts'
import { holdOwnFonts } from '#features/rendering/server/hold-own-fonts.ts'
import { newestTemplate, ownFamily } from '#features/templates/model/index.ts'
import { asTrueType, boldFont, variableFont } from '../support/fonts.ts'
import { paintHere } from './paint-here.ts'
import { openPaintingPage } from './painting-page.ts'
import { TRACKS } from './scenes.ts'

const FRAME = { width: 720, height: 1280 }
const TIMES = [120, 433, 1_300, 2_450]

const folder = await mkdtemp(join(tmpdir(), 'own-fonts-'))
const { page, close } = await openPaintingPage()
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const STATIC = await testFont('0a000000-0000-4000-8000-000000000001', await boldFont(), { min: 700, max: 700 })
const VARIABLE = await testFont('0a000000-0000-4000-8000-000000000002', await variableFont(), { min: 400, max: 700 })
const releaseFonts = await holdOwnFonts([STATIC.local, VARIABLE.local])
afterAll(releaseFonts)
const MISSING = ownFamily('0a000000-0000-4000-8000-000000000003')

test.each([
  ['a static own font', 'english', STATIC],
  ['a variable own font', 'english', VARIABLE],
  ['an own font that lacks the script', 'cyrillic', STATIC],
  ['an own font that lacks some accents', 'cyrillic', VARIABLE],
] as const)('%s has equal pixels in Chromium and in the worker', async (_, name, font) => {
  for (const id of ['bounce', 'cinema']) {
    const order = orderOf(name, id, font.local.family)
    const inWorker = paintHere({ ...order, ownFonts: [font.local] })
    const request = { ...order, ownFonts: [font.inPage] }
    expect(await page.evaluate((asked) => window.paintAll(asked), request), id).toEqual(inWorker)
    expect(inWorker, id).not.toEqual(paintHere(orderOf(name, id)))
  }
})

test('captions whose own font is missing are drawn in the font of the template', () => {
  expect(paintHere({ ...orderOf('english', 'bounce', MISSING), ownFonts: [STATIC.local] })).toEqual(
    paintHere(orderOf('english', 'bounce')),
  )
})

function orderOf(name: 'english' | 'cyrillic', id: string, family?: string) {
  const track: CaptionTrack = TRACKS[name]
  const patches = family === undefined ? [] : [{ font: { family } }]
  return {
    track: { ...track, captions: track.captions.map((caption) => ({ ...caption, patches })) },
    template: newestTemplate(id),
    frame: FRAME,
    times: TIMES,
  }
}

/** The same file for both engines: the page takes it as a data address. */
async function testFont(id: string, font: Uint8Array, weights: OwnFontFile['weights']) {
  const file = await asTrueType(font)
  const source = join(folder, `${id}.ttf`)
  await writeFile(source, file)
  const facts = { family: ownFamily(id), weights, coverage: '20-7e,a0-ff' }
  return {
    local: { ...facts, source },
    inPage: { ...facts, source: `data:font/ttf;base64,${file.toString('base64')}` },
  }
}
