import { expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264 } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { storeContent } from '../../../../../tests/support/files.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import {
  decodePeaks,
  encodePeakPyramid,
  parsePeakPyramid,
  type PeakSlice,
  type Project,
  readPeakRange,
  type TimeSpan,
} from '../../model/index.ts'
import { loadTimelineMedia } from './timeline-media.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()

/** 110 seconds: a tone with a pause from 2 s to 2.5 s; two shots. */
const talk = once(async () => {
  const tone = "aevalsrc='0.5*sin(2*PI*440*t)*(1-between(t,2,2.5))':d=110"
  const scenes = [
    '-f',
    'lavfi',
    '-i',
    'color=red:s=64x36:r=10:d=30',
    '-f',
    'lavfi',
    '-i',
    'color=lime:s=64x36:r=10:d=80',
  ]
  const joined = ['-f', 'lavfi', '-i', tone, '-filter_complex', '[0][1]concat=n=2[v]', '-map', '[v]', '-map', '2']
  return lab.prepare(await clips.make('talk.mp4', ...scenes, ...joined, ...QUICK_H264))
})
const silent = once(async () => lab.prepare(await clips.make('silent.mp4', ...picture({ seconds: 1 }), ...QUICK_H264)))

/** A prepared video whose waveform is that of two hours. */
const long = once(async () => {
  const project = await lab.prepare(await clips.make('long.mp4', ...picture({ seconds: 1 }), ...QUICK_H264))
  const fine = Int8Array.from({ length: 7_200 * 800 }, (_, at) => (at % 2 === 0 ? -1 : 1) * ((at * 7) % 100))
  const file = encodePeakPyramid(fine, 7_200_000)
  await storeContent(lab.files, `projects/${project.id}/peaks.bin`, file)
  const audio = { codec: 'aac', channels: 1, sampleRate: 48_000, tracks: 1, track: 0 }
  const probe = project.probe && { ...project.probe, durationMs: 7_200_000, audio }
  return {
    file,
    project: { ...project, probe, assets: { ...project.assets, peaks: `/api/media/${project.id}/peaks.bin` } },
  }
})

test.each([
  ['ten milliseconds a pixel', { t0: 3_600_000, t1: 3_612_800 }, 10],
  ['one millisecond a pixel', { t0: 100, t1: 1_380 }, 1],
  ['a minute', { t0: 1_770_000, t1: 1_830_000 }, 47],
  ['the last seconds', { t0: 7_195_000, t1: 7_300_000 }, 80],
  ['the whole video', { t0: 0, t1: 7_200_000 }, 5_625],
])('peaks of %s are those of the stored file', async (_, part, msPerPx) => {
  const { file, project } = await long()
  const { media } = open(project)
  const { rate } = readPeakRange(parsePeakPyramid(file), part, (part.t1 - part.t0) / msPerPx).level
  await expect.poll(() => media.peaksFor(part, msPerPx)?.rate).toBe(rate)
  expect(cut(media.peaksFor(part, msPerPx), part)).toEqual(stored(file, part, msPerPx))
  media.close()
})

test('requests only blocks of 64 KiB, each once, however often it is drawn', async () => {
  const { project } = await long()
  const { media, requests } = open(project)
  const part = { t0: 3_600_000, t1: 3_612_800 }
  for (let drawn = 0; drawn < 50; drawn += 1) media.peaksFor(part, 10)
  await expect.poll(() => media.peaksFor(part, 10)?.rate).toBe(100)
  const slice = media.peaksFor(part, 10)
  expect(media.peaksFor({ t0: part.t0 + 500, t1: part.t1 + 500 }, 10)).toBe(slice)
  const ranges = requests.map(({ range }) => range)
  expect(new Set(ranges).size).toBe(ranges.length)
  // The header, the overview of that time, and one or two blocks of the level.
  expect(ranges.length).toBeLessThanOrEqual(4)
  for (const range of ranges) {
    const [first = 0, last = 0] = /bytes=(\d+)-(\d+)/.exec(range)?.slice(1).map(Number) ?? []
    expect(last - first + 1).toBe(65_536)
  }
  media.close()
})

test('a coarser level is drawn until the fine one has arrived', async () => {
  const { project } = await long()
  const { media, hold } = open(project)
  await expect.poll(() => media.peaksFor({ t0: 0, t1: 1_800_000 }, 1_400)?.rate).toBe(5)
  hold.next = Promise.withResolvers<void>()
  expect(media.peaksFor({ t0: 600_000, t1: 612_800 }, 10)?.rate).toBe(5)
  hold.next.resolve()
  await expect.poll(() => media.peaksFor({ t0: 600_000, t1: 612_800 }, 10)?.rate).toBe(100)
  media.close()
})

