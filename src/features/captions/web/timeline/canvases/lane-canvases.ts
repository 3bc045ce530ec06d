import type { WaveformPart } from '../drawing/waveform-image.ts'

/** The lanes of the timeline, by what they show. */
export const LANES = ['ruler', 'waveform', 'filmstrip', 'words', 'captions', 'overlay', 'tip'] as const

/**
 * A lane of the timeline; each has a canvas of its own. `overlay` lies over all others, and `tip` over the topmost: in
 * a drag it changes in every frame, and the cost of a canvas grows with its area.
 */
export type Lane = (typeof LANES)[number]

/** What lanes draw with: the context of a canvas, or a recording of its calls. */
export type LaneContext = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'clearRect'
  | 'clip'
  | 'fill'
  | 'fillRect'
  | 'fillText'
  | 'lineTo'
  | 'measureText'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'roundRect'
  | 'save'
  | 'stroke'
  | 'textAlign'
> & {
  /** Lanes set their colours, and read none. */
  get fillStyle(): unknown
  set fillStyle(color: string)
  get strokeStyle(): unknown
  set strokeStyle(color: string)
  /** Draws a part of a picture on a part of the canvas. */
  drawImage(
    image: ImageBitmap,
    ...parts: [sx: number, sy: number, sw: number, sh: number, dx: number, dy: number, dw: number, dh: number]
  ): void
}

/** The size of a canvas in pixels of the screen, how many of them a px of the page has, and the font of its text. */
export type CanvasFit = {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly font: string
}

/** What has changed about the canvases: the frame before is drawn, a picture can be drawn, or texts look otherwise. */
export type CanvasChange = 'drawn' | 'picture' | 'font'

/** The elements of the lanes. */
export type LaneElements = ReadonlyMap<Lane, HTMLCanvasElement>

/** The canvases of the lanes. */
export type LaneCanvases = {
  readonly elements: LaneElements
  contextOf(lane: Lane): LaneContext | undefined
  fit(lane: Lane, fit: CanvasFit): void
  drawWaveform(part: WaveformPart): void
  /** Shows what was drawn since the last time. */
  show(): void
  /** Whether a frame is not drawn yet. Another one would wait behind it, and be late. */
  isBusy(): boolean
  /** @returns unsubscribes */
  onChange(listener: (change: CanvasChange) => void): () => void
}

/** Fits a canvas. A new size clears it. */
export function fitContext(
  ctx: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { width, height, scale, font }: CanvasFit,
): void {
  const { canvas } = ctx
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  ctx.setTransform(scale, 0, 0, scale, 0, 0)
  ctx.font = font
  ctx.textBaseline = 'middle'
  ctx.lineWidth = 1
}
