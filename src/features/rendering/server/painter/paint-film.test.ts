import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import type { CaptionDocument, Overlays } from '#features/captions/model/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import {
  drawFilm,
  type Film,
  filmChanges,
  filmRegion,
  filmStateAt,
  frameTimeMs,
  overlaysOf,
  type Rect,
  redrawFilm,
  trackOf,
} from '../../model/index.ts'
import { readLogo } from '../logo-picture.ts'
import { layOutFilm } from './paint-frames.ts'

const FPS = { n: 30, d: 1 }
const FRAME = { width: 270, height: 480 }
const DOCUMENT = documentOf('never mind the gap and keep on going until the end')

const PICTURE = await readLogo({
  id: 'logo',
  width: 900,
  height: 400,
  source: new URL('../../../../../tests/golden/stored-logo.png', import.meta.url).pathname,
})
const LOGO = { assetId: 'logo', t0: 300, t1: 2_000, size: 0.5 }

const ALL: Overlays = {
  title: { text: 'Five things\nnobody says', t0: 0, t1: 1_200 },
  closing: { text: 'Follow for more', durationMs: 900, background: '#7A1F3DE6' },
  progress: { edge: 'bottom', color: '#FFE14D', background: '#00000080', height: 0.012 },
}

test.each(['karaoke', 'boxed', 'follow-pill', 'one-word-pop'])(
  'drawing only what changed gives the same pixels as drawing everything: %s',
  (id) => {
    const film = filmOf({ ...ALL, logo: LOGO }, id)
    const region = regionOf(film)
    const [reused, fresh] = [contextFor(region), contextFor(region)]
    let drawn = 0
    for (const { frame, state, rect } of filmChanges(film, FPS, 0, framesOf(DOCUMENT))) {
      redrawFilm(reused, film, state, viewOf(region), rect)
      drawn += 1
      if (drawn % 3 !== 0) continue
      fresh.clearRect(0, 0, FRAME.width, FRAME.height)
      drawFilm(fresh, film, filmStateAt(film, frameTimeMs(frame, FPS)), viewOf(region))
      expect(bytesOf(reused, region).equals(bytesOf(fresh, region)), `frame ${frame}`).toBe(true)
    }
    expect(drawn).toBeGreaterThan(10)
  },
)

test('a title alone adds nothing outside its time', () => {
  const film = filmOf({ title: { text: 'Wait for it', t0: 0, t1: 500 } })
  expect(filmStateAt(film, 499).texts[1]).not.toBeNull()
  expect(filmStateAt(film, 500).texts[1]).toBeNull()
})

test('the closing card hides captions and covers the whole frame until the end', () => {
  const film = filmOf(ALL)
  const fromMs = DOCUMENT.media.durMs - 900
  expect(filmStateAt(film, fromMs - 1).card).toBeNull()
  const states = [fromMs, DOCUMENT.media.durMs, DOCUMENT.media.durMs + 100].map((tMs) => filmStateAt(film, tMs))
  for (const { card, texts } of states) {
    expect(card).toBe('#7A1F3DE6')
    expect(texts.map((text) => text !== null)).toEqual([false, false, true])
  }
  expect(filmRegion(film)).toEqual({ x0: 0, y0: 0, x1: FRAME.width, y1: FRAME.height })
})

test('a closing card that is longer than the video begins with it', () => {
  const film = filmOf({ closing: { text: 'End', durationMs: 60_000, background: '#000000' } })
  expect(filmStateAt(film, 0).card).toBe('#000000')
})

test('the progress bar grows from nothing to the whole width, in whole even pixels', () => {
  const film = filmOf(ALL)
  const { durMs } = DOCUMENT.media
  const widths = [0, durMs / 4, durMs / 2, durMs, durMs * 2].map((tMs) => filmStateAt(film, tMs).bar?.widthPx)
  expect(widths).toEqual([0, 68, 136, 270, 270])
})

test('without a background, a title takes no more of the frame than its letters', () => {
  const { x0, y0, x1, y1 } = regionOf(filmOf({ title: ALL.title }))
  expect((x1 - x0) * (y1 - y0)).toBeLessThan(FRAME.width * FRAME.height * 0.7)
})

test('the logo stands at its place in whole even pixels, for its time', () => {
  const film = filmOf({ logo: { ...LOGO, size: 0.25, margin: 0.05, anchor: 'bottom-right' } })
  expect(filmStateAt(film, 299).logo).toBeNull()
  expect(filmStateAt(film, 300).logo?.rect).toEqual({ x0: 188, y0: 436, x1: 256, y1: 466 })
  expect(filmStateAt(film, 2_000).logo).toBeNull()
})

test('a logo without a time is shown throughout, also on the closing card', () => {
  const film = filmOf({ ...ALL, logo: { assetId: 'logo' } })
  const times = [0, DOCUMENT.media.durMs - 1, DOCUMENT.media.durMs + 100]
  expect(times.map((tMs) => filmStateAt(film, tMs).logo !== null)).toEqual([true, true, true])
})

test.each([
  ['top-left', { x0: 14, y0: 14 }],
  ['center', { x0: 108, y0: 228 }],
  ['bottom', { x0: 108, y0: 442 }],
] as const)('a logo at %s keeps its margin', (anchor, corner) => {
  const film = filmOf({ logo: { assetId: 'logo', anchor } })
  expect(film.overlays?.logo?.rect).toMatchObject(corner)
})

test('a logo that was placed by hand stays inside the frame', () => {
  const film = filmOf({ logo: { assetId: 'logo', place: { x: 1, y: 0, width: 0.5 } } })
  expect(film.overlays?.logo?.rect).toEqual({ x0: 134, y0: 0, x1: 270, y1: 60 })
})

test('a missing or invisible logo draws nothing', () => {
  const logo = { assetId: 'logo' }
  const template = newestTemplate('karaoke')
  const document: CaptionDocument = { ...DOCUMENT, overlays: { logo } }
  const order = { track: trackOf(document), template, frame: FRAME, overlays: overlaysOf(document, template) }
  expect(layOutFilm(order).overlays?.logo).toBeNull()
  expect(filmOf({ logo: { ...logo, opacity: 0 } }).overlays?.logo).toBeNull()
})

function filmOf(overlays: Overlays, id = 'karaoke'): Film {
  const template = newestTemplate(id)
  const document: CaptionDocument = { ...DOCUMENT, template: { id, version: template.version }, overlays }
  const shown = overlaysOf(document, template)
  return layOutFilm({ track: trackOf(document), template, frame: FRAME, overlays: shown }, new Map([['logo', PICTURE]]))
}

function regionOf(film: Film): Rect {
  const region = filmRegion(film)
  if (region === null) throw new Error('nothing to draw')
  return region
}

function framesOf({ media }: CaptionDocument): number {
  return Math.ceil((media.durMs * FPS.n) / 1_000)
}

function contextFor({ x0, y0, x1, y1 }: Rect) {
  return createCanvas(x1 - x0, y1 - y0).getContext('2d')
}

function viewOf({ x0, y0 }: Rect) {
  return { x: x0, y: y0, scale: 1 }
}

function bytesOf(context: ReturnType<typeof contextFor>, { x0, y0, x1, y1 }: Rect): Buffer {
  return Buffer.from(context.getImageData(0, 0, x1 - x0, y1 - y0).data)
}
