import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { readFileFacts } from '#features/media/server/decode/file-facts.ts'
import { makePreview } from '#features/media/server/decode/preview.ts'
import { makePoster } from '#features/media/server/decode/stills.ts'
import { burnIn } from '#features/rendering/server/burn-in/burn-in.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { clipMaker, QUICK_H264 } from '../support/clips.ts'
import { probeOf, spokenTrack } from '../support/exports.ts'

const COLOURS = ['#2060C0', '#C03020', '#30A040', '#C08060']
/** The mistakes caught here are 13 levels and more: one matrix for the other, full range for limited. */
const TOLERANCE = 8
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p']
const FULL_RANGE = [...QUICK_H264.slice(0, 4), '-pix_fmt', 'yuvj420p']
const HD = { width: 1_280, height: 720 }
const { signal } = new AbortController()

const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const clips = await clipMaker()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
afterAll(() => browser.close())

type Source = {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  /** Filters after the colours are joined. */
  readonly filters?: string
  readonly encoder?: readonly string[]
  /** Whether the source itself is shown with the colours of its preview. */
  readonly alike?: false
}
const tagged = (matrix: string) => `setparams=colorspace=${matrix}:color_primaries=${matrix}:color_trc=${matrix}`
const SOURCES: readonly Source[] = [
  { name: 'untagged HD', size: HD },
  { name: 'untagged small', size: { width: 640, height: 360 } },
  { name: 'untagged upright', size: { width: 544, height: 960 } },
  { name: 'BT.709 HD', size: HD, filters: tagged('bt709') },
  { name: 'BT.601 HD', size: HD, filters: tagged('smpte170m') },
  { name: 'untagged VP9 HD', size: HD, encoder: VP9 },
  { name: 'untagged full range', size: HD, filters: 'scale=out_range=pc', encoder: FULL_RANGE },
  // Chromium ignores a matrix without the other tags.
  { name: 'lone matrix of BT.601', size: HD, filters: 'setparams=colorspace=bt470bg', alike: false },
  // Colours beyond BT.709 have no equal there.
  {
    name: 'BT.2020',
    size: HD,
    filters: 'setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=bt2020-10',
    alike: false,
  },
]

test.each(SOURCES)('$name: preview, poster and export have equal colours in Chromium', async (source) => {
  const { path, folder, encoded, exported } = await prepared(source)
  expectNear(await colours(encoded), exported, 'preview')
  expectNear(await colours(join(folder, 'poster.jpg')), exported, 'poster')
  if (source.alike !== false) expectNear(await colours(path), exported, 'source')
})

test.each(SOURCES.filter(({ encoder, name }) => encoder === undefined && name !== 'BT.2020'))('$name: a copied preview has the colours of the export', async (source) => {
  const { path, probe, folder, exported } = await prepared(source)
  const copied = join(folder, 'copied')
  await mkdir(copied)
  await makePreview({ media, path, probe: { ...probe, playsAsIs: true }, outputDir: copied, signal }, () => undefined)
  expectNear(await colours(join(copied, 'preview.mp4')), exported, 'preview')
})

async function make({ name, size: { width, height }, filters, encoder = QUICK_H264 }: Source): Promise<string> {
  const inputs = COLOURS.flatMap((color) => ['-f', 'lavfi', '-i', `color=${color}:s=${width / 4}x${height}:r=25:d=0.4`])
  const graph = `hstack=${COLOURS.length},format=yuv420p${filters === undefined ? '' : `,${filters}`}[out]`
  const file = `${name.replaceAll(' ', '-')}.${encoder === VP9 ? 'webm' : 'mp4'}`
  return clips.make(file, ...inputs, '-filter_complex', graph, '-map', '[out]', ...encoder)
}

const preparations = new Map<Source, ReturnType<typeof prepare>>()

/** A source with its preview and poster, and the colours of its export; made once. */
function prepared(source: Source): ReturnType<typeof prepare> {
  const preparation = preparations.get(source) ?? prepare(source)
  preparations.set(source, preparation)
  return preparation
}

async function prepare(of: Source) {
  const { size } = of
  const path = await make(of)
  const { picture } = await readFileFacts(media, { path, signal, sizeBytes: 0 })
  if (picture === null) throw new Error('the clip has no picture')
  const probe = probeOf({ ...size, durationMs: 400, audio: null, videoCodec: picture.codec, picture })
  const folder = `${path}-made`
  await mkdir(folder, { recursive: true })
  const source = { media, path, probe, outputDir: folder, signal }
  await makePreview(source, () => undefined)
  await makePoster(source)
  const exported = await colours(await exportOf(probe, path, folder))
  return { path, probe, folder, encoded: join(folder, 'preview.mp4'), exported }
}

function exportOf(probe: ReturnType<typeof probeOf>, sourcePath: string, folder: string): Promise<string> {
  return burnIn({
    media,
    sourcePath,
    probe,
    track: spokenTrack(''),
    template: newestTemplate('clean-line'),
    quality: 'standard',
    limit: { height: 1_080, fps: 60 },
    workDir: join(folder, 'export'),
    signal,
    onProgress: () => undefined,
  })
}

/** Red, green and blue in the middle of each colour, as Chromium draws them. */
async function colours(path: string): Promise<number[]> {
  const page = await browser.newPage()
  try {
    const type = { webm: 'video/webm', mp4: 'video/mp4', jpg: 'image/jpeg' }[path.split('.').at(-1) ?? '']
    const url = `data:${type};base64,${(await readFile(path)).toString('base64')}`
    await page.setContent(type === 'image/jpeg' ? `<img src="${url}" alt="">` : `<video src="${url}" preload="auto" muted></video>`)
    // Chromium draws black until a frame is decoded, and none of the colours is black.
    const drawn = await page.waitForFunction((places) => {
      const video = document.querySelector('video')
      const image = document.querySelector('img')
      const [width, height] = [image?.naturalWidth ?? video?.videoWidth, image?.naturalHeight ?? video?.videoHeight]
      const shown = video ?? image
      const context = new OffscreenCanvas(width || 1, height || 1).getContext('2d')
      if (shown === null || context === null) throw new Error('nothing is shown')
      context.drawImage(shown, 0, 0)
      const levels = Array.from({ length: places }, (_, at) => {
        const x = Math.floor((context.canvas.width * (at + 0.5)) / places)
        return [...context.getImageData(x, Math.floor(context.canvas.height / 4), 1, 1).data].slice(0, 3)
      }).flat()
      return levels.some((level) => level > 0) && levels
    }, COLOURS.length)
    return (await drawn.jsonValue()) || []
  } finally {
    await page.close()
  }
}

function expectNear(actual: readonly number[], wanted: readonly number[], what: string): void {
  const most = Math.max(...actual.map((level, at) => Math.abs(level - (wanted[at] ?? 0))))
  expect(most, `${what}: ${actual.join()} instead of ${wanted.join()}`).toBeLessThan(TOLERANCE)
}
