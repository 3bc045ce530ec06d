import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Template } from '#features/templates/model/index.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { CaptionTrack } from '../../model/index.ts'
import { burnIn } from './burn-in.ts'

/** The words and template of a sample clip, and where it is made. */
export type SampleClipOrder = {
  readonly media: MediaRunner
  readonly words: string
  readonly template: Template
  /** Private to this clip. */
  readonly workDir: string
  readonly signal: AbortSignal
}

const FRAME = { width: 540, height: 960 }
const FPS = 25
/** Size of the background, which is scaled up: it has no edges to blur. */
const BACKGROUND = { width: 18, height: 32 }
const WORD_MS = 420
/** Silence before the first word and after the last, ms. */
const REST_MS = 400
/** Two colours that move over the background, RGB from 0 to 255; dark, for contrast with captions. */
const COLOURS = [
  [33, 29, 68],
  [122, 52, 84],
] as const
const LIMITS = { memoryMb: 2048, cpuSeconds: 60, wallMs: 120_000, outputBytes: 50_000_000 }

/**
 * Makes a short upright clip of moving colours, without people or sound, and burns captions into it like into any
 * video. Deterministic.
 * @returns the finished file, inside `workDir`
 */
export async function makeSampleClip(order: SampleClipOrder): Promise<string> {
  const { media, template, workDir, signal } = order
  const words = order.words.split(' ')
  const durationMs = 2 * REST_MS + words.length * WORD_MS
  const sourcePath = await makeBackground(order, Math.round((durationMs * FPS) / 1_000))
  return burnIn({
    media,
    template,
    signal,
    sourcePath,
    quality: 'standard',
    workDir: join(workDir, 'export'),
    track: trackOf(words),
    probe: {
      container: 'mp4',
      videoCodec: 'h264',
      ...FRAME,
      durationMs,
      fps: { n: FPS, d: 1 },
      variableFrameRate: false,
      rotation: 0,
      audio: null,
      hdr: false,
    },
    limit: { height: FRAME.width, fps: FPS },
    onProgress: () => {},
  })
}

async function makeBackground({ media, workDir, signal }: SampleClipOrder, frames: number): Promise<string> {
  await mkdir(workDir, { recursive: true })
  const { width, height } = BACKGROUND
  const running = await media.start({
    tool: 'ffmpeg',
    args: [
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pixel_format',
      'rgb24',
      '-video_size',
      `${width}x${height}`,
      '-framerate',
      String(FPS),
      '-i',
      'pipe:0',
      '-vf',
      `scale=${FRAME.width}:${FRAME.height}:flags=bicubic`,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '16',
      '-pix_fmt',
      'yuv420p',
      '/out/background.mp4',
    ],
    inputs: [],
    outputDir: workDir,
    stdin: 'open',
    extraFormats: ['rawvideo'],
    limits: LIMITS,
    signal,
  })
  const written = (async () => {
    for (let n = 0; n < frames; n += 1) {
      if (!running.stdin.write(backgroundAt(n / frames))) await once(running.stdin, 'drain')
    }
    running.stdin.end()
  })()
  await Promise.all([running.done, written])
  return join(workDir, 'background.mp4')
}

/** One background picture, three bytes per pixel. @param at elapsed share of the clip, 0 to 1 */
function backgroundAt(at: number): Buffer {
  const picture = Buffer.alloc(BACKGROUND.width * BACKGROUND.height * 3)
  for (let y = 0; y < BACKGROUND.height; y += 1) {
    for (let x = 0; x < BACKGROUND.width; x += 1) {
      const wave =
        Math.sin(Math.PI * 2 * (at + x / BACKGROUND.width / 3)) + Math.cos(Math.PI * (at * 2 + y / BACKGROUND.height))
      const share = (wave + 2) / 4
      for (const channel of [0, 1, 2] as const) {
        const [from, to] = [COLOURS[0][channel], COLOURS[1][channel]]
        picture[(y * BACKGROUND.width + x) * 3 + channel] = Math.round(from + (to - from) * share)
      }
    }
  }
  return picture
}

/** Captions of four words each. */
function trackOf(words: readonly string[]): CaptionTrack {
  const timed = words.map((text, at) => ({
    text,
    tags: [],
    joined: false,
    breakBefore: false,
    t0: REST_MS + at * WORD_MS,
    t1: REST_MS + (at + 1) * WORD_MS,
  }))
  const captions = Array.from({ length: Math.ceil(timed.length / 4) }, (_, at) => {
    const group = timed.slice(4 * at, 4 * at + 4)
    return { fromMs: group[0]?.t0 ?? 0, toMs: group.at(-1)?.t1 ?? 0, words: group, patches: [] }
  })
  return { language: 'en', direction: 'ltr', captions }
}
