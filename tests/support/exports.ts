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
