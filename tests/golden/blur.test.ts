import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { blurredBoxes, EXACT_VIEW, filmBlur, filmStateAt, redrawMask } from '#features/rendering/model/index.ts'
import { blurGraph } from '#features/rendering/server/burn-in/blur-graph.ts'
import { layOutFilm } from '#features/rendering/server/painter/paint-frames.ts'
import { blurringStyle } from '#features/rendering/web/preview/blurred-picture.ts'
import { newestTemplate, type Template } from '#features/templates/model/index.ts'
import { clipMaker, runTool } from '../support/clips.ts'
import { spokenTrack } from '../support/exports.ts'

const FRAME = { width: 640, height: 360 }
/**
 * The most that file and preview may differ inside a box, in levels of 255. The file has half the resolution of colour,
 * and three passes of a box filter where browsers draw a Gaussian: at hard edges of saturated colours that is up to 15.
 */
const TOLERANCE = { mean: 4, most: 24 }
const clips = await clipMaker()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
afterAll(() => browser.close())

const frosted = newestTemplate('frosted')
const template: Template = {
  ...frosted,
  font: { ...frosted.font, size: 0.1 },
  box: frosted.box && { ...frosted.box, padX: 4, padY: 2 },
  layout: { ...frosted.layout, y: 0.5 },
}
const film = layOutFilm({ track: spokenTrack('i', { startMs: 0, wordMs: 1_000 }), template, frame: FRAME })
const blur = filmBlur(film)
const state = filmStateAt(film, 500)
const [box] = blurredBoxes(state)
const { region } = film.captions
if (box === undefined || region === null) throw new Error('nothing is blurred')

test.each([
  ['a test card', `testsrc2=s=640x360`],
  ['noise', `color=gray:s=640x360,noise=alls=100:allf=t`],
  ['a fractal', `mandelbrot=s=640x360`],
])('the blur of the preview is that of the file within four levels of 255, over %s', async (name, source) => {
  const picture = await clips.make(`${name}.png`, '-f', 'lavfi', '-i', source, '-frames:v', '1', '-pix_fmt', 'rgb24')
  const [inFile, inPage] = [await pixelsOf(await blurredByFile(picture)), await pixelsOf(await blurredByPage(picture))]
  const differences = [...insideBox()].flatMap((at) =>
    [0, 1, 2].map((channel) => Math.abs((inFile[at + channel] ?? 0) - (inPage[at + channel] ?? 0))),
  )
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length
  const most = differences.reduce((sum, each) => Math.max(sum, each), 0)
  expect(mean, 'on average').toBeLessThan(TOLERANCE.mean)
  expect(most, 'anywhere').toBeLessThan(TOLERANCE.most)
})

/** The bytes of the pixels in the box, away from its edge. */
function* insideBox(): Generator<number> {
  const { x0, y0, x1, y1 } = box?.rect ?? { x0: 0, y0: 0, x1: 0, y1: 0 }
  for (let y = y0 + 4; y < y1 - 4; y += 1)
    for (let x = x0 + 24; x < x1 - 24; x += 1) yield 4 * (y * FRAME.width + x)
}

async function blurredByFile(picture: string): Promise<string> {
  const { x0, y0, x1, y1 } = region ?? { x0: 0, y0: 0, x1: 2, y1: 2 }
  const [width, height] = [x1 - x0, y1 - y0]
  const mask = createCanvas(width, height)
  redrawMask(mask.getContext('2d'), state, { ...EXACT_VIEW, x: x0, y: y0 }, { x0, y0, x1, y1 })
  const stream = createCanvas(width, 2 * height)
  stream.getContext('2d').drawImage(mask, 0, height)
  const streamPath = join(clips.folder, 'stream.png')
  await writeFile(streamPath, stream.toBuffer('image/png'))
  const graph = [
    '[0:v]format=yuv420p[plain]',
    '[1:v]format=yuva420p[stream]',
    blurGraph({ region: { x0, y0, x1, y1 }, blur, frame: FRAME }).replace('[1:v]', '[stream]'),
    '[captions]nullsink',
    '[behind]format=rgb24[out]',
  ].join(';')
  const target = join(clips.folder, 'in-file.png')
  const inputs = ['-i', picture, '-i', streamPath]
  await runTool('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, '-map', '[out]', target])
  return target
}

async function blurredByPage(picture: string): Promise<string> {
  const page = await browser.newPage({ viewport: FRAME })
  const source = `data:image/png;base64,${(await readFile(picture)).toString('base64')}`
  const style = box === undefined ? '' : blurringStyle(box, { blur, scale: 1 }).replaceAll('"', "'")
  await page.setContent(`<body style="margin:0"><img src="${source}" alt=""><div style="${style}"></div></body>`)
  await page.getByRole('presentation').evaluate(async (image) => {
    if (image instanceof HTMLImageElement) await image.decode()
  })
  const target = join(clips.folder, 'in-page.png')
  await page.screenshot({ path: target })
  await page.close()
  return target
}

async function pixelsOf(path: string): Promise<Uint8ClampedArray> {
  const context = createCanvas(FRAME.width, FRAME.height).getContext('2d')
  context.drawImage(await loadImage(path), 0, 0)
  return context.getImageData(0, 0, FRAME.width, FRAME.height).data
}
