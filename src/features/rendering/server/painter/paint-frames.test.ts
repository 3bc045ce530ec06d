import { isDeepStrictEqual } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { PICTURES } from '../../../../../tests/golden/films.ts'
import { DRAWN, drawnIn, PICTURED, TRACKS, type TrackName } from '../../../../../tests/golden/scenes.ts'
import type { Template } from '#features/templates/model/index.ts'
import { spokenTrack } from '../../../../../tests/support/exports.ts'
import { draw, frameChanges, frameTimeMs, type Rect, redraw, type Scene, stateAt } from '../../model/index.ts'
import { layOutScene } from './paint-frames.ts'

const FPS = { n: 30, d: 1 }
const FRAME = { width: 180, height: 320 }
const FRAMES = 90

test.each(Object.keys(TRACKS) as TrackName[])(
  'drawing only what changed gives the same pixels as drawing everything: %s',
  (name) => {
    for (const template of drawnInTurn(name))
      expectRedrawn(layOutScene({ track: TRACKS[name], template, frame: FRAME }), template.id)
  },
)

test('drawing only what changed gives the same pixels as drawing everything: pictures on words', () => {
  for (const template of DRAWN.filter((_, at) => at % 6 === 0)) {
    const scene = layOutScene({ track: PICTURED, template, frame: FRAME }, PICTURES)
    expectRedrawn(scene, template.id)
    expectChangesReported(scene, template.id)
  }
})

function expectRedrawn(scene: Scene, id: string): void {
  const { region } = scene
  if (region === null) throw new Error('nothing to draw')
  const [reused, fresh] = [canvasFor(region), canvasFor(region)]
  let drawn = 0
  for (const { frame, state, rect } of frameChanges(scene, FPS, 0, FRAMES)) {
    redraw(reused, scene, state, viewOf(region), rect)
    drawn += 1
    // Comparing every frame of every template in every script would take minutes; every fifth is enough.
    if (drawn % 5 !== 0) continue
    drawWhole(fresh, scene, region, frame)
    expect(bytesOf(reused).equals(bytesOf(fresh)), `${id}, frame ${frame}`).toBe(true)
  }
  expect(drawn, id).toBeGreaterThan(0)
}

/** English draws every template; every other track has a third of its own, by turns. */
const TURNS = 3

function drawnInTurn(name: TrackName): readonly Template[] {
  const turn = Object.keys(TRACKS).indexOf(name)
  return drawnIn(name).filter((_, at) => name === 'english' || (at + turn) % TURNS === 0)
}

test.each(DRAWN)('$name: changes nothing outside the reported rectangle and the region', (template) => {
  const track = spokenTrack('Never mind the gap, 🔥 keep on going', { startMs: 100, wordMs: 170 })
  expectChangesReported(layOutScene({ track, template, frame: FRAME }), template.id)
})

test.each(['decor', 'arabicDecor', 'hebrewDecor'] as const)(
  'changes nothing outside the reported rectangle and the region: %s',
  (name) => {
    // Emoji are drawn the same way in each template: a third of them will do.
    for (const template of drawnIn(name).filter((_, at) => at % 3 === 0))
      expectChangesReported(layOutScene({ track: TRACKS[name], template, frame: FRAME }), template.id)
  },
)

function expectChangesReported(scene: Scene, id: string): void {
  const { region } = scene
  if (region === null) throw new Error('nothing to draw')
  const everything = { x0: 0, y0: 0, x1: FRAME.width, y1: FRAME.height }
  const canvas = canvasFor(everything)
  const pictureAt = (frame: number) => {
    drawWhole(canvas, scene, everything, frame)
    return bytesOf(canvas)
  }
  let before = pictureAt(-1)
  let drawn = stateAt(scene, frameTimeMs(-1, FPS))
  const changes = new Map([...frameChanges(scene, FPS, 0, 60)].map(({ frame, rect }) => [frame, rect]))
  for (let frame = 0; frame < 60; frame += 1) {
    const state = stateAt(scene, frameTimeMs(frame, FPS))
    // Drawing depends on nothing but the scene and its state, so equal states have equal pictures.
    const after = isDeepStrictEqual(state, drawn) ? before : pictureAt(frame)
    const box = boundsOfChange(before, after)
    const rect = changes.get(frame)
    if (box !== null) {
      expect(rect, `${id}, frame ${frame} is reported`).toBeDefined()
      const isWithin = [
        box.x0 >= (rect?.x0 ?? 0),
        box.y0 >= (rect?.y0 ?? 0),
        box.x1 <= (rect?.x1 ?? 0),
        box.y1 <= (rect?.y1 ?? 0),
      ]
      expect(isWithin, `${id}, frame ${frame}`).toEqual([true, true, true, true])
      expect([box.x0 >= region.x0, box.y0 >= region.y0, box.x1 <= region.x1, box.y1 <= region.y1]).toEqual([
        true,
        true,
        true,
        true,
      ])
    }
    before = after
    drawn = state
  }
}

