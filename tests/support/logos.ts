import { createCanvas } from '@napi-rs/canvas'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A logo on a transparent ground: a bar of one colour in the upper half. */
export function logoPng({ width = 600, height = 200, color = '#00c853' } = {}): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height / 2)
  return canvas.toBuffer('image/png')
}

/** A picture from ffmpeg. @param format of its muxer, as `apng` */
export async function pictureOf(source: string, format: string, ...options: readonly string[]): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', source, ...options, '-f', format, 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 32_000_000 },
  )
  return stdout
}
