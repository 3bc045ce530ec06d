import { expect, test } from 'vitest'
import type { PeakSlice } from '../timeline-media.ts'
import { openViewport, scrollTo, type Viewport, zoomBy } from '../viewport.ts'
import { createWaveformImage, type WaveformImage } from './waveform-image.ts'

const HEIGHT_PX = 60
const RATE = 100
const PEAKS: PeakSlice = {
  rate: RATE,
  firstStep: 0,
  data: Int8Array.from({ length: 2 * 60 * RATE }, (_, at) => (at % 2 === 0 ? -1 : 1) * (20 + (((at >> 1) * 37) % 90))),
}
const VIEW = openViewport({ durMs: 60_000, widthPx: 300 })

test('a column shows the same sound wherever it scrolls', () => {
  const waveform = createWaveformImage()
  const before = paint(waveform, VIEW)
  const after = paint(waveform, scrollTo(VIEW, VIEW.startMs + 40.3 * VIEW.msPerPx))
  for (const x of [0, 100, 259]) expect(columnOf(after, x)).toEqual(columnOf(before, x + 40))
})

test('nothing of a view is left in the next', () => {
  const waveform = createWaveformImage()
  let view = VIEW
  for (const factor of [1 / 1.3, 1.2, 1.5]) {
    view = zoomBy(view, factor, 150)
    expect(paint(waveform, view)).toEqual(paint(createWaveformImage(), view))
  }
})

test('each column reaches from its lowest to its highest peak', () => {
  const one = { rate: 10, firstStep: 0, data: Int8Array.of(-64, 64, 0, 127, -128, 0) }
  const view = { ...VIEW, startMs: 0, msPerPx: 100, widthPx: 3 }
  const image = paint(createWaveformImage(), view, one)
  const inked = [0, 1, 2].map((x) => columnOf(image, x).flatMap((alpha, y) => (alpha > 0 ? [y] : [])))
  expect(inked.map((rows) => [rows[0], rows.at(-1)])).toEqual([
    [16, 43],
    [2, 29],
    [30, 57],
  ])
})

test('it has the colour of the theme, also after a change', () => {
  const waveform = createWaveformImage()
  for (const [color, pixel] of [
    ['#336699', [0x33, 0x66, 0x99, 0xff]],
    ['rgb(255 0 0)', [0xff, 0, 0, 0xff]],
  ] as const) {
    const { data, width } = paint(waveform, VIEW, PEAKS, color)
    const at = 4 * ((HEIGHT_PX / 2) * width + 10)
    expect(Array.from(data.subarray(at, at + 4))).toEqual(pixel)
  }
})

/** Draws a view on an empty lane. @returns its pixels */
function paint(waveform: WaveformImage, view: Viewport, peaks = PEAKS, color = '#000000'): ImageData {
  const canvas = Object.assign(document.createElement('canvas'), { width: view.widthPx, height: HEIGHT_PX })
  const ctx = canvas.getContext('2d')
  if (ctx === null) throw new Error('no canvas')
  waveform.draw(ctx, { view, heightPx: HEIGHT_PX, scale: 1, color, peaks })
  return ctx.getImageData(0, 0, canvas.width, canvas.height)
}

/** The opacity of the pixels of a column, from top to bottom. */
function columnOf({ data, width, height }: ImageData, x: number): number[] {
  return Array.from({ length: height }, (_, y) => data[4 * (y * width + x) + 3] ?? 0)
}
