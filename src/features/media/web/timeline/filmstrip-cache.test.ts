import { expect, test } from 'vitest'
import { planFilmstrip } from '../../model/index.ts'
import { openFilmstripCache } from './filmstrip-cache.ts'
import { openLoadQueue } from './load-queue.ts'

const HOURS = { id: 'v', durationMs: 7_200_000, overview: '/v/filmstrip.jpg' }
const LANDSCAPE = { ...HOURS, width: 1_920, height: 1_080 }
const PORTRAIT = { ...HOURS, width: 1_080, height: 1_920 }

test.each([
  ['landscape on a screen of 3,840 pixels', LANDSCAPE, 45],
  ['portrait on a screen of 3,840 pixels', PORTRAIT, 142],
])('loads each visible sheet once: %s', async (_, video, tiles) => {
  const { draw, sheets } = start(video)
  const times = Array.from({ length: tiles }, (__, at) => 600_000 + at * 9_000)
  await expect.poll(() => draw(times, 9_000)).toEqual(times.map(() => 72))
  for (let drawn = 0; drawn < 5; drawn += 1) draw(times, 9_000)
  expect(new Set(sheets()).size).toBe(sheets().length)
})

test('drops the sheets drawn longest ago and frees their pictures', async () => {
  const { draw, sheets, closed } = start(LANDSCAPE)
  for (let minute = 0; minute < 30; minute += 1) {
    const times = [minute * 60_000]
    await expect.poll(() => draw(times, 5_000)).toEqual([72])
  }
  expect([sheets().length, closed.length]).toEqual([30, 12])
})

test('requests the nearer neighbour of a sheet that is drawn closely', async () => {
  const { draw, sheets } = start(LANDSCAPE)
  await expect.poll(() => draw([645_000], 1_000)).toEqual([72])
  await expect.poll(() => draw([645_000], 1_000) && sheets()).toEqual(['10.jpg', '11.jpg'])
  await expect.poll(() => draw([605_000], 1_000) && sheets()).toEqual(['10.jpg', '11.jpg', '9.jpg'])
})

test('a short video is drawn from its overview, which is finer than a sheet', async () => {
  const { draw, sheets } = start({ ...LANDSCAPE, durationMs: 20_000 })
  await expect.poll(() => draw([1_000, 19_000], 200)).toEqual([96, 96])
  expect(sheets()).toEqual([])
})

test('far out only the overview is loaded', async () => {
  const { draw, sheets } = start(LANDSCAPE)
  await expect.poll(() => draw([0, 3_600_000], 60_000)).toEqual([96, 96])
  expect(sheets()).toEqual([])
})

test('a sheet that does not exist is requested once, and the overview drawn instead', async () => {
  const { draw, sheets } = start(LANDSCAPE, 404)
  await expect.poll(() => draw([1_000], 5_000) && sheets()).toEqual(['0.jpg'])
  await expect.poll(() => draw([1_000], 5_000)).toEqual([96])
  expect(sheets()).toEqual(['0.jpg'])
})

/** A filmstrip whose sheets answer with a status; a picture is its address. */
function start(video: typeof LANDSCAPE, status = 200) {
  const paths: string[] = []
  const closed: Blob[] = []
  const queue = openLoadQueue({ atOnce: 2, waiting: 12, onChange: () => undefined })
  const strip = openFilmstripCache(video, {
    queue,
    fetch(path) {
      paths.push(path)
      if (path.endsWith('.json')) return Response.json(planFilmstrip(video))
      return new Response(path, { status: path === video.overview ? 200 : status })
    },
    decode: async (bytes) => ({ close: () => void closed.push(bytes) }),
  })
  return {
    closed,
    /** The heights of the drawn tiles. */
    draw: (times: readonly number[], msPerTile: number) => times.map((at) => strip.find(at, msPerTile)?.height),
    sheets: () => paths.filter((path) => path.includes('/filmstrip/')).map((path) => path.split('/').at(-1)),
  }
}
