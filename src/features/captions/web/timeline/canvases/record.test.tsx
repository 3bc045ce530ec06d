import { expect, test } from 'vitest'
import { createWaveformImage, type WaveformPart } from '../drawing/waveform-image.ts'
import { openViewport } from '../viewport.ts'
import { fitContext, type Lane, type LaneContext, LANES } from './lane-canvases.ts'
import { createRecorder } from './record.ts'
import { type Recording, replay } from './steps.ts'

const FIT = { width: 240, height: 60, scale: 1.5, font: '12px monospace' }
const SOUND: WaveformPart = {
  view: openViewport({ durMs: 8_000, widthPx: 160, msPerPx: 10 }),
  heightPx: 40,
  scale: FIT.scale,
  color: '#336699',
  peaks: { rate: 100, firstStep: 0, data: Int8Array.from({ length: 1_600 }, (_, at) => ((at * 37) % 120) - 60) },
}

test('a lane has the same pixels, drawn at once and replayed from a copy', async () => {
  const picture = await checkedPicture()
  const atOnce = contextOf(new OffscreenCanvas(1, 1))
  fitContext(atOnce, FIT)
  drawAll(atOnce, picture)

  const recorder = createRecorder({ measureText: (text) => atOnce.measureText(text), idOf: () => 7 })
  recorder.fit('words', FIT)
  drawAll(recorder.contextOf('words'), picture)
  const { words } = play(recorder.take(), picture)
  expect(new Set(pixelsOf(atOnce)).size).toBeGreaterThan(5)
  expect(pixelsOf(words)).toEqual(pixelsOf(atOnce))
})

test('each lane draws on its own canvas, whichever drew before', () => {
  const recorder = createRecorder({ measureText: () => new TextMetrics(), idOf: () => undefined })
  for (const lane of ['words', 'captions', 'words'] as const) recorder.fit(lane, FIT)
  const [words, captions] = [recorder.contextOf('words'), recorder.contextOf('captions')]
  words.fillStyle = '#ff0000'
  captions.fillStyle = '#0000ff'
  words.fillRect(0, 0, 160, 40)
  captions.fillRect(0, 0, 160, 40)
  const drawn = play(recorder.take())
  expect(pixelsOf(drawn.words).slice(0, 4)).toEqual([255, 0, 0, 255])
  expect(pixelsOf(drawn.captions).slice(0, 4)).toEqual([0, 0, 255, 255])
})

test('the waveform is the same, although only the visible peaks are sent', () => {
  const part = { ...SOUND, view: { ...SOUND.view, startMs: 1_234 } }
  const atOnce = contextOf(new OffscreenCanvas(1, 1))
  fitContext(atOnce, FIT)
  createWaveformImage().draw(atOnce, part)
  const recorder = createRecorder({ measureText: () => new TextMetrics(), idOf: () => undefined })
  recorder.fit('waveform', FIT)
  recorder.drawWaveform(part)
  const recording = recorder.take()
  expect(recording.waveforms[0]?.peaks.data.length).toBeLessThan(part.peaks.data.length / 4)
  expect(pixelsOf(play(recording).waveform)).toEqual(pixelsOf(atOnce))
})

test('a picture without a copy is left out, and nothing is recorded twice', async () => {
  const recorder = createRecorder({ measureText: () => new TextMetrics(), idOf: () => undefined })
  recorder.contextOf('filmstrip').drawImage(await checkedPicture(), 0, 0, 8, 8, 0, 0, 8, 8)
  expect(recorder.take().numbers).toHaveLength(0)
  recorder.contextOf('filmstrip').fillRect(0, 0, 1, 1)
  expect(recorder.take().numbers.length).toBeGreaterThan(0)
  expect(recorder.take().numbers).toHaveLength(0)
})

/** Draws in every way that lanes use. */
function drawAll(ctx: LaneContext, picture: ImageBitmap): void {
  ctx.fillStyle = '#ffeedd'
  ctx.fillRect(0, 0, 160, 40)
  ctx.clearRect(10, 2, 20, 10)
  ctx.save()
  ctx.beginPath()
  ctx.rect(20, 5, 60, 30)
  ctx.clip()
  ctx.fillStyle = '#228833'
  ctx.fillRect(0, 0, 160, 20)
  ctx.restore()
  ctx.beginPath()
  ctx.roundRect(90.5, 4.5, 40, 20, 6)
  ctx.strokeStyle = '#aa0000'
  ctx.fillStyle = '#ccccff'
  ctx.fill()
  ctx.stroke()
  ctx.beginPath()
  ctx.moveTo(140, 2)
  ctx.lineTo(155, 2)
  ctx.lineTo(147, 20)
  ctx.fill()
  ctx.fillStyle = '#000000'
  ctx.fillText('left', 92, 15)
  ctx.textAlign = 'center'
  ctx.fillText('middle', 80, 32)
  ctx.textAlign = 'start'
  ctx.fillText('left', 2, 32)
  ctx.drawImage(picture, 2, 2, 4, 4, 120, 26, 20, 10)
}

/** Replays a copy of a recording, as a worker gets it. */
function play(recording: Recording, picture?: ImageBitmap): Record<Lane, OffscreenCanvasRenderingContext2D> {
  const copy = structuredClone(recording)
  const lanes = LANES.map(() => contextOf(new OffscreenCanvas(1, 1)))
  const waveform = createWaveformImage()
  const [ctx] = lanes
  if (ctx === undefined) throw new Error('no lanes')
  replay(copy, {
    ctx,
    lanes,
    texts: copy.texts,
    pictureOf: (id) => (id === 7 ? picture : undefined),
    drawWaveform: (on, at) => copy.waveforms.slice(at, at + 1).forEach((part) => waveform.draw(on, part)),
  })
  const at = (lane: Lane) => lanes[LANES.indexOf(lane)] ?? ctx
  return {
    ruler: at('ruler'),
    waveform: at('waveform'),
    filmstrip: at('filmstrip'),
    words: at('words'),
    captions: at('captions'),
    overlay: at('overlay'),
    tip: at('tip'),
  }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const ctx = canvas.getContext('2d', { willReadFrequently: true })
  if (ctx === null) throw new Error('no canvas')
  return ctx
}

function pixelsOf(ctx: OffscreenCanvasRenderingContext2D): number[] {
  return [...ctx.getImageData(0, 0, ctx.canvas.width, ctx.canvas.height).data]
}

/** A picture of eight by eight pixels, of two colours. */
function checkedPicture(): Promise<ImageBitmap> {
  const ctx = contextOf(new OffscreenCanvas(8, 8))
  ctx.fillStyle = '#123456'
  ctx.fillRect(0, 0, 8, 8)
  ctx.fillStyle = '#fedcba'
  ctx.fillRect(0, 0, 4, 8)
  return createImageBitmap(ctx.canvas)
}
