import type { PeakSlice } from './timeline-media.ts'
import { endOf, pxAt, timeAt, type Viewport } from './viewport.ts'

/** What a waveform is drawn on, in which colour. */
export type WaveformLane = {
  readonly ctx: CanvasRenderingContext2D
  readonly view: Viewport
  readonly heightPx: number
  readonly color: string
}

/**
 * The waveform as it was drawn last. It moves with the view, and only columns that come into sight are drawn: a frame of
 * scrolling or zooming costs one copy and not a column for each pixel.
 */
export type WaveformBitmap = {
  /** Draws the waveform of the visible part on its lane. */
  draw(lane: WaveformLane, peaks: PeakSlice): void
  /** Draws all columns at the next frame, for example because more of the sound is loaded. */
  forget(): void
  /** Whether columns are stretched or dropped, because they were drawn at another zoom. */
  isScaled(): boolean
}

/** The largest value of a peak. */
const FULL = 128

/** Creates an empty bitmap. */
export function createWaveformBitmap(): WaveformBitmap {
  const canvas = document.createElement('canvas')
  const ctx = canvas.getContext('2d')
  /** What the bitmap shows; undefined for nothing. */
  let shown: Viewport | undefined
  let isScaled = false

  function drawAll(o: Columns): void {
    o.ctx.clearRect(0, 0, o.view.widthPx, o.heightPx)
    drawColumns(o, 0, o.view.widthPx)
    isScaled = false
  }

  return {
    draw(lane, peaks) {
      if (ctx === null) return
      const view = onColumns(lane.view)
      const o = { ...lane, ctx, view, peaks }
      if (fit(ctx, o)) shown = undefined
      if (shown === undefined || !overlaps(shown, view)) drawAll(o)
      else if (shown.startMs !== view.startMs || shown.msPerPx !== view.msPerPx) {
        isScaled ||= shown.msPerPx !== view.msPerPx
        const [x0, x1] = [pxAt(view, shown.startMs), pxAt(view, endOf(shown))]
        move(o, x0, x1)
        drawColumns(o, 0, Math.ceil(x0))
        drawColumns(o, Math.floor(x1), view.widthPx)
      }
      shown = view
      lane.ctx.drawImage(canvas, 0, 0, view.widthPx, lane.heightPx)
    },
    forget: () => void (shown = undefined),
    isScaled: () => isScaled,
  }
}

type Columns = WaveformLane & { readonly peaks: PeakSlice }

/** The view with its start at a whole column, so that a column shows the same part of the sound wherever it scrolls. */
function onColumns(view: Viewport): Viewport {
  return { ...view, startMs: Math.round(view.startMs / view.msPerPx) * view.msPerPx }
}

function overlaps(shown: Viewport, view: Viewport): boolean {
  return pxAt(view, endOf(shown)) > 0 && pxAt(view, shown.startMs) < view.widthPx
}

/** Fits the bitmap to its lane, in the pixels of the screen. @returns true if that has cleared it */
function fit(ctx: CanvasRenderingContext2D, { view, heightPx }: Columns): boolean {
  const { canvas } = ctx
  const scale = devicePixelRatio
  const [width, height] = [Math.round(view.widthPx * scale), Math.round(heightPx * scale)]
  if (canvas.width === width && canvas.height === height) return false
  Object.assign(canvas, { width, height })
  ctx.setTransform(scale, 0, 0, scale, 0, 0)
  ctx.imageSmoothingEnabled = false
  return true
}

/** Moves all columns: the first to `x0`, the end of the last to `x1`. */
function move({ ctx, heightPx }: Columns, x0: number, x1: number): void {
  ctx.globalCompositeOperation = 'copy'
  ctx.drawImage(ctx.canvas, x0, 0, x1 - x0, heightPx)
  ctx.globalCompositeOperation = 'source-over'
}

/** One column a pixel, from its lowest to its highest peak. */
function drawColumns(o: Columns, first: number, end: number): void {
  const { ctx, view, heightPx, color } = o
  const { rate, firstStep, data } = o.peaks
  const middle = heightPx / 2
  const scale = (middle - 2) / FULL
  const stepAt = (px: number) => (timeAt(view, px) * rate) / 1_000 - firstStep
  ctx.fillStyle = color
  for (let px = Math.max(0, first); px < Math.min(view.widthPx, end); px += 1) {
    const from = Math.max(0, Math.floor(stepAt(px)))
    const to = Math.min(data.length / 2, Math.max(from + 1, Math.ceil(stepAt(px + 1))))
    if (from >= to) continue
    let low = 0
    let high = 0
    for (let at = from; at < to; at += 1) {
      low = Math.min(low, data[2 * at] ?? 0)
      high = Math.max(high, data[2 * at + 1] ?? 0)
    }
    ctx.fillRect(px, middle - high * scale, 1, Math.max(1, (high - low) * scale))
  }
}
