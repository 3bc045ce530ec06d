import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Overlays } from '#features/captions/model/index.ts'
import { drawFilm, EXACT_VIEW, filmStateAt, overlaysOf, trackOf } from '#features/rendering/model/index.ts'
import { layOutFilm } from '#features/rendering/server/paint-frames.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { documentOf } from '../support/captions.ts'
import type { FilmSitting } from './parity-page.ts'

const DOCUMENT = documentOf('never mind the gap and keep on going until the end')
const FRAME = { width: 270, height: 480 }

const ALL: Overlays = {
  title: { text: 'Five things\nnobody says', t0: 0, t1: 1_200, template: newestTemplate('duo-outline') },
  closing: { text: 'Follow for more', durationMs: 900, background: '#7A1F3DE6', template: newestTemplate('marker') },
  progress: { edge: 'bottom', color: '#FFE14D', background: '#00000080', height: 0.012 },
}

/** Title, progress bar and closing card over captions: a title that enters, the bar alone, a card that covers captions. */
export const GOLDEN_FILMS = [
  { name: 'film-title', tMs: 460 },
  { name: 'film-bar', tMs: 1_500 },
  { name: 'film-closing', tMs: DOCUMENT.media.durMs - 300 },
] as const

/** What to draw, in any engine. */
export const FILM: FilmSitting = filmOf()

function filmOf(): FilmSitting {
  const template = newestTemplate('karaoke')
  const document = { ...DOCUMENT, template: { id: template.id, version: template.version }, overlays: ALL }
  const overlays = overlaysOf(document, template)
  if (overlays === undefined) throw new Error('no overlays')
  return { track: trackOf(document), template, frame: FRAME, overlays, times: [0, 120, ...GOLDEN_FILMS.map(({ tMs }) => tMs)] }
}

/** The whole frame at a moment, over grey. */
export function paintFilm(tMs: number) {
  const { times: _, ...order } = FILM
  const film = layOutFilm(order)
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
export async function comparedFilm({ name, tMs }: (typeof GOLDEN_FILMS)[number]) {
  const image = await loadImage(await readFile(filmPath(name)))
  const golden = createCanvas(image.width, image.height)
  golden.getContext('2d').drawImage(image, 0, 0)
  return { painted: hashOf(paintFilm(tMs)), golden: hashOf(golden) }
}

/** The SHA-256 of the pixels. */
export function hashOf(canvas: Canvas): string {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return createHash('sha256').update(data).digest('hex')
}
