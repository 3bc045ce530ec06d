import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Overlays } from '#features/captions/model/index.ts'
import { drawFilm, EXACT_VIEW, filmStateAt, overlaysOf, trackOf } from '#features/rendering/model/index.ts'
import { readLogo } from '#features/rendering/server/logo-picture.ts'
import { layOutFilm } from '#features/rendering/server/painter/paint-frames.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { documentOf } from '../support/captions.ts'
import type { FilmRequest } from './parity-page.ts'
import { PICTURE_ID } from './scenes.ts'

const DOCUMENT = documentOf('never mind the gap and keep on going until the end')
const FRAME = { width: 270, height: 480 }

const ALL: Overlays = {
  title: { text: 'Five things\nnobody says', t0: 0, t1: 1_200, template: newestTemplate('duo-outline') },
  closing: { text: 'Follow for more', durationMs: 900, background: '#7A1F3DE6', template: newestTemplate('marker') },
  progress: { edge: 'bottom', color: '#FFE14D', background: '#00000080', height: 0.012 },
}

const LOGO_ID = PICTURE_ID
/** A logo as it is stored, 900 × 400, with soft, translucent and hard edges. */
const LOGO_PATH = join(import.meta.dirname, 'stored-logo.png')
const LOGO = { id: LOGO_ID, width: 900, height: 400, source: LOGO_PATH }
const PICTURE = await readLogo(LOGO)
/** The stored logo, for tracks that hang it on words. */
export const PICTURES = new Map([[LOGO_ID, PICTURE]])

/** Over the captions, in the way of the title, and half transparent on the closing card. */
const LOGOS: readonly NonNullable<Overlays['logo']>[] = [
  { assetId: LOGO_ID },
  { assetId: LOGO_ID, anchor: 'bottom', size: 0.9, margin: 0 },
  { assetId: LOGO_ID, anchor: 'top', size: 0.61, margin: 0.1, opacity: 0.55, t0: 200, t1: 1_000 },
  { assetId: LOGO_ID, place: { x: 0.4, y: 0.33, width: 0.07 } },
]

/** Title, progress bar and closing card over captions: a title that enters, the bar alone, a card that covers captions. */
const FILM_MOMENTS = [
  { name: 'film-title', tMs: 460 },
  { name: 'film-bar', tMs: 1_500 },
  { name: 'film-closing', tMs: DOCUMENT.media.durMs - 300 },
] as const

/** What to draw, in any engine. */
export const FILM: FilmRequest = filmOf(ALL)

/** The same with logos: by default, large and under the captions, for a time, and placed by hand. */
export const LOGO_FILMS: readonly FilmRequest[] = LOGOS.map((logo) => filmOf({ ...ALL, logo }))

/** The golden frames of films. */
export const GOLDEN_FILMS = [
  ...FILM_MOMENTS.map((moment) => ({ ...moment, film: FILM })),
  ...LOGO_FILMS.map((film, at) => ({ name: `film-logo-${at + 1}`, tMs: 460, film })),
]

/** The logo as the page loads it. */
export async function logoInPage() {
  return { ...LOGO, source: `data:image/png;base64,${(await readFile(LOGO_PATH)).toString('base64')}` }
}

function filmOf(overlaid: Overlays): FilmRequest {
  const template = newestTemplate('karaoke')
  const document = { ...DOCUMENT, template: { id: template.id, version: template.version }, overlays: overlaid }
  const overlays = overlaysOf(document, template)
  if (overlays === undefined) throw new Error('no overlays')
  return { track: trackOf(document), template, frame: FRAME, overlays, times: [0, 120, ...FILM_MOMENTS.map(({ tMs }) => tMs)] }
}

/** The whole frame at a moment, over grey. */
export function paintFilm(request: FilmRequest, tMs: number) {
  const { times: _, ...order } = request
  const film = layOutFilm(order, PICTURES)
  const canvas = createCanvas(FRAME.width, FRAME.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#667788'
  context.fillRect(0, 0, FRAME.width, FRAME.height)
  drawFilm(context, film, filmStateAt(film, tMs), EXACT_VIEW)
  return canvas
}

/** The file of a golden frame. */
export function filmPath(name: string): string {
  return join(import.meta.dirname, `${name}.png`)
}

/** The pixels of a moment, and those of its golden frame. */
export async function comparedFilm({ name, tMs, film }: (typeof GOLDEN_FILMS)[number]) {
  const image = await loadImage(await readFile(filmPath(name)))
  const golden = createCanvas(image.width, image.height)
  golden.getContext('2d').drawImage(image, 0, 0)
  return { painted: hashOf(paintFilm(film, tMs)), golden: hashOf(golden) }
}

/** The SHA-256 of the pixels. */
export function hashOf(canvas: Canvas): string {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return createHash('sha256').update(data).digest('hex')
}
