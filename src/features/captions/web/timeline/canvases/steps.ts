import type { WaveformPart } from '../drawing/waveform-image.ts'
import { fitContext } from './lane-canvases.ts'

/** What is drawn in one frame: the code of each step and its numbers, of which some are places of texts or waveforms. */
export type Recording = {
  readonly numbers: Float64Array<ArrayBuffer>
  readonly texts: readonly string[]
  readonly waveforms: readonly WaveformPart[]
}

/** What steps are replayed on. */
export type Replay = {
  /** The canvas of the lane that was named last. */
  ctx: OffscreenCanvasRenderingContext2D
  readonly lanes: readonly OffscreenCanvasRenderingContext2D[]
  readonly texts: readonly string[]
  pictureOf(id: number): ImageBitmap | undefined
  drawWaveform(ctx: OffscreenCanvasRenderingContext2D, at: number): void
}

type Step = {
  /** How many numbers follow its code. */
  readonly count: number
  replay(on: Replay, ...numbers: number[]): void
}

/** The alignments of texts; a step names one by its place. */
export const ALIGNS: readonly CanvasTextAlign[] = ['start', 'center']

/** The steps of which a lane is drawn. */
export const STEPS = {
  lane: { count: 1, replay: (on, at = 0) => void (on.ctx = on.lanes[at] ?? on.ctx) },
  fit: {
    count: 4,
    replay: ({ ctx, texts }, width = 0, height = 0, scale = 1, font = 0) =>
      fitContext(ctx, { width, height, scale, font: texts[font] ?? '' }),
  },
  save: { count: 0, replay: ({ ctx }) => ctx.save() },
  restore: { count: 0, replay: ({ ctx }) => ctx.restore() },
  clip: { count: 0, replay: ({ ctx }) => ctx.clip() },
  fillStyle: { count: 1, replay: ({ ctx, texts }, at = 0) => void (ctx.fillStyle = texts[at] ?? '') },
  strokeStyle: { count: 1, replay: ({ ctx, texts }, at = 0) => void (ctx.strokeStyle = texts[at] ?? '') },
  textAlign: { count: 1, replay: ({ ctx }, at = 0) => void (ctx.textAlign = ALIGNS[at] ?? 'start') },
  clearRect: { count: 4, replay: ({ ctx }, x = 0, y = 0, w = 0, h = 0) => ctx.clearRect(x, y, w, h) },
  fillRect: { count: 4, replay: ({ ctx }, x = 0, y = 0, w = 0, h = 0) => ctx.fillRect(x, y, w, h) },
  beginPath: { count: 0, replay: ({ ctx }) => ctx.beginPath() },
  moveTo: { count: 2, replay: ({ ctx }, x = 0, y = 0) => ctx.moveTo(x, y) },
  lineTo: { count: 2, replay: ({ ctx }, x = 0, y = 0) => ctx.lineTo(x, y) },
  rect: { count: 4, replay: ({ ctx }, x = 0, y = 0, w = 0, h = 0) => ctx.rect(x, y, w, h) },
  roundRect: { count: 5, replay: ({ ctx }, x = 0, y = 0, w = 0, h = 0, r = 0) => ctx.roundRect(x, y, w, h, r) },
  fill: { count: 0, replay: ({ ctx }) => ctx.fill() },
  stroke: { count: 0, replay: ({ ctx }) => ctx.stroke() },
  fillText: { count: 3, replay: ({ ctx, texts }, at = 0, x = 0, y = 0) => ctx.fillText(texts[at] ?? '', x, y) },
  drawImage: {
    count: 9,
    replay({ ctx, pictureOf }, id = 0, sx = 0, sy = 0, sw = 0, sh = 0, x = 0, y = 0, w = 0, h = 0) {
      const picture = pictureOf(id)
      if (picture !== undefined) ctx.drawImage(picture, sx, sy, sw, sh, x, y, w, h)
    },
  },
  drawWaveform: { count: 1, replay: ({ ctx, drawWaveform }, at = 0) => drawWaveform(ctx, at) },
} satisfies Record<string, Step>

export type StepName = keyof typeof STEPS

const CODES: Readonly<Record<string, number>> = Object.fromEntries(Object.keys(STEPS).map((name, code) => [name, code]))
const BY_CODE: readonly Step[] = Object.values(STEPS)

/** The code of a step: its place in the table. */
export function codeOf(name: StepName): number {
  return CODES[name] ?? -1
}

/** Replays a recording, step by step. */
export function replay({ numbers }: Recording, on: Replay): void {
  for (let at = 0; at < numbers.length;) {
    const step = BY_CODE[numbers[at] ?? -1]
    if (step === undefined) throw new Error(`no step ${numbers[at]}`)
    step.replay(on, ...numbers.subarray(at + 1, at + 1 + step.count))
    at += 1 + step.count
  }
}
