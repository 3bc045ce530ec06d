import { expect, test } from 'vitest'
import { spokenTrack } from '../../../../../tests/support/exports.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { filmRegion } from '../../model/index.ts'
import { layOutFilm, paintFrames, streamFrameBytes } from './paint-frames.ts'

test('a long film takes no more memory than a short one, however fast its reader is', async () => {
  const order = {
    track: spokenTrack('so here is the thing nobody says about it '.repeat(4), { startMs: 0, wordMs: 300 }),
    template: newestTemplate('bounce'),
    frame: { width: 1080, height: 1920 },
    fps: { n: 30, d: 1 },
    matrix: 'bt709',
  } as const
  const film = layOutFilm(order)
  const region = filmRegion(film)
  if (region === null) throw new Error('nothing to draw')
  const buffer = new Uint8Array(streamFrameBytes({ region, blur: 0 }))
  const paint = async (end: number) => {
    let frames = 0
    const io = { nextBuffer: () => Promise.resolve(buffer), send: () => (frames += 1) }
    await paintFrames(film, region, { ...order, first: 0, end }, io)
    return frames
  }
  await paint(30)
  const before = process.memoryUsage.rss()
  const painted = await paint(300)
  const drawnBytes = painted * 4 * (region.x1 - region.x0) * (region.y1 - region.y0)
  expect(process.memoryUsage.rss() - before).toBeLessThan(drawnBytes / 2)
  expect(painted).toBeGreaterThan(200)
})
