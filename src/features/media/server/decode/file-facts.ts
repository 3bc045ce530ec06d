import { z } from 'zod'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { type FileFacts, type FrameRate, type PictureFacts, type SoundFacts, SourcePicture } from '../../model/index.ts'

const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67'])

const fraction = z.string().transform((text): FrameRate | null => {
  const [n = 0, d = 0] = text.split(/[/:]/u).map(Number)
  return n > 0 && d > 0 ? { n, d } : null
})

/** `reserved` and `unspecified` carry no information. */
const name = z
  .string()
  .default('unknown')
  .transform((said) => (said === 'reserved' || said === 'unspecified' ? 'unknown' : said))

const Stream = z.object({
  index: z.number(),
  codec_type: z.string().default('unknown'),
  codec_name: z.string().default('unknown'),
  width: z.number().default(0),
  height: z.number().default(0),
  channels: z.number().default(0),
  sample_rate: z.coerce.number().default(0),
  sample_aspect_ratio: fraction.nullable().default(null),
  r_frame_rate: fraction.nullable().default(null),
  pix_fmt: z.string().default(''),
  field_order: z.string().default('unknown'),
  color_space: name,
  color_range: name,
  color_primaries: name,
  color_transfer: name,
  tags: z.object({ alpha_mode: z.string().default('') }).prefault({}),
  disposition: z.object({ default: z.number().default(0), attached_pic: z.number().default(0) }).prefault({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
})
type Stream = z.output<typeof Stream>

const Description = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional(),
    start_time: z.coerce.number().default(0),
    tags: z.object({ major_brand: z.string().default('') }).prefault({}),
  }),
})
type Description = z.output<typeof Description>

/**
 * Reads a file's headers from its content; ffprobe never sees its name.
 * @throws MediaError `failed` if it is not a readable MP4, MOV, Matroska or WebM
 */
export async function readFileFacts(
  media: MediaRunner,
  request: ProbeRequest & { readonly sizeBytes: number },
): Promise<FileFacts> {
  return factsFrom(await describe(media, request), request.sizeBytes)
}

/** Reads the picture format of an accepted file. @throws MediaError if it is no longer readable */
export async function readSourcePicture(media: MediaRunner, request: ProbeRequest): Promise<SourcePicture> {
  const picture = pictureAmong((await describe(media, request)).streams)
  if (picture === undefined) throw new Error('The source no longer has a picture')
  return SourcePicture.parse(pictureFrom(picture))
}

type ProbeRequest = { readonly path: string; readonly signal: AbortSignal }

async function describe(media: MediaRunner, { path, signal }: ProbeRequest): Promise<Description> {
  const { stdout } = await media.run({
    tool: 'ffprobe',
    args: ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', '-i', '/in/source'],
    inputs: [{ path, as: 'source' }],
    limits: { memoryMb: 2_048, cpuSeconds: 30, wallMs: 60_000, outputBytes: 0 },
    signal,
  })
  return Description.parse(JSON.parse(stdout))
}

function pictureAmong(streams: readonly Stream[]): Stream | undefined {
  return streams.find((stream) => stream.codec_type === 'video' && stream.disposition.attached_pic === 0)
}

function factsFrom({ streams, format }: Description, sizeBytes: number): FileFacts {
  const picture = pictureAmong(streams)
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio')
  return {
    container: containerOf(format, picture),
    sizeBytes,
    durationMs: format.duration === undefined || !(format.duration > 0) ? null : Math.round(format.duration * 1_000),
    startMs: Number.isFinite(format.start_time) ? format.start_time * 1_000 : 0,
    tracks: streams.length,
    picture: picture === undefined ? null : pictureFrom(picture),
    sounds: sounds.map(soundFrom),
  }
}

function containerOf(
  { format_name, tags }: Description['format'],
  picture: Stream | undefined,
): FileFacts['container'] {
  if (format_name.startsWith('mov')) return tags.major_brand.startsWith('qt') ? 'mov' : 'mp4'
  // ffprobe has one name for both; WebM is Matroska restricted to these codecs.
  return ['vp8', 'vp9', 'av1'].includes(picture?.codec_name ?? '') ? 'webm' : 'mkv'
}

function pictureFrom(stream: Stream): PictureFacts {
  const aspect = stream.sample_aspect_ratio
  return {
    index: stream.index,
    codec: stream.codec_name,
    width: stream.width,
    height: stream.height,
    pixelAspect: aspect === null ? 1 : aspect.n / aspect.d,
    rotation: clockwise(stream.side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0),
    rate: stream.r_frame_rate,
    hdr: HDR_TRANSFERS.has(stream.color_transfer),
    hasAlpha: hasAlpha(stream),
    pixelFormat: stream.pix_fmt,
    isInterlaced: !['progressive', 'unknown'].includes(stream.field_order),
    matrix: stream.color_space,
    // Old full-range formats only say so in their name.
    range: stream.pix_fmt.startsWith('yuvj') ? 'pc' : stream.color_range,
    primaries: stream.color_primaries,
    transfer: stream.color_transfer,
  }
}

/** WebM stores transparency as a second picture, which only a tag mentions; other formats have it in their pixels. */
function hasAlpha({ tags, pix_fmt }: Stream): boolean {
  return tags.alpha_mode === '1' || /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya)/u.test(pix_fmt)
}

/** Converts ffprobe's counter-clockwise rotation to the clockwise turn that makes it upright. */
function clockwise(degrees: number): PictureFacts['rotation'] {
  switch (((Math.round(-degrees / 90) % 4) + 4) % 4) {
    case 1:
      return 90
    case 2:
      return 180
    case 3:
      return 270
    default:
      return 0
  }
}

function soundFrom(stream: Stream): SoundFacts {
  return {
    codec: stream.codec_name,
    channels: Math.max(1, stream.channels),
    sampleRate: Math.max(1, stream.sample_rate),
    isDefault: stream.disposition.default === 1,
  }
}
