import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Probe } from '#features/media/model/index.ts'
import type { CaptionTrack } from '#features/rendering/model/index.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { runTool } from './clips.ts'

/** The probe of a generated clip, as media's check returns it. */
export function probeOf(o: Partial<Probe> = {}): Probe {
  return {
    container: 'mp4',
    durationMs: 3_000,
    width: 320,
    height: 180,
    fps: { n: 25, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    videoCodec: 'h264',
    audio: { codec: 'aac', channels: 1, sampleRate: 44_100, tracks: 1, track: 0 },
    hdr: false,
    ...o,
  }
}

/** Captions of four words each, one word every `wordMs`, starting at `startMs`. */
export function spokenTrack(
  text: string,
  o: { startMs?: number; wordMs?: number; language?: string; direction?: 'ltr' | 'rtl' } = {},
): CaptionTrack {
  const { startMs = 200, wordMs = 300, language = 'en', direction = 'ltr' } = o
  const words = text.split(' ').map((word, at) => ({
    text: word,
    t0: startMs + at * wordMs,
    t1: startMs + (at + 1) * wordMs,
    tags: [],
    joined: false,
    breakBefore: false,
  }))
  const captions = Array.from({ length: Math.ceil(words.length / 4) }, (_, at) => {
    const group = words.slice(4 * at, 4 * at + 4)
    return { fromMs: group[0]?.t0 ?? 0, toMs: group.at(-1)?.t1 ?? 0, words: group, patches: [] }
  })
  return { language, direction, captions }
}

/** Throttles exports to a multiple of real time, so that even a fast machine can be interrupted halfway. */
export function paced(media: MediaRunner, times: number): MediaRunner {
  const slowly = (args: readonly string[]) =>
    args.flatMap((arg, at) =>
      arg === '-i' && args[at + 1] === '/in/source' ? ['-readrate', String(times), arg] : [arg],
    )
  return { ...media, start: (run) => media.start({ ...run, args: slowly(run.args) }) }
}

/** The facts ffprobe reads from an exported file; frames are counted by decoding them. */
export async function describeExport(path: string) {
  const text = await runTool('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_format',
    '-show_streams',
    '-of',
    'json',
    path,
  ])
  const { streams, format } = JSON.parse(text) as { streams: Record<string, unknown>[]; format: Record<string, string> }
  const video = streams.find((stream) => stream['codec_type'] === 'video') ?? {}
  return {
    format,
    video,
    audio: streams.find((stream) => stream['codec_type'] === 'audio'),
    frames: Number(video['nb_read_frames']),
  }
}

/** The presentation time of each frame, in seconds. */
export async function frameTimesOf(path: string): Promise<number[]> {
  const text = await runTool('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'frame=pts_time',
    '-of',
    'csv=p=0',
    path,
  ])
  return text.split('\n').map(Number.parseFloat).filter(Number.isFinite)
}

/** Hashes of the sound's packets. */
export async function packetsOf(path: string): Promise<string> {
  return (await runTool('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-'])).trim()
}

/** All frames of a video as raw 4:2:0, in order. */
export type RawFrames = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** Decodes a short video once for any number of frames. */
export async function rawFramesOf(path: string): Promise<RawFrames> {
  const asked = ['-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', path]
  const [width = 0, height = 0] = (await runTool('ffprobe', ['-v', 'error', ...asked]))
    .split(',')
    .map(Number.parseFloat)
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-frames-'))
  try {
    const target = join(folder, 'frames.yuv')
    await runTool('ffmpeg', ['-v', 'error', '-i', path, '-fps_mode', 'passthrough', '-f', 'rawvideo', target])
    return { bytes: await readFile(target), width, height }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The brightness of every pixel of one frame, 0 to 255, row by row. */
export function lumaOf({ bytes, width, height }: RawFrames, frame: number): Buffer {
  const from = frame * width * height * 1.5
  return bytes.subarray(from, from + width * height)
}

/** Red, green and blue of one pixel, computed from the file's values with the exact matrix. */
export function pixelAt(
  frames: RawFrames,
  { x, y, frame = 12, matrix = 'bt601' }: { x: number; y: number; frame?: number; matrix?: 'bt709' | 'bt601' },
): number[] {
  const { bytes, width, height } = frames
  const [area, half] = [width * height, (y >> 1) * (width >> 1) + (x >> 1)]
  const blues = frame * area * 1.5 + area
  const [kr, kb] = matrix === 'bt709' ? [0.2126, 0.0722] : [0.299, 0.114]
  const luma = ((lumaOf(frames, frame)[y * width + x] ?? 0) - 16) / 219
  const [cb, cr] = [((bytes[blues + half] ?? 0) - 128) / 224, ((bytes[blues + area / 4 + half] ?? 0) - 128) / 224]
  const [red, blue] = [luma + 2 * (1 - kr) * cr, luma + 2 * (1 - kb) * cb]
  const green = (luma - kr * red - kb * blue) / (1 - kr - kb)
  return [red, green, blue].map((level) => Math.round(Math.min(Math.max(level, 0), 1) * 255))
}

/** The lowest similarity of two videos over all frames, as PSNR in dB; 100 for equal pictures. */
export async function worstPsnr(a: string, b: string): Promise<number> {
  const compare = ['-lavfi', '[0:v][1:v]psnr=stats_file=-', '-f', 'null', '-']
  const text = await runTool('ffmpeg', ['-v', 'error', '-i', a, '-i', b, ...compare])
  const values = [...text.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) => (value === 'inf' ? 100 : Number(value)))
  if (values.length === 0) throw new Error('no frame was compared')
  return Math.min(...values)
}
