import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { draw, EXACT_VIEW, stateAt } from '#features/rendering/model/index.ts'
import { layOutScene } from '#features/rendering/server/painter/paint-frames.ts'
import type { PaintRequest } from './parity-page.ts'

/** The SHA-256 of the pixels at each time. */
export function paintHere({ times, ...order }: PaintRequest, pictures?: Parameters<typeof layOutScene>[1]): string[] {
  const scene = layOutScene(order, pictures)
  const { frame } = order
  const { x0, y0, x1, y1 } = scene.region ?? { x0: 0, y0: 0, x1: 2, y1: 2 }
  const context = createCanvas(frame.width, frame.height).getContext('2d')
  return times.map((tMs) => {
    context.fillStyle = '#667788'
    context.fillRect(0, 0, frame.width, frame.height)
    draw(context, scene, stateAt(scene, tMs), EXACT_VIEW)
    return createHash('sha256').update(context.getImageData(x0, y0, x1 - x0, y1 - y0).data).digest('hex')
  })
}
