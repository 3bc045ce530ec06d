import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { readFile } from 'node:fs/promises'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index: a starting thread loads no more than it needs.
import { filmBlur, redrawMask } from '../../model/paint/blurred-boxes.ts'
import { drawFilm, type Film, type FilmState, filmStateAt } from '../../model/paint/film.ts'
import { readLogo } from '../logo-picture.ts'
import { layOutFilm, type PaintOrder } from '../painter/paint-frames.ts'

/** One moment of captions, as plain data. */
export type StillOrder = Pick<PaintOrder, 'track' | 'template' | 'overlays' | 'ownFonts' | 'logos' | 'frame'> & {
  /** Draws the variant with reduced motion. */
  readonly reducedMotion: boolean
  /** Media time, ms. */
  readonly tMs: number
  /** The path of the picture behind the captions. Default: black. */
  readonly poster?: string | undefined
}

type Still = Uint8Array<ArrayBuffer>

/** The longer edge of a still, px: enough for a picture among the other parts of an editor. */
const LONGER_EDGE = 1_280
/** From 0 to 100. */
const QUALITY = 88

/** Draws one moment of captions over a poster. @returns JPEG. @public threads find it by its name */
export const stillTask: ThreadTask<StillOrder, Still, Promise<Still>> = {
  module: new URL(import.meta.url),
  name: 'stillTask',
  run: drawStill,
}

async function drawStill({ tMs, poster, logos = [], ...order }: StillOrder): Promise<Still> {
  const pictures = await Promise.all(logos.map(async (logo) => [logo.id, await readLogo(logo)] as const))
  const film = layOutFilm(order, new Map(pictures))
  const { width, height } = order.frame
  const scale = Math.min(1, LONGER_EDGE / Math.max(width, height))
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d')
  if (poster !== undefined)
    context.drawImage(await loadImage(await readFile(poster)), 0, 0, canvas.width, canvas.height)
  const state = filmStateAt(film, tMs)
  blurBehindBoxes(canvas, { film, state, width, height })
  drawFilm(context, film, state, { x: 0, y: 0, scale })
  return new Uint8Array(canvas.encodeSync('jpeg', QUALITY))
}

/** Blurs what is on the canvas behind the boxes of this moment. @param o.width width and height of the frame, px */
function blurBehindBoxes(
  canvas: Canvas,
  { film, state, width, height }: { film: Film; state: FilmState; width: number; height: number },
): void {
  const blur = filmBlur(film)
  if (blur === 0) return
  const mask = createCanvas(width, height)
  redrawMask(mask.getContext('2d'), state, { x: 0, y: 0, scale: 1 }, { x0: 0, y0: 0, x1: width, y1: height })
  const blurred = createCanvas(canvas.width, canvas.height)
  const context = blurred.getContext('2d')
  context.filter = `blur(${(blur * canvas.width) / width}px)`
  context.drawImage(canvas, 0, 0)
  context.filter = 'none'
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(mask, 0, 0, canvas.width, canvas.height)
  canvas.getContext('2d').drawImage(blurred, 0, 0)
}
