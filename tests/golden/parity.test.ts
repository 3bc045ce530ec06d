import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, expect, test } from 'vitest'
import { draw, EXACT_VIEW, stateAt } from '#features/rendering/model/index.ts'
import { layOutScene } from '#features/rendering/server/paint-frames.ts'
import { openPaintingPage } from './painting-page.ts'
import type { Sitting } from './parity-page.ts'
import { DRAWN, TRACKS, type TrackName } from './scenes.ts'

const FRAME = { width: 720, height: 1280 }
/** In the middle of entrances, of words and of the transitions between them. */
const TIMES = [0, 34, 67, 120, 290, 433, 467, 533, 700, 1_233, 1_300, 1_900, 2_450, 2_999]

const { page, close } = await openPaintingPage()
afterAll(close)

test.each(Object.keys(TRACKS) as TrackName[])('%s has equal pixels in Chromium and in the worker, in every template', async (name) => {
  const track = TRACKS[name]
  for (const template of DRAWN) {
    const sitting: Sitting = { track, template, frame: FRAME, times: TIMES }
    const asked = page.evaluate((sitting) => window.paintAll(sitting), sitting)
    const inWorker = paintHere(sitting)
    const inBrowser = await asked
    const different = TIMES.filter((_, at) => inBrowser[at] !== inWorker[at])
    expect(different, `${name} in ${template.id}`).toEqual([])
  }
}, 120_000)

/** The SHA-256 of the pixels at each time. */
function paintHere({ track, template, frame, times }: Sitting): string[] {
  const scene = layOutScene({ track, template, frame })
  const { x0, y0, x1, y1 } = scene.region ?? { x0: 0, y0: 0, x1: 2, y1: 2 }
  const context = createCanvas(frame.width, frame.height).getContext('2d')
  return times.map((tMs) => {
    context.fillStyle = '#667788'
    context.fillRect(0, 0, frame.width, frame.height)
    draw(context, scene, stateAt(scene, tMs), EXACT_VIEW)
    return createHash('sha256').update(context.getImageData(x0, y0, x1 - x0, y1 - y0).data).digest('hex')
  })
}
