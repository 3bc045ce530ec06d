import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newestTemplate, type Template } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { clipMaker, QUICK_H264 } from '../../../../../tests/support/clips.ts'
import { describeExport, lumaOf, probeOf, rawFramesOf, spokenTrack } from '../../../../../tests/support/exports.ts'
import { burnIn, type BurnInOrder } from './burn-in.ts'
import { layOutScene } from '../painter/paint-frames.ts'

const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const clips = await clipMaker()
const work = await mkdtemp(join(tmpdir(), 'wordpop-blur-'))
afterAll(() => rm(work, { recursive: true, force: true }))

const FRAME = { width: 320, height: 180 }
/** Squares of four pixels, black and white in turn. */
const SQUARES = "nullsrc=s=320x180:r=25:d=1,geq=lum='16+219*mod(floor(X/4)+floor(Y/4),2)':cb=128:cr=128"
const squares = await clips.make('squares.mp4', '-f', 'lavfi', '-i', SQUARES, ...QUICK_H264)
/** From the 12th frame on. */
const track = spokenTrack('i', { startMs: 480, wordMs: 520 })
const { fit: _, ...designed } = newestTemplate('accessible-block')
const template: Template = {
  ...designed,
  font: { ...designed.font, size: 0.1 },
  layout: { ...designed.layout, y: 0.6 },
  box: { scope: 'cue', shape: 'pill', color: '#00000000', radius: 0, padX: 2, padY: 0.6, blur: 0.5 },
}
const [box] = layOutScene({ track, template, frame: FRAME }).pages[0]?.decoration.boxPlaces ?? []
if (box === undefined) throw new Error('no box is laid out')
/** The left part of the box, beside its letter. */
const beside = { x0: box.x0 + 16, x1: box.x0 + 32, y0: box.y0 + 8, y1: box.y1 - 8 }

test('blurs the picture behind a box while its caption is on screen, and nothing else', async () => {
  const frames = await rawFramesOf(await burn('plain'))
  const [before, during] = [lumaOf(frames, 5), lumaOf(frames, 18)]
  expect(contrastIn(before, beside)).toBeGreaterThan(90)
  expect(contrastIn(during, beside)).toBeLessThan(12)
  const above = { ...beside, y0: box.y0 - 20, y1: box.y0 - 4 }
  expect(contrastIn(during, above)).toBeGreaterThan(90)
})

test('keeps the picture sharp beside the round ends of a box', async () => {
  const during = lumaOf(await rawFramesOf(await burn('round')), 18)
  const corner = { x0: box.x0, x1: box.x0 + 4, y0: box.y0, y1: box.y0 + 4 }
  expect(differenceIn(during, lumaOf(await rawFramesOf(squares), 18), corner)).toBeLessThan(12)
})

test('a box without blur is one pass over the picture, as before', async () => {
  const plain = { ...template, box: template.box && { ...template.box, blur: 0 } }
  const during = lumaOf(await rawFramesOf(await burn('none', { template: plain })), 18)
  expect(contrastIn(during, beside)).toBeGreaterThan(90)
})

test('a resumable export is blurred alike', async () => {
  const path = await burn('parts', { resumableFromMs: 500 })
  expect((await describeExport(path)).frames).toBe(25)
  const frames = await rawFramesOf(path)
  expect(contrastIn(lumaOf(frames, 5), beside)).toBeGreaterThan(90)
  expect(contrastIn(lumaOf(frames, 18), beside)).toBeLessThan(12)
})

async function burn(name: string, changed: Partial<BurnInOrder> = {}): Promise<string> {
  return burnIn({
    media,
    sourcePath: squares,
    probe: probeOf({ durationMs: 1_000, audio: null }),
    track,
    template,
    quality: 'standard',
    limit: { height: 1_080, fps: 60 },
    workDir: join(work, name),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changed,
  })
}

/** The standard deviation of the brightness in a part of the frame. */
function contrastIn(luma: Buffer, rect: Rect): number {
  const values = pixelsIn(luma, rect)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** The mean difference of two frames in a part of them. */
function differenceIn(one: Buffer, other: Buffer, rect: Rect): number {
  const [mine, theirs] = [pixelsIn(one, rect), pixelsIn(other, rect)]
  return mine.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / mine.length
}

function pixelsIn(luma: Buffer, { x0, y0, x1, y1 }: Rect): number[] {
  return Array.from({ length: y1 - y0 }, (_, row) => [
    ...luma.subarray((y0 + row) * FRAME.width + x0, (y0 + row) * FRAME.width + x1),
  ]).flat()
}
