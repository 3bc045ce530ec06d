import { createWaveformImage } from '../drawing/waveform-image.ts'
import type { PageFace } from './page-faces.ts'
import { type Recording, replay } from './steps.ts'

/** What the page sends. */
export type ToLaneWorker =
  | { readonly type: 'open'; readonly canvases: readonly OffscreenCanvas[]; readonly faces: readonly PageFace[] }
  | { readonly type: 'draw'; readonly recording: Recording }
  | { readonly type: 'add-picture'; readonly id: number; readonly picture: ImageBitmap }
  | { readonly type: 'drop-picture'; readonly id: number }

/** What the worker reports: it has started, a recording is drawn, or a font is loaded, which changes each text. */
export type FromLaneWorker = 'started' | 'drawn' | 'font'

/** The fonts of the worker; the types are those of a page. */
declare const fonts: FontFaceSet

const pictures = new Map<number, ImageBitmap>()
const waveform = createWaveformImage()
let lanes: readonly OffscreenCanvasRenderingContext2D[] = []

/** Draws the lanes away from the page, whose input and captions would wait for them. */
addEventListener('message', ({ data }: MessageEvent<ToLaneWorker>) => {
  if (data.type === 'open') open(data.canvases, data.faces)
  else if (data.type === 'draw') draw(data.recording)
  else if (data.type === 'add-picture') pictures.set(data.id, data.picture)
  else drop(data.id)
})
report('started')

function open(canvases: readonly OffscreenCanvas[], faces: readonly PageFace[]): void {
  lanes = canvases.flatMap((canvas) => canvas.getContext('2d') ?? [])
  for (const { family, source, descriptors } of faces) fonts.add(new FontFace(family, source, descriptors))
  fonts.addEventListener('loadingdone', () => report('font'))
}

function draw(recording: Recording): void {
  const [ctx] = lanes
  if (ctx === undefined) return
  const { texts, waveforms } = recording
  try {
    replay(recording, { ctx, lanes, texts, pictureOf: (id) => pictures.get(id), drawWaveform })
  } finally {
    // The page waits for it before it sends another frame.
    report('drawn')
  }

  function drawWaveform(on: OffscreenCanvasRenderingContext2D, at: number): void {
    const part = waveforms[at]
    if (part !== undefined) waveform.draw(on, part)
  }
}

function drop(id: number): void {
  pictures.get(id)?.close()
  pictures.delete(id)
}

function report(event: FromLaneWorker): void {
  postMessage(event)
}
