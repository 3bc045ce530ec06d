import { availableParallelism } from 'node:os'
import { taggedAs } from '#features/media/server/index.ts'
import { PRODUCT_NAME, siteName } from '#platform/shared/product.ts'
import type { MediaLimits, MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { RenderQuality } from '../../model/index.ts'
import type { ExportFormat } from '../exports/export-format.ts'
import { blurGraph } from './blur-graph.ts'
import type { Painter } from '../painter/painter.ts'

/** One pass of ffmpeg: source and captions in, picture out. */
export type EncodeOrder = {
  readonly media: MediaRunner
  readonly format: ExportFormat
  readonly quality: RenderQuality
  readonly sourcePath: string
  /** Absolute; the file is written there as `name`. */
  readonly outputDir: string
  readonly name: string
  readonly painter: Painter
  readonly signal: AbortSignal
  /** Sound in place of the source's, as AAC; null keeps the source's. */
  readonly soundPath: string | null
  /** Called with the frames written so far in this pass. */
  onFrame(frames: number): void
}

/** x264 presets by quality; `standard` is the best trade-off between speed and size. */
const PRESET = { standard: 'veryfast', best: 'medium' } as const satisfies Record<RenderQuality, string>
const CRF = 20
/** Looks ahead without a thread of its own, for which x264 keeps 30 MB more of frames. The file is the same. */
const LOOKAHEAD = ['-x264-params', 'sync-lookahead=0']

/** The most threads that ffmpeg takes unasked. */
const MOST_THREADS = 16
/** A thread for each processor: one more, which ffmpeg takes unasked, holds 10 MB of frames. The pictures are the same. */
const DECODING = ['-threads', String(Math.min(availableParallelism(), MOST_THREADS))]

/** Encodes a whole export with sound, playable while it loads. */
export function encodeWhole(order: EncodeOrder): Promise<void> {
  return encode(order, {
    input: [],
    graph: graphOf(order.format, order.painter, []),
    output: [...soundArgs(order, order.painter.region === null ? 1 : 2, 0), ...siteArgs(), '-movflags', '+faststart'],
    soundPath: order.soundPath,
  })
}

/**
 * Encodes the picture from frame `first`, without sound, in fragments of whole groups of pictures, so that written
 * fragments survive a crash.
 */
export function encodePart(order: EncodeOrder & { readonly first: number }): Promise<void> {
  const { format, first } = order
  // Decode from a second earlier and cut afterwards, to include a frame that started before `first`.
  const early = Math.min(first, Math.round(format.fps.n / format.fps.d))
  const from = ((first - early) * format.fps.d) / format.fps.n
  const cut = [`trim=start_pts=${early}`, `setpts=PTS-${early}`, `fps=fps=${rateOf(format)}:start_time=0`]
  return encode(order, {
    input: first === 0 ? [] : ['-noaccurate_seek', '-ss', from.toFixed(6)],
    graph: graphOf(format, order.painter, first === 0 ? [] : cut),
    output: [
      '-an',
      '-video_track_timescale',
      String(timescaleOf(format).scale),
      '-movflags',
      '+frag_keyframe+empty_moov+default_base_moof',
    ],
  })
}

/** Combines the finished picture with the source's sound, without decoding pictures. */
export async function muxSound(
  o: Pick<EncodeOrder, 'media' | 'format' | 'sourcePath' | 'soundPath' | 'outputDir' | 'name' | 'signal'> & {
    readonly videoPath: string
  },
): Promise<void> {
  const sound = o.format.sound === null ? [] : [{ path: o.soundPath ?? o.sourcePath, as: 'source' }]
  await o.media.run({
    tool: 'ffmpeg',
    args: [
      '-v',
      'error',
      '-y',
      '-i',
      '/in/video',
      ...(o.format.sound === null ? [] : ['-i', '/in/source']),
      '-map',
      '0:v',
      '-c:v',
      'copy',
      ...soundArgs(o, 1, 1),
      ...CLEAN,
      ...siteArgs(),
      '-video_track_timescale',
      String(timescaleOf(o.format).scale),
      '-movflags',
      '+faststart',
      `/out/${o.name}`,
    ],
    inputs: [{ path: o.videoPath, as: 'video' }, ...sound],
    outputDir: o.outputDir,
    limits: limitsFor(o.format),
    signal: o.signal,
  })
}

/**
 * The timescale of the exported picture: ticks per second and per frame. Same as ffmpeg's, but fixed, so that parts of
 * different processes fit together.
 */
export function timescaleOf({ fps }: Pick<ExportFormat, 'fps'>): { readonly scale: number; readonly ticks: number } {
  let [scale, ticks] = [fps.n, fps.d]
  while (scale < 10_000) [scale, ticks] = [2 * scale, 2 * ticks]
  return { scale, ticks }
}

type Pass = {
  readonly input: readonly string[]
  readonly graph: string
  readonly output: readonly string[]
  /** A further input after the source and the captions. */
  readonly soundPath?: string | null
}

async function encode(order: EncodeOrder, { input, graph, output, soundPath = null }: Pass): Promise<void> {
  const { media, format, quality, painter, signal } = order
  const captions = painter.region === null ? [] : [...STREAM_INPUT, '-i', 'pipe:0']
  const running = await media.start({
    tool: 'ffmpeg',
    args: [
      '-v',
      'error',
      '-y',
      ...input,
      ...DECODING,
      '-i',
      '/in/source',
      ...captions,
      ...(soundPath === null ? [] : ['-i', '/in/sound']),
      '-filter_complex',
      graph,
      '-map',
      '[out]',
      ...encoderArgs(quality),
      ...output,
      ...CLEAN,
      `/out/${order.name}`,
    ],
    inputs: [
      { path: order.sourcePath, as: 'source' },
      ...(soundPath === null ? [] : [{ path: soundPath, as: 'sound' }]),
    ],
    outputDir: order.outputDir,
    stdin: painter.region === null ? 'closed' : 'open',
    limits: limitsFor(format),
    signal,
    onProgress: ({ frame }) => order.onFrame(frame),
  })
  // The first failure is the cause: if the painter fails, it closes the stream, which ends ffmpeg.
  const painted = painter.streamTo(running.stdin).catch((error: unknown) => {
    running.stdin.destroy()
    throw error
  })
  const [drawing, encoding] = await Promise.allSettled([painted, running.done])
  if (drawing.status === 'rejected') throw drawing.reason
  if (encoding.status === 'rejected') throw encoding.reason
}

/** The stream's header is complete, so ffmpeg need not probe frames. */
const STREAM_INPUT = [
  '-probesize',
  '32',
  '-analyzeduration',
  '0',
  '-fpsprobesize',
  '0',
  '-thread_queue_size',
  '4',
  '-f',
  'matroska',
]
/** Drops the source's metadata, which may contain the creator's location. */
const CLEAN = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact']

/** Names the site in the file, if its operator gave it a name of its own. */
function siteArgs(): string[] {
  return siteName() === PRODUCT_NAME ? [] : ['-metadata', `comment=Captions: ${siteName()}`]
}

function graphOf(
  format: ExportFormat,
  { region, blur }: Pick<Painter, 'region' | 'blur'>,
  cut: readonly string[],
): string {
  const timing = cut.length === 0 ? [`fps=fps=${rateOf(format)}:start_time=0`] : [`fps=fps=${rateOf(format)}`, ...cut]
  const tags = taggedAs(format.tags)
  const picture = [...timing, ...format.filters].join(',')
  if (region === null) return `[0:${format.pictureIndex}]${picture},${tags}[out]`
  const overlay = `overlay=${region.x0}:${region.y0}:format=yuv420:eof_action=repeat`
  const plain = `[0:${format.pictureIndex}]${picture}[plain]`
  if (blur === 0) return `${plain};[plain][1:v]${overlay},${tags}[out]`
  return `${plain};${blurGraph({ region, blur, frame: format.frame })};[behind][captions]${overlay},${tags}[out]`
}

function encoderArgs(quality: RenderQuality): string[] {
  return [
    '-c:v',
    'libx264',
    '-preset',
    PRESET[quality],
    '-crf',
    String(CRF),
    ...LOOKAHEAD,
    '-pix_fmt',
    'yuv420p',
    '-fps_mode',
    'passthrough',
  ]
}

/**
 * Maps the sound.
 * @param soundInput the input with the sound in place of the source's
 * @param sourceInput the input with the source
 */
function soundArgs(
  { format: { sound }, soundPath }: Pick<EncodeOrder, 'format' | 'soundPath'>,
  soundInput: number,
  sourceInput: number,
): string[] {
  if (sound === null) return []
  if (soundPath !== null) return ['-map', `${soundInput}:a:0`, '-c:a', 'copy']
  const codec = sound.copy ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '192k']
  return ['-map', `${sourceInput}:a:${sound.track}`, ...codec]
}

function rateOf({ fps }: ExportFormat): string {
  return `${fps.n}/${fps.d}`
}

/** Ten times the need of a slow machine: stops hangs, not long videos. */
function limitsFor({ frame, frames, fps }: ExportFormat): MediaLimits {
  const megapixels = (frame.width * frame.height) / 1_000_000
  const seconds = (frames * fps.d) / fps.n
  const cpuSeconds = Math.ceil(300 + frames * (0.2 + megapixels))
  return {
    // Limits address space, of which threads reserve far more than they use.
    memoryMb: Math.ceil(3_000 + 500 * megapixels),
    cpuSeconds,
    wallMs: cpuSeconds * 2_000,
    outputBytes: Math.ceil(500e6 + seconds * Math.max(2, megapixels) * 8e6),
  }
}
