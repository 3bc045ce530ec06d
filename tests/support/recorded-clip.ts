import { BufferTarget, CanvasSource, Output, WebMOutputFormat } from 'mediabunny'

const FPS = 30
const SECONDS = 1.5

/** A clip of 1.5 seconds at 30 frames a second, each of another colour. */
export async function recordClip(): Promise<Blob> {
  const canvas = new OffscreenCanvas(90, 160)
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('no canvas')
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const frames = new CanvasSource(canvas, { codec: 'vp8', bitrate: 200_000 })
  output.addVideoTrack(frames, { frameRate: FPS })
  await output.start()
  for (let frame = 0; frame < SECONDS * FPS; frame += 1) {
    drawing.fillStyle = `hsl(${frame * 8} 50% 50%)`
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    await frames.add(frame / FPS, 1 / FPS)
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('no clip')
  return new Blob([target.buffer], { type: 'video/webm' })
}