test('finds the pauses around the part drawn last', async () => {
  const { media } = open(await talk())
  await expect.poll(() => media.peaksFor({ t0: 0, t1: 12_800 }, 10)?.rate).toBe(100)
  await expect.poll(() => media.quietSpans()).toHaveLength(1)
  const [pause] = media.quietSpans()
  expect(Math.abs((pause?.t0 ?? 0) - 2_000)).toBeLessThanOrEqual(30)
  expect(Math.abs((pause?.t1 ?? 0) - 2_500)).toBeLessThanOrEqual(30)
  media.close()
})

test('reads the times of the shots', async () => {
  const { media } = open(await talk())
  await expect.poll(() => media.shots()).toEqual([30_000])
  media.close()
})

test('the overview is drawn until the sheet of the minute is made, and far out', async () => {
  const { media, closed } = open(await talk())
  await expect.poll(() => media.tileAt(65_000, 20_000)?.height).toBe(96)
  await expect.poll(() => media.tileAt(65_000, 500)?.height).toBe(72)
  const { x, y, image } = media.tileAt(65_000, 500) ?? {}
  expect([x, y]).toEqual([5 * 128, 0])
  expect(media.tileAt(3_000, 20_000)).not.toHaveProperty('image', image)
  media.close()
  expect(closed).toHaveLength(2)
})

test('a silent video has pictures and no sound, and requests no peaks', async () => {
  const { media, requests } = open(await silent())
  expect([media.sound(), media.picture()]).toEqual(['none', 'ready'])
  expect(media.peaksFor({ t0: 0, t1: 1_000 }, 10)).toBeUndefined()
  expect([...media.quietSpans(), ...requests]).toEqual([])
})

test('a video that is not prepared yet has neither', async () => {
  const assets = { preview: null, peaks: null, filmstrip: null, poster: null, shots: null }
  const { media, requests } = open({ ...(await talk()), assets })
  expect([media.sound(), media.picture()]).toEqual(['preparing', 'preparing'])
  expect([media.tileAt(0, 500), ...media.shots(), ...requests]).toEqual([undefined])
})

test('a waveform that is gone ends the requests', async () => {
  const project = await talk()
  const { media, requests } = open({
    ...project,
    assets: { ...project.assets, peaks: `/api/media/${project.id}/gone.bin` },
  })
  expect(media.sound()).toBe('ready')
  await expect.poll(() => media.sound()).toBe('none')
  expect(media.peaksFor({ t0: 0, t1: 1_000 }, 10)).toBeUndefined()
  expect(requests).toHaveLength(1)
})

test('after closing nothing is requested and no change is reported', async () => {
  const { media, requests } = open(await talk())
  let changes = 0
  media.onChange(() => (changes += 1))
  media.peaksFor({ t0: 0, t1: 1_000 }, 10)
  media.close()
  media.tileAt(0, 500)
  await expect.poll(() => requests.length).toBe(1)
  expect(changes).toBe(0)
})

/** Opens the media of ada's video over the real routes; a picture is its bytes. */
function open(project: Pick<Project, 'id' | 'probe' | 'assets'>) {
  const requests: { readonly path: string; readonly range: string }[] = []
  const closed: Blob[] = []
  const hold: { next?: PromiseWithResolvers<void> } = {}
  const send = lab.as('ada')
  const media = loadTimelineMedia(project, {
    async fetch(path, init) {
      requests.push({ path, range: new Headers(init.headers).get('range') ?? '' })
      await hold.next?.promise
      return send(path, init)
    },
    decode: async (bytes) => ({ bytes, close: () => void closed.push(bytes) }),
  })
  return { media, requests, closed, hold }
}

/** The steps of a slice that cover a part. */
function cut(slice: PeakSlice | undefined, { t0, t1 }: TimeSpan): number[] {
  if (slice === undefined) return []
  const stepAt = (timeMs: number) => (timeMs * slice.rate) / 1_000 - slice.firstStep
  return [...slice.data.subarray(Math.floor(stepAt(t0)) * 2, Math.ceil(stepAt(t1)) * 2)]
}

function stored(file: Uint8Array, part: TimeSpan, msPerPx: number): number[] {
  const range = readPeakRange(parsePeakPyramid(file), part, (part.t1 - part.t0) / msPerPx)
  return [...decodePeaks(range, file.slice(range.firstByte, range.endByte)).data]
}

/** Creates a shared fixture on first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
