import { createCanvas } from '@napi-rs/canvas'
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
}

type Still = Uint8Array<ArrayBuffer>

/** The longer edge of a still, px: enough for a picture among the other parts of an editor. */
const LONGER_EDGE = 1_280
/** From 0 to 100. */
const QUALITY = 90

/** Draws one moment of captions on a transparent picture. @returns WebP. @public threads find it by its name */
export const stillTask: ThreadTask<StillOrder, Still, Promise<Still>> = {
  module: new URL(import.meta.url),
  name: 'stillTask',
  run: drawStill,
}

async function drawStill({ tMs, logos = [], ...order }: StillOrder): Promise<Still> {
  const pictures = await Promise.all(logos.map(async (logo) => [logo.id, await readLogo(logo)] as const))
  const film = layOutFilm(order, new Map(pictures))
  const { width, height } = order.frame
  const scale = Math.min(1, LONGER_EDGE / Math.max(width, height))
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  drawFilm(canvas.getContext('2d'), film, filmStateAt(film, tMs), { x: 0, y: 0, scale })
  return new Uint8Array(canvas.encodeSync('webp', QUALITY))
}
