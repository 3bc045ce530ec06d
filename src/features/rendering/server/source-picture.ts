import { z } from 'zod'
import type { MediaRunner } from '#platform/server/sandbox.ts'
import type { SourcePicture } from './export-plan.ts'

const Answer = z.object({
  streams: z.array(
    z.object({
      index: z.number(),
      width: z.number(),
      height: z.number(),
      pix_fmt: z.string().default('unknown'),
      color_space: z.string().default('unknown'),
      color_range: z.string().default('unknown'),
      color_primaries: z.string().default('unknown'),
      color_transfer: z.string().default('unknown'),
      sample_aspect_ratio: z.string().default('1:1'),
      disposition: z.object({ attached_pic: z.number().default(0) }).prefault({}),
    }),
  ),
})

/** What the source's picture says about its pixels and colours. @throws MediaError when it cannot be read */
export async function readSourcePicture(media: MediaRunner, path: string, signal: AbortSignal): Promise<SourcePicture> {
  const { stdout } = await media.run({
    tool: 'ffprobe',
    args: ['-v', 'error', '-select_streams', 'v', '-show_streams', '-of', 'json', '-i', '/in/source'],
    inputs: [{ path, as: 'source' }],
    limits: { memoryMb: 2_048, cpuSeconds: 30, wallMs: 60_000, outputBytes: 0 },
    signal,
  })
  const { streams } = Answer.parse(JSON.parse(stdout))
  const picture = streams.find(({ disposition }) => disposition.attached_pic === 0)
  if (picture === undefined) throw new Error('The source has no picture any more')
  const [across = 1, down = 1] = picture.sample_aspect_ratio.split(':').map(Number)
  return {
    index: picture.index,
    width: picture.width,
    height: picture.height,
    pixelAspect: across > 0 && down > 0 ? across / down : 1,
    pixelFormat: picture.pix_fmt,
    matrix: named(picture.color_space),
    // The old full-range formats say it in their name alone.
    range: picture.pix_fmt.startsWith('yuvj') ? 'pc' : named(picture.color_range),
    primaries: named(picture.color_primaries),
    transfer: named(picture.color_transfer),
  }
}

/** `reserved` and `unspecified` say as little as nothing. */
function named(value: string): string {
  return value === 'reserved' || value === 'unspecified' ? 'unknown' : value
}
