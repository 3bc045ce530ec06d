import { expect, test } from 'vitest'
import { type CaptionTrack, createLayoutCache, type Scene, sceneOf } from '../../model/index.ts'
import { newestTemplate, TEMPLATES, type Template } from '#features/templates/model/index.ts'
import { createScenePainter } from './scene-painter.ts'

const FRAME = { width: 540, height: 960 }
const TIMES_MS = [0, 40, 180, 420, 700, 1_150, 1_700, 2_300]

test.each(TEMPLATES.map((template) => [template.name, template] as const))(
  '%s: shows the same on a reused canvas as on a new one, at any scale',
  (_, template) => {
    for (const scale of [1, 0.5, 0.371]) {
      const layouts = createLayoutCache()
      const kept = document.createElement('canvas')
      const painter = createScenePainter(kept)
      for (const [at, tMs] of TIMES_MS.entries()) {
        // First the same captions, then a longer word, other captions, and none.
        const track = TRACKS[at % TRACKS.length] ?? TRACKS[0]
        painter.use(sceneWith(track, template, layouts), scale)
        painter.show(tMs)
        painter.show(tMs + 70)
        expect(differences(pixelsOf(kept), drawnOnce(track, template, scale, tMs + 70)), `${tMs} ms at ${scale}`).toBe(
          0,
        )
      }
    }
  },
)

test('draws nothing while the captions are unchanged', () => {
  const layouts = createLayoutCache()
  const canvas = document.createElement('canvas')
  const painter = createScenePainter(canvas)
  const [template] = TEMPLATES
  if (template === undefined) throw new Error('no template')
  painter.use(sceneWith(TRACKS[0], template, layouts), 1)
  painter.show(500)
  canvas.getContext('2d')?.clearRect(0, 0, FRAME.width, FRAME.height)
  painter.use(sceneWith({ ...TRACKS[0], captions: [...TRACKS[0].captions] }, template, layouts), 1)
  painter.show(500)
  expect(pixelsOf(canvas).some((value) => value !== 0)).toBe(false)
})

test('blurs what is under the box of a caption while it is shown, in the size on screen', () => {
  const layer = document.createElement('div')
  document.body.append(layer)
  const painter = createScenePainter(document.createElement('canvas'), layer)
  const scene = sceneWith(TRACKS[0], newestTemplate('frosted'), createLayoutCache())
  painter.use(scene, 1, null, 0.5)
  painter.show(500)
  const [box] = layer.children
  const [page] = scene.pages
  const [deviation = '0'] = (box && getComputedStyle(box).backdropFilter.match(/[\d.]+/)) ?? []
  expect(Number(deviation)).toBeCloseTo(scene.blur / 2)
  const [place] = page?.decoration.boxPlaces ?? []
  const { width } = box?.getBoundingClientRect() ?? { width: 0 }
  expect(width).toBeCloseTo(((place?.x1 ?? 0) - (place?.x0 ?? 0)) / 2 + Math.ceil(3 * scene.blur), 1)
  painter.show(60_000)
  expect(layer.childElementCount).toBe(0)
  layer.remove()
})

/** The number of pixels in which two pictures differ. */
function differences(one: Uint32Array, other: Uint32Array): number {
  let count = Math.abs(one.length - other.length)
  // A callback for each of hundreds of millions of pixels would take longer than drawing them.
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1
  return count
}

/** The pixels of a new painter. */
function drawnOnce(track: CaptionTrack, template: Template, scale: number, tMs: number): Uint32Array {
  const canvas = document.createElement('canvas')
  const painter = createScenePainter(canvas)
  painter.use(sceneWith(track, template, createLayoutCache()), scale)
  painter.show(tMs)
  return pixelsOf(canvas)
}

const context = new OffscreenCanvas(2, 2).getContext('2d')

function sceneWith(track: CaptionTrack, template: Template, layouts: ReturnType<typeof createLayoutCache>): Scene {
  if (context === null) throw new Error('this browser has no canvas')
  return sceneOf({ track, template, frame: FRAME, context, layouts })
}

function pixelsOf(canvas: HTMLCanvasElement): Uint32Array {
  const { width, height } = canvas
  return new Uint32Array(canvas.getContext('2d')?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0))
}

const SPOKEN = trackOf(['never mind', 'the gap now'])
const TRACKS = [
  SPOKEN,
  SPOKEN,
  trackOf(['never extraordinarily', 'the gap now']),
  trackOf(['Something', 'else']),
  trackOf([]),
] as const

/** A track with one caption per second. */
function trackOf(texts: readonly string[]): CaptionTrack {
  const captions = texts.map((text, at) => {
    const fromMs = at * 1_000
    const words = text.split(' ').map((said, place) => ({
      text: said,
      t0: fromMs + place * 300,
      t1: fromMs + place * 300 + 300,
      tags: [],
      joined: false,
      breakBefore: false,
    }))
    return { fromMs, toMs: fromMs + 1_000, words, patches: [] }
  })
  return { language: 'en', direction: 'ltr', captions }
}
