import type { WaveformPart } from '../drawing/waveform-image.ts'
import type { PeakSlice } from '../timeline-media.ts'
import { timeAt } from '../viewport.ts'
import { type CanvasFit, type LaneContext, LANES, type Lane } from './lane-canvases.ts'
import { ALIGNS, codeOf, type Recording, type StepName } from './steps.ts'

/** Records what lanes draw. */
export type Recorder = {
  contextOf(lane: Lane): LaneContext
  fit(lane: Lane, fit: CanvasFit): void
  drawWaveform(part: WaveformPart): void
  /** @returns what was recorded since the last call */
  take(): Recording
}

type Options = {
  readonly measureText: LaneContext['measureText']
  /** The number of a picture where the recording is replayed; undefined while it is not there. */
  idOf(picture: ImageBitmap): number | undefined
}

/** Creates a recorder; the contexts of all lanes write one recording. */
export function createRecorder(o: Options): Recorder {
  const numbers = createNumberList()
  let texts = new Map<string, number>()
  let waveforms: WaveformPart[] = []
  let current: Lane | undefined

  function put(lane: Lane, name: StepName, ...values: number[]): void {
    if (lane !== current) {
      numbers.add(codeOf('lane'))
      numbers.add(LANES.indexOf(lane))
      current = lane
    }
    numbers.add(codeOf(name))
    for (const value of values) numbers.add(value)
  }

  function placeOf(text: string): number {
    const known = texts.get(text)
    if (known !== undefined) return known
    const place = texts.size
    texts.set(text, place)
    return place
  }

  return {
    contextOf: (lane) => recordingContext((name, ...values) => put(lane, name, ...values), placeOf, o),
    fit: (lane, { width, height, scale, font }) => put(lane, 'fit', width, height, scale, placeOf(font)),
    drawWaveform(part) {
      put('waveform', 'drawWaveform', waveforms.length)
      waveforms.push({ ...part, peaks: peaksWithin(part) })
    },
    take() {
      const taken = { numbers: numbers.take(), texts: [...texts.keys()], waveforms }
      texts = new Map()
      waveforms = []
      current = undefined
      return taken
    },
  }
}

/** Numbers that a frame has room for at first. */
const ROOM = 4_096

/**
 * A list of numbers that keeps its room from frame to frame: a list that grows again in each frame leaves several times
 * its size to be collected.
 */
function createNumberList() {
  let room = new Float64Array(ROOM)
  let length = 0
  return {
    add(value: number): void {
      if (length === room.length) {
        const larger = new Float64Array(2 * length)
        larger.set(room)
        room = larger
      }
      room[length] = value
      length += 1
    },
    /** @returns a copy of the numbers, which are removed */
    take(): Float64Array<ArrayBuffer> {
      const taken = room.slice(0, length)
      length = 0
      return taken
    },
  }
}

/** A context that draws nothing. It knows no style that it was given: lanes only set them. */
function recordingContext(
  put: (name: StepName, ...values: number[]) => void,
  placeOf: (text: string) => number,
  { measureText, idOf }: Options,
): LaneContext {
  return {
    measureText,
    save: () => put('save'),
    restore: () => put('restore'),
    clip: () => put('clip'),
    set fillStyle(color: string) {
      put('fillStyle', placeOf(color))
    },
    set strokeStyle(color: string) {
      put('strokeStyle', placeOf(color))
    },
    set textAlign(align: CanvasTextAlign) {
      put('textAlign', ALIGNS.indexOf(align))
    },
    clearRect: (x, y, w, h) => put('clearRect', x, y, w, h),
    fillRect: (x, y, w, h) => put('fillRect', x, y, w, h),
    beginPath: () => put('beginPath'),
    moveTo: (x, y) => put('moveTo', x, y),
    lineTo: (x, y) => put('lineTo', x, y),
    rect: (x, y, w, h) => put('rect', x, y, w, h),
    roundRect: (x: number, y: number, w: number, h: number, radius?: number) =>
      put('roundRect', x, y, w, h, radius ?? 0),
    fill: () => put('fill'),
    stroke: () => put('stroke'),
    fillText: (text, x, y) => put('fillText', placeOf(text), x, y),
    drawImage(picture, ...parts) {
      const id = idOf(picture)
      if (id !== undefined) put('drawImage', id, ...parts)
    },
  }
}

/** A copy of the peaks of the visible part; the slice may reach far beyond it. */
function peaksWithin({ view, peaks: { rate, firstStep, data } }: WaveformPart): PeakSlice {
  // A column begins up to a pixel before or after the edge.
  const stepAt = (px: number) => (timeAt(view, px) * rate) / 1_000 - firstStep
  const from = Math.max(0, Math.floor(stepAt(-1)))
  const to = Math.max(from, Math.ceil(stepAt(view.widthPx + 1)))
  return { rate, firstStep: firstStep + from, data: data.slice(2 * from, 2 * to) }
}
