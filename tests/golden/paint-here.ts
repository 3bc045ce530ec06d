import { createHash } from 'node:crypto'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { draw, EXACT_VIEW, stateAt } from '#features/rendering/model/index.ts'
import { freePixels, layOutScene } from '#features/rendering/server/painter/paint-frames.ts'
import type { PaintRequest } from './parity-page.ts'

/** The SHA-256 of the pixels at each time. */
export function paintHere({ times, ...order }: PaintRequest, pictures?: Parameters<typeof layOutScene>[1]): string[] {
  const scene = layOutScene(order, pictures)
  const { frame } = order
  const { x0, y0, x1, y1 } = scene.region ?? { x0: 0, y0: 0, x1: 2, y1: 2 }
  const context = contextOf(frame)
  return times.map((tMs) => {
    context.fillStyle = '#667788'
    context.fillRect(x0, y0, x1 - x0, y1 - y0)
    draw(context, scene, stateAt(scene, tMs), EXACT_VIEW)
    const { data } = context.getImageData(x0, y0, x1 - x0, y1 - y0)
    const hash = createHash('sha256').update(data).digest('hex')
    freePixels(data)
    return hash
  })
}

const contexts = new Map<string, SKRSContext2D>()

/** The canvas of a size, as new: memory for another one costs more than drawing. */
function contextOf({ width, height }: PaintRequest['frame']): SKRSContext2D {
  const key = `${width} ${height}`
  const context = contexts.get(key) ?? createCanvas(width, height).getContext('2d')
  contexts.set(key, context)
  context.reset()
  return context
}