test('draws a moment the same after any other moments', () => {
  for (const template of DRAWN) {
    const scene = layOutScene({ track: TRACKS.english, template, frame: FRAME })
    const times = [2_900, 10, 1_234, 433, 433, 3_500, 0]
    const asked = times.map((tMs) => stateAt(scene, tMs))
    const again = times
      .toReversed()
      .map((tMs) => stateAt(scene, tMs))
      .toReversed()
    expect(again).toEqual(asked)
    const fresh = layOutScene({ track: TRACKS.english, template, frame: FRAME })
    expect(times.map((tMs) => stateAt(fresh, tMs))).toEqual(asked)
  }
})

test('shows an animation without duration at its end from the start', () => {
  const [karaoke] = DRAWN
  if (karaoke === undefined) throw new Error('no template')
  const active = { preset: 'scale', ms: 0, ease: 'out', from: 1, to: 1.5, tilt: 4 } as const
  const template = { ...karaoke, animation: { ...karaoke.animation, active } }
  const track = spokenTrack('one two', { startMs: 100, wordMs: 300 })
  const scene = layOutScene({ track, template, frame: FRAME })
  // The first moments of both words: 0 ms of a 0 ms animation.
  expect(stateAt(scene, 100)?.poses.map(({ scale }) => scale)).toEqual([1.5, 1])
  expect(stateAt(scene, 400)?.poses.map(({ scale }) => scale)).toEqual([1, 1.5])
})

test('draws static captions once', () => {
  const template = DRAWN.find(({ id }) => id === 'clean-line') ?? DRAWN[0]
  if (template === undefined) throw new Error('no template')
  const scene = layOutScene({
    track: spokenTrack('one two three four', { startMs: 0, wordMs: 500 }),
    template,
    frame: FRAME,
  })
  // One frame to show, one to hide.
  expect([...frameChanges(scene, FPS, 0, 90)].map(({ frame }) => frame)).toEqual([0, 60])
})

function canvasFor(region: Rect) {
  return createCanvas(region.x1 - region.x0, region.y1 - region.y0).getContext('2d')
}

function viewOf(region: Rect) {
  return { x: region.x0, y: region.y0, scale: 1 }
}

type Context = ReturnType<typeof canvasFor>

/** Draws a whole frame on a reused canvas: new memory for every picture costs far more than drawing. */
function drawWhole(context: Context, scene: Scene, region: Rect, frame: number): void {
  context.reset()
  draw(context, scene, stateAt(scene, frameTimeMs(frame, FPS)), viewOf(region))
}

function bytesOf(context: Context): Buffer {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  return Buffer.from(data.buffer, data.byteOffset, data.length)
}

/** The bounds of all pixels in which two pictures of the whole frame differ. */
function boundsOfChange(p: Buffer, q: Buffer): Rect | null {
  const { width, height } = FRAME
  let box: Rect | null = null
  for (let y = 0; y < height; y += 1) {
    // Most rows are equal, and comparing whole rows is fast.
    const [before, after] = [p, q].map((bytes) => bytes.subarray(4 * y * width, 4 * (y + 1) * width))
    if (before === undefined || after === undefined || before.equals(after)) continue
    const isChanged = (x: number) => before.readUInt32LE(4 * x) !== after.readUInt32LE(4 * x)
    let [left, right] = [0, width - 1]
    while (!isChanged(left)) left += 1
    while (!isChanged(right)) right -= 1
    const { x0, y0, x1 }: Rect = box ?? { x0: left, y0: y, x1: right + 1, y1: y }
    box = { x0: Math.min(x0, left), y0, x1: Math.max(x1, right + 1), y1: y + 1 }
  }
  return box
}
