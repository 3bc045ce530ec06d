import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Probe } from '#features/media/model/index.ts'
import type { CaptionTrack } from '#features/rendering/model/index.ts'
import { runTool } from './clips.ts'

/** What media's check would say about a made clip. */
export function probeOf(o: Partial<Probe> = {}): Probe {
  return {
    ...{
      container: 'mp4',
      durationMs: 3_000,
      width: 320,
      height: 180,
      fps: { n: 25, d: 1 },
      variableFrameRate: false,
      rotation: 0,
    },
    ...{
      videoCodec: 'h264',
      audio: { codec: 'aac', channels: 1, sampleRate: 44_100, tracks: 1, track: 0 },
      hdr: false,
    },
    ...o,
  }
}

/** Captions of four words each, one word every `wordMs`, from `startMs` on. */
export function spokenTrack(
  text: string,
  o: { startMs?: number; wordMs?: number; language?: string; direction?: 'ltr' | 'rtl' } = {},
): CaptionTrack {
  const { startMs = 200, wordMs = 300, language = 'en', direction = 'ltr' } = o
  const words = text.split(' ').map((word, at) => ({
    ...{
      text: word,
      t0: startMs + at * wordMs,
      t1: startMs + (at + 1) * wordMs,
      tags: [],
      joined: false,
      breakBefore: false,
    },
  }))
  const captions = Array.from({ length: Math.ceil(words.length / 4) }, (_, at) => {
    const group = words.slice(4 * at, 4 * at + 4)
    return { fromMs: group[0]?.t0 ?? 0, toMs: group.at(-1)?.t1 ?? 0, words: group, patches: [] }
  })
  return { language, direction, captions }
}

/** What ffprobe says about an exported file, frames counted by decoding them. */
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

/** When each frame of the picture is shown, in seconds. */
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

/** One frame as raw 4:2:0. */
export async function frameOf(path: string, frame: number): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { video } = await describeExport(path)
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-frame-'))
  try {
    const target = join(folder, 'frame.yuv')
    const one = ['-vf', `select=eq(n\\,${frame})`, '-frames:v', '1', '-f', 'rawvideo', target]
    await runTool('ffmpeg', ['-v', 'error', '-i', path, ...one])
    return { bytes: await readFile(target), width: Number(video['width']), height: Number(video['height']) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Red, green and blue of one pixel, computed from the file's own numbers with the exact matrix. */
export async function pixelAt(
  path: string,
  x: number,
  y: number,
  frame = 12,
  matrix: 'bt709' | 'bt601' = 'bt601',
): Promise<number[]> {
  const { bytes, width, height } = await frameOf(path, Math.max(frame, 0))
  const [half, area] = [(y >> 1) * (width >> 1) + (x >> 1), width * height]
  const [kr, kb] = matrix === 'bt709' ? [0.2126, 0.0722] : [0.299, 0.114]
  const luma = ((bytes[y * width + x] ?? 0) - 16) / 219
  const [cb, cr] = [((bytes[area + half] ?? 0) - 128) / 224, ((bytes[area + area / 4 + half] ?? 0) - 128) / 224]
  const [red, blue] = [luma + 2 * (1 - kr) * cr, luma + 2 * (1 - kb) * cb]
  const green = (luma - kr * red - kb * blue) / (1 - kr - kb)
  return [red, green, blue].map((level) => Math.round(Math.min(Math.max(level, 0), 1) * 255))
}

/** How alike two videos are in the frame where they are least alike, in dB; 100 for equal pictures. */
export async function worstPsnr(a: string, b: string): Promise<number> {
  const compare = ['-lavfi', '[0:v][1:v]psnr=stats_file=-', '-f', 'null', '-']
  const text = await runTool('ffmpeg', ['-v', 'error', '-i', a, '-i', b, ...compare])
  const values = [...text.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) => (value === 'inf' ? 100 : Number(value)))
  if (values.length === 0) throw new Error('no frame was compared')
  return Math.min(...values)
}
