import { expect, test } from 'vitest'
import type { PeakSlice } from './timeline-media.ts'
import { openViewport, scrollTo, type Viewport, zoomBy } from './viewport.ts'
import { createWaveformBitmap, type WaveformBitmap } from './waveform-bitmap.ts'

const HEIGHT_PX = 60
const RATE = 100
const PEAKS: PeakSlice = {
  rate: RATE,
  firstStep: 0,
  data: Int8Array.from({ length: 2 * 60 * RATE }, (_, at) => (at % 2 === 0 ? -1 : 1) * (20 + (((at >> 1) * 37) % 90))),
}
const VIEW = openViewport({ durMs: 60_000, widthPx: 300 })

test('scrolled columns look as if they were drawn there', () => {
  const waveform = createWaveformBitmap()
  let view = VIEW
  paint(waveform, view)
  for (const px of [40, 260, -70.4, 3.3]) {
    view = scrollTo(view, view.startMs + px * view.msPerPx)
    expect(paint(waveform, view)).toEqual(paint(createWaveformBitmap(), view))
  }
  expect(waveform.isScaled()).toBe(false)
})

test('a jump beyond the columns draws all of them', () => {
  const waveform = createWaveformBitmap()
  paint(waveform, VIEW)
  const far = scrollTo(VIEW, 30_000)
  expect(paint(waveform, far)).toEqual(paint(createWaveformBitmap(), far))
})

test('a zoom leaves no column empty, and is drawn sharp once the old columns are forgotten', () => {
  const waveform = createWaveformBitmap()
  let view = VIEW
  paint(waveform, view)
  for (const factor of [1 / 1.3, 1 / 1.3, 1.2, 1.5]) {
    view = zoomBy(view, factor, 150)
    expect(emptyColumns(paint(waveform, view))).toBe(0)
  }
  expect(waveform.isScaled()).toBe(true)
  waveform.forget()
  expect(paint(waveform, view)).toEqual(paint(createWaveformBitmap(), view))
  expect(waveform.isScaled()).toBe(false)
})

/** Draws a view on an empty lane. @returns its pixels */
function paint(waveform: WaveformBitmap, view: Viewport): ImageData {
  const canvas = Object.assign(document.createElement('canvas'), { width: view.widthPx, height: HEIGHT_PX })
  const ctx = canvas.getContext('2d')
  if (ctx === null) throw new Error('no canvas')
  waveform.draw({ ctx, view, heightPx: HEIGHT_PX, color: '#000000' }, PEAKS)
  return ctx.getImageData(0, 0, canvas.width, canvas.height)
}

/** Columns without a waveform at the height of its middle. */
function emptyColumns({ data, width }: ImageData): number {
  return Array.from({ length: width }, (_, x) => data[4 * ((HEIGHT_PX / 2) * width + x) + 3]).filter((a) => a === 0)
    .length
}
