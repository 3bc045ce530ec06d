import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { newestTemplate } from '#features/templates/model/index.ts'
import { FILM, hashOf, LOGO_FILMS, logoInPage, paintFilm, PICTURES } from './films.ts'
import { OWN_LOOKS } from './own-looks.ts'
import { paintHere } from './paint-here.ts'
import { openPaintingPage } from './painting-page.ts'
import type { PaintRequest } from './parity-page.ts'
import { DRAWN, drawnIn, FAMILY_TEMPLATES, PICTURED, SWEEPS, TRACKS, type TrackName } from './scenes.ts'

/** Templates are drawn in frames of these sizes by turns: each rounds places and angles in another way. */
const FRAMES = [
  { width: 540, height: 960 },
  { width: 640, height: 360 },
  { width: 1_080, height: 1_920 },
  { width: 360, height: 640 },
  { width: 480, height: 480 },
  { width: 854, height: 480 },
  { width: 480, height: 600 },
] as const
const [FRAME] = FRAMES
/** In the middle of entrances, of words and of the transitions between them. */
const TIMES = [0, 34, 67, 120, 290, 433, 467, 533, 700, 1_233, 1_300, 1_900, 2_450, 2_999]
/** Each template is drawn at some of these times in a track, by turns, and at others in the next track. */
const TURNS = 6

const { page, close } = await openPaintingPage()
afterAll(close)

test.each(Object.keys(TRACKS) as TrackName[])('%s has equal pixels in Chromium and in the worker', async (name) => {
  const track = TRACKS[name]
  const requests = drawnIn(name).map((template, place): PaintRequest => {
    const turn = place + Object.keys(TRACKS).indexOf(name)
    const times = TIMES.filter((_, at) => (at + turn) % TURNS === 0)
    return { track, template, frame: FRAMES[turn % FRAMES.length] ?? FRAME, times }
  })
  await expectParity(requests)
})

test.each(SWEEPS)('$id has equal pixels in Chromium and in the worker in every script, throughout a word', async (template) => {
  const times = [1_210, 1_260, 1_300, 1_340, 1_390, 1_430, 1_480, 1_530, 1_590]
  const names = ['arabic', 'hebrew', 'hindi', 'japanese', 'english', 'emoji'] as const
  await expectParity(names.map((name) => ({ track: TRACKS[name], template, frame: FRAME, times })))
})

/** Frames in which an angle, not its sine and cosine, gave other pixels in each engine. */
const TILTED = [
  { name: 'decor', id: 'sticker', frame: { width: 540, height: 960 }, tMs: 1_300 },
  { name: 'tagged', id: 'bounce', frame: { width: 1_080, height: 1_920 }, tMs: 433 },
] as const

test.each(TILTED)('tilted words of $id have equal pixels at $frame.width × $frame.height', async ({ name, id, frame, tMs }) => {
  await expectParity([{ track: TRACKS[name], template: newestTemplate(id), frame, times: [tMs] }])
})

test('every type family has equal pixels in Chromium and in the worker', async () => {
  const rest = { track: TRACKS.english, frame: FRAME, times: [290, 1_300] }
  await expectParity(FAMILY_TEMPLATES.map((template) => ({ ...rest, template })))
})

test('title, bar and closing card have equal pixels in Chromium and in the worker', async () => {
  const inBrowser = await page.evaluate((request) => window.paintFilm(request), FILM)
  expect(inBrowser).toEqual(FILM.times.map((tMs) => hashOf(paintFilm(FILM, tMs))))
})

test('logos have equal pixels in Chromium and in the worker', async () => {
  const logo = await logoInPage()
  for (const film of LOGO_FILMS) {
    const inBrowser = await page.evaluate((request) => window.paintFilm(request), { ...film, logo })
    expect(inBrowser).toEqual(film.times.map((tMs) => hashOf(paintFilm(film, tMs))))
  }
})

test('pictures on words have equal pixels in Chromium and in the worker', async () => {
  const rest = { track: PICTURED, frame: FRAME, times: TIMES, logos: [await logoInPage()] }
  const templates = DRAWN.filter((_, at) => at % 6 === 0)
  await expectParity(templates.map((template) => ({ ...rest, template })), PICTURES)
})

test.each(OWN_LOOKS)('$name: an own look has equal pixels in Chromium, in the worker and as a template', async ({ inDocument, asTemplate }) => {
  const request: PaintRequest = { ...inDocument, frame: FRAME, times: TIMES }
  await expectParity([request])
  expect(paintHere({ ...request, ...asTemplate })).toEqual(paintHere(request))
})

/** Expects equal pixels of each request in both engines, which draw at the same time. */
async function expectParity(requests: readonly PaintRequest[], pictures?: typeof PICTURES): Promise<void> {
  const asked = page.evaluate(async (requests) => {
    const hashes: string[][] = []
    for (const request of requests) hashes.push(await window.paintAll(request))
    return hashes
  }, requests)
  const inWorker: string[][] = []
  for (const request of requests) {
    inWorker.push(paintHere(request, pictures))
    // Only a turn of the event loop frees the pixels.
    await turnOfEventLoop()
  }
  const inBrowser = await asked
  for (const [place, { track, template, times }] of requests.entries()) {
    const different = times.filter((_, at) => inBrowser[place]?.[at] !== inWorker[place]?.[at])
    expect(different, `${template.id}: ${track.captions[0]?.words[0]?.text}, ms`).toEqual([])
  }
}
