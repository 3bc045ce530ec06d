import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readFile } from 'node:fs/promises'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index: a starting thread loads no more than it needs.
import { drawFilm, filmStateAt } from '../../model/paint/film.ts'
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
  drawFilm(context, film, filmStateAt(film, tMs), { x: 0, y: 0, scale })
  return new Uint8Array(canvas.encodeSync('jpeg', QUALITY))
}
