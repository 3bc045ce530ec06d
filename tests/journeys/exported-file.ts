import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const FFPROBE = process.env['FFPROBE_PATH'] ?? 'ffprobe'

const Probed = z.object({
  format: z.object({ duration: z.coerce.number() }),
  streams: z.array(
    z.object({
      codec_type: z.enum(['video', 'audio']),
      codec_name: z.string(),
      width: z.int().optional(),
      height: z.int().optional(),
      pix_fmt: z.string().optional(),
      avg_frame_rate: z.string(),
      nb_read_packets: z.coerce.number(),
    }),
  ),
})

/** Facts about a downloaded video, read from the file. */
export type FileFacts = {
  readonly durationMs: number
  /** Such as `h264 1080x1920 yuv420p 30/1` and `aac`. */
  readonly streams: readonly string[]
  readonly frames: number
}

/** Reads a video with stock ffprobe. */
export async function factsOf(path: string): Promise<FileFacts> {
  const asked = ['-v', 'error', '-count_packets', '-show_format', '-show_streams', '-of', 'json', path]
  const { stdout } = await run(FFPROBE, asked)
  const { format, streams } = Probed.parse(JSON.parse(stdout))
  return {
    durationMs: Math.round(format.duration * 1000),
    streams: streams.map((s) =>
      s.codec_type === 'audio'
        ? s.codec_name
        : `${s.codec_name} ${s.width}x${s.height} ${s.pix_fmt} ${s.avg_frame_rate}`,
    ),
    frames: streams.find((s) => s.codec_type === 'video')?.nb_read_packets ?? 0,
  }
}

/** The comment in the metadata of a video; undefined without one. */
export async function commentIn(path: string): Promise<string | undefined> {
  const { stdout } = await run(FFPROBE, ['-v', 'error', '-show_entries', 'format_tags=comment', '-of', 'json', path])
  return z
    .object({ format: z.object({ tags: z.object({ comment: z.string() }).optional() }) })
    .parse(JSON.parse(stdout)).format.tags?.comment
}

/** One picture, three bytes a pixel, red first. */
export type Picture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array }

/** The frame on screen at a time, scaled down so that fewer pixels need comparing. */
export async function frameAt(path: string, ms: number, size: { width: number; height: number }): Promise<Picture> {
  const scale = `scale=${size.width}:${size.height}:flags=area:in_range=auto:out_range=full`
  const args = ['-nostdin', '-v', 'error', '-ss', (ms / 1000).toFixed(3), '-i', path, '-frames:v', '1', '-vf', scale]
  const { stdout } = await run(FFMPEG, [...args, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
    encoding: 'buffer',
    maxBuffer: 64 * 2 ** 20,
  })
  return { ...size, rgb: stdout }
}

/** The bounding box of a colour: edges as fractions of the picture's size, and the number of pixels. */
export type ColourBox = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly pixels: number
}

/** @param tolerance greatest difference per channel, 0 to 255, that still counts as the colour */
export function boxOfColour(
  { width, height, rgb }: Picture,
  colour: readonly [number, number, number],
  tolerance: number,
): ColourBox {
  let [left, right, top, bottom, pixels] = [width, 0, height, 0, 0]
  for (let at = 0; at < width * height; at++) {
    const near = colour.every((value, channel) => Math.abs((rgb[at * 3 + channel] ?? 0) - value) <= tolerance)
    if (!near) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
    pixels++
  }
  return { left: left / width, right: right / width, top: top / height, bottom: bottom / height, pixels }
}
