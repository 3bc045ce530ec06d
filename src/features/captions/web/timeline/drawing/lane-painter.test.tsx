import { expect, onTestFinished, test } from 'vitest'
import { CaptionServer, documentOf } from '../../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../../tests/support/editor-store.ts'
import { createPlayer } from '../../playback/player.ts'
import type { CanvasChange, Lane, LaneCanvases } from '../canvases/lane-canvases.ts'
import { NO_MEDIA } from '../timeline-media.ts'
import { createTimelineStore } from '../timeline-store.ts'
import { createLanePainter } from './lane-painter.ts'

test('a frame waits until the one before is drawn, and is then drawn once, as of then', async () => {
  const { timeline, canvases, frames } = start()
  await expect.poll(frames).toBe(1)
  canvases.isBusyNow = true
  for (const factor of [2, 2, 2]) timeline.actions.zoom(factor, 0)
  await twoFrames()
  expect(frames()).toBe(1)
  canvases.isBusyNow = false
  canvases.report('drawn')
  await expect.poll(frames).toBe(2)
  await twoFrames()
  expect(frames()).toBe(2)
})

test('a zoom or scroll beyond its limits draws nothing', async () => {
  const { timeline, frames } = start()
  await expect.poll(frames).toBe(1)
  timeline.actions.zoom(1 / 2, 250)
  timeline.actions.scroll(-1_000, 0)
  timeline.actions.showAll()
  await twoFrames()
  expect(frames()).toBe(1)
})

test('all lanes are drawn again in a font that has arrived', async () => {
  const { canvases, fitted, frames } = start()
  await expect.poll(frames).toBe(1)
  canvases.report('font')
  await expect.poll(frames).toBe(2)
  expect(fitted).toEqual(['words', 'captions', 'words', 'captions'])
})

test('draws an edit made elsewhere after the page is painted with it', async () => {
  const { section, rewrite, frames } = start()
  await expect.poll(frames).toBe(1)
  rewrite('always')
  expect(await framesWithNextPaint(frames)).toBe(1)
  await expect.poll(frames).toBe(2)
  section.focus()
  rewrite('never')
  expect(await framesWithNextPaint(frames), 'made in the timeline').toBe(3)
})

/** How many frames are drawn when the callbacks of the next frame of the page have run. */
function framesWithNextPaint(frames: () => number): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => queueMicrotask(() => resolve(frames())))
  })
}

/** A painter of two lanes on canvases that count frames instead of drawing them. */
function start() {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  const editor = openStore(server)
  const player = createPlayer(server.document.media)
  const timeline = createTimelineStore({ durMs: 5_000 })
  timeline.actions.resize(500)
  const section = sectionOnPage()
  const { canvases, fitted, frames } = countingCanvases(section)
  const painter = createLanePainter({ editor, player, timeline, media: NO_MEDIA, canvases })
  onTestFinished(() => painter.dispose())
  const rewrite = (text: string) => {
    const [word] = editor.getState().doc.words
    editor.actions.edit([{ type: 'setWordText', id: word?.id ?? '', text }])
  }
  return { rewrite, section, timeline, canvases, fitted, frames }
}

type CountingCanvases = LaneCanvases & { isBusyNow: boolean; report(change: CanvasChange): void }

function countingCanvases(section: HTMLElement) {
  const ctx = document.createElement('canvas').getContext('2d') ?? undefined
  const listeners = new Set<(change: CanvasChange) => void>()
  const fitted: Lane[] = []
  let count = 0
  const canvases: CountingCanvases = {
    elements: new Map<Lane, HTMLCanvasElement>([
      ['words', laneIn(section)],
      ['captions', laneIn(section)],
    ]),
    contextOf: () => ctx,
    fit: (lane: Lane) => void fitted.push(lane),
    drawWaveform: () => undefined,
    show: () => void (count += 1),
    isBusyNow: false,
    isBusy: () => canvases.isBusyNow,
    onChange(listener: (change: CanvasChange) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    report: (change: CanvasChange) => listeners.forEach((listener) => listener(change)),
  }
  return { canvases, fitted, frames: () => count }
}

/** A section that takes the focus, on the page until the test ends. */
function sectionOnPage(): HTMLElement {
  const section = document.createElement('section')
  section.tabIndex = -1
  document.body.append(section)
  onTestFinished(() => section.remove())
  return section
}

/** The element of a lane. */
function laneIn(section: HTMLElement): HTMLCanvasElement {
  const element = document.createElement('canvas')
  section.append(element)
  return element
}

/** Whatever waits for the next frame has been drawn. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
