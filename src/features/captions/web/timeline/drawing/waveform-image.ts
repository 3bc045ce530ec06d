import type { PeakSlice } from '../timeline-media.ts'
import { timeAt, type Viewport } from '../viewport.ts'

/** The sound of a visible part, and how it is drawn. */
export type WaveformPart = {
  readonly view: Viewport
  readonly heightPx: number
  /** Pixels of the screen in a px of the page. */
  readonly scale: number
  readonly color: string
  readonly peaks: PeakSlice
}

/** The waveform of the visible part. */
export type WaveformImage = {
  /** Replaces what is on a canvas, in the pixels of the screen. */
  draw(ctx: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, part: WaveformPart): void
}

/** The largest value of a peak. */
const FULL = 128
/** Space above and below the loudest sound, px. */
const INSET_PX = 2

/**
 * Creates an image that keeps its memory from frame to frame. Its pixels are written one by one: a rectangle for each
 * column takes a canvas several times as long.
 */
export function createWaveformImage(): WaveformImage {
  let image: ImageData | undefined
  let ink = { color: '', pixel: 0 }

  return {
    draw(ctx, { view, heightPx, scale, color, peaks }) {
      const width = Math.round(view.widthPx * scale)
      const height = Math.round(heightPx * scale)
      if (width === 0 || height === 0) return
      if (image?.width !== width || image.height !== height) image = ctx.createImageData(width, height)
      if (ink.color !== color) ink = { color, pixel: pixelOf(color) }
      drawColumns(image, { view: onColumns(view, width), insetPx: INSET_PX * scale, peaks, pixel: ink.pixel })
      ctx.putImageData(image, 0, 0)
    },
  }
}

/** A view whose pixels are those of the screen. It starts at a whole one: a column shows the same sound wherever it scrolls. */
function onColumns(view: Viewport, widthPx: number): Viewport {
  const msPerPx = (view.msPerPx * view.widthPx) / widthPx
  return { ...view, msPerPx, widthPx, startMs: Math.round(view.startMs / msPerPx) * msPerPx }
}

type Columns = {
  readonly view: Viewport
  readonly insetPx: number
  readonly peaks: PeakSlice
  readonly pixel: number
}

/** One column a pixel, from its lowest to its highest peak. */
function drawColumns({ width, height, data }: ImageData, { view, insetPx, peaks, pixel }: Columns): void {
  const pixels = new Uint32Array(data.buffer)
  const middle = height / 2
  const scale = (middle - insetPx) / FULL
  const last = peaks.data.length / 2
  const stepAt = (px: number) => (timeAt(view, px) * peaks.rate) / 1_000 - peaks.firstStep
  pixels.fill(0)
  for (let px = 0; px < width; px += 1) {
    const from = Math.max(0, Math.floor(stepAt(px)))
    const to = Math.min(last, Math.max(from + 1, Math.ceil(stepAt(px + 1))))
    if (from >= to) continue
    let low = 0
    let high = 0
    for (let at = from; at < to; at += 1) {
      low = Math.min(low, peaks.data[2 * at] ?? 0)
      high = Math.max(high, peaks.data[2 * at + 1] ?? 0)
    }
    const top = Math.round(middle - high * scale)
    const end = Math.max(top + 1, Math.round(middle - low * scale))
    for (let y = top; y < end; y += 1) pixels[y * width + px] = pixel
  }
}

/** A colour as a pixel of an image, in the order of the machine's bytes. */
function pixelOf(color: string): number {
  const ctx = new OffscreenCanvas(1, 1).getContext('2d')
  if (ctx === null) return 0
  ctx.fillStyle = color
  ctx.fillRect(0, 0, 1, 1)
  return new Uint32Array(ctx.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0
}
