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
  for (const [place, template] of drawnIn(name).entries()) {
    const turn = place + Object.keys(TRACKS).indexOf(name)
    const times = TIMES.filter((_, at) => (at + turn) % TURNS === 0)
    const frame = FRAMES[turn % FRAMES.length] ?? FRAME
    const request: PaintRequest = { track, template, frame, times }
    const asked = page.evaluate((request) => window.paintAll(request), request)
    const inWorker = paintHere(request)
    const inBrowser = await asked
    const different = times.filter((_, at) => inBrowser[at] !== inWorker[at])
    expect(different, `${name} in ${template.id}`).toEqual([])
  }
}, 120_000)

test.each(SWEEPS)('$id has equal pixels in Chromium and in the worker in every script, throughout a word', async (template) => {
  const times = [1_210, 1_260, 1_300, 1_340, 1_390, 1_430, 1_480, 1_530, 1_590]
  for (const name of ['arabic', 'hebrew', 'hindi', 'japanese', 'english', 'emoji'] as const) {
    const request: PaintRequest = { track: TRACKS[name], template, frame: FRAME, times }
    const inBrowser = await page.evaluate((request) => window.paintAll(request), request)
    expect(inBrowser, name).toEqual(paintHere(request))
  }
}, 120_000)

/** Frames in which an angle, not its sine and cosine, gave other pixels in each engine. */
const TILTED = [
  { name: 'decor', id: 'sticker', frame: { width: 540, height: 960 }, tMs: 1_300 },
  { name: 'tagged', id: 'bounce', frame: { width: 1_080, height: 1_920 }, tMs: 433 },
] as const

test.each(TILTED)('tilted words of $id have equal pixels at $frame.width × $frame.height', async ({ name, id, frame, tMs }) => {
  const request: PaintRequest = { track: TRACKS[name], template: newestTemplate(id), frame, times: [tMs] }
  const inBrowser = await page.evaluate((request) => window.paintAll(request), request)
  expect(inBrowser).toEqual(paintHere(request))
}, 120_000)

test('every type family has equal pixels in Chromium and in the worker', async () => {
  const times = [290, 1_300]
  for (const template of FAMILY_TEMPLATES) {
    const request: PaintRequest = { track: TRACKS.english, template, frame: FRAME, times }
    const inBrowser = await page.evaluate((request) => window.paintAll(request), request)
    expect(inBrowser, template.id).toEqual(paintHere(request))
  }
}, 120_000)

test('title, bar and closing card have equal pixels in Chromium and in the worker', async () => {
  const inBrowser = await page.evaluate((request) => window.paintFilm(request), FILM)
  expect(inBrowser).toEqual(FILM.times.map((tMs) => hashOf(paintFilm(FILM, tMs))))
}, 120_000)

test('logos have equal pixels in Chromium and in the worker', async () => {
  const logo = await logoInPage()
  for (const film of LOGO_FILMS) {
    const inBrowser = await page.evaluate((request) => window.paintFilm(request), { ...film, logo })
    expect(inBrowser).toEqual(film.times.map((tMs) => hashOf(paintFilm(film, tMs))))
  }
}, 120_000)

test('pictures on words have equal pixels in Chromium and in the worker', async () => {
  const logos = [await logoInPage()]
  for (const template of DRAWN.filter((_, at) => at % 6 === 0)) {
    const request: PaintRequest = { track: PICTURED, template, frame: FRAME, times: TIMES }
    const inBrowser = await page.evaluate((request) => window.paintAll(request), { ...request, logos })
    expect(inBrowser, template.id).toEqual(paintHere(request, PICTURES))
  }
}, 120_000)

test.each(OWN_LOOKS)('$name: an own look has equal pixels in Chromium, in the worker and as a template', async ({ inDocument, asTemplate }) => {
  const request: PaintRequest = { ...inDocument, frame: FRAME, times: TIMES }
  const inBrowser = await page.evaluate((request) => window.paintAll(request), request)
  expect(inBrowser).toEqual(paintHere(request))
  expect(inBrowser).toEqual(paintHere({ ...request, ...asTemplate }))
}, 120_000)
