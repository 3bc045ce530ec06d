import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CensoredSpan } from '#features/captions/model/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { soundInStep } from '#features/media/server/index.ts'
import type { MediaLimits, MediaRunner } from '#platform/server/sandbox/sandbox.ts'

/** The sound of one video, and the parts to censor. */
export type CensorOrder = {
  readonly media: MediaRunner
  readonly sourcePath: string
  readonly probe: Probe
  readonly spans: readonly CensoredSpan[]
  readonly workDir: string
  readonly signal: AbortSignal
}

/** 32-bit float. */
const SAMPLE_BYTES = 4
/** The highest rate of the AAC encoder that players support everywhere. */
const MAX_RATE = 48_000
const NAME = 'censored.m4a'

/**
 * Writes the sound of a video as AAC with censored parts, exact to the sample: its first sample is media time 0. The
 * samples are changed between two ffmpeg processes, so that any number of parts costs the same.
 * @returns the file, inside `workDir`; null if nothing is censored
 */
export async function censorSound(order: CensorOrder): Promise<string | null> {
  const { media, sourcePath, probe, spans, workDir, signal } = order
  const { audio } = probe
  if (audio === null || spans.length === 0) return null
  const rate = Math.min(audio.sampleRate, MAX_RATE)
  const raw = ['-f', 'f32le', '-ar', String(rate), '-ac', String(audio.channels)]
  const limits = limitsFor(probe, rate)
  const filter = ['-map', `0:a:${audio.track}`, '-af', soundInStep(rate)]
  const decoding = await media.start({
    tool: 'ffmpeg',
    args: ['-v', 'error', '-i', '/in/source', '-vn', '-sn', '-dn', ...filter, ...raw, 'pipe:1'],
    inputs: [{ path: sourcePath, as: 'source' }],
    stdout: 'read',
    limits,
    signal,
  })
  const encoding = await media.start({
    tool: 'ffmpeg',
    args: ['-v', 'error', '-y', ...raw, '-i', 'pipe:0', '-c:a', 'aac', '-b:a', '192k', `/out/${NAME}`],
    inputs: [],
    outputDir: workDir,
    stdin: 'open',
    extraFormats: ['f32le'],
    limits,
    signal,
  })
  const piping = pipeline(decoding.stdout, censorStream(spans, { rate, channels: audio.channels }), encoding.stdin)
  const [piped, decoded, encoded] = await Promise.allSettled([piping, decoding.done, encoding.done])
  // A process that fails also breaks the pipe, so its own reason comes first.
  for (const end of [decoded, encoded, piped]) if (end.status === 'rejected') throw end.reason
  return join(workDir, NAME)
}

/** Frequency of a beep, Hz, and its amplitude. */
const BEEP_HZ = 1_000
const BEEP_LEVEL = 0.2
/** Length of the fades inside the edges of a span, against clicks, s. */
const FADE_S = 0.003

/** Censors a stream of interleaved 32-bit float samples. Exported for tests. */
export function censorStream(
  spans: readonly CensoredSpan[],
  { rate, channels }: { readonly rate: number; readonly channels: number },
): Transform {
  const frameBytes = SAMPLE_BYTES * channels
  const parts = spans.map(({ t0, t1, sound }) => ({ start: sampleAt(t0, rate), end: sampleAt(t1, rate), sound }))
  let rest: Buffer = Buffer.alloc(0)
  let frame = 0
  let next = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const count = Math.floor(bytes.length / frameBytes)
      rest = bytes.subarray(count * frameBytes)
      // A copy: the samples of a chunk need not be aligned in memory.
      const samples = new Float32Array(count * channels)
      Buffer.from(samples.buffer).set(bytes.subarray(0, count * frameBytes))
      while ((parts[next]?.end ?? Number.POSITIVE_INFINITY) <= frame) next += 1
      for (let at = next; at < parts.length; at += 1) {
        const part = parts[at]
        if (part === undefined || part.start >= frame + count) break
        censorPart(samples, part, { first: frame, count, rate, channels })
      }
      frame += count
      done(null, Buffer.from(samples.buffer))
    },
  })
}

type Part = { readonly start: number; readonly end: number; readonly sound: CensoredSpan['sound'] }
type Chunk = { readonly first: number; readonly count: number; readonly rate: number; readonly channels: number }

function censorPart(samples: Float32Array, { start, end, sound }: Part, { first, count, rate, channels }: Chunk): void {
  const fade = FADE_S * rate
  for (let frame = Math.max(start, first); frame < Math.min(end, first + count); frame += 1) {
    const share = Math.min(1, (frame - start) / fade, (end - 1 - frame) / fade)
    const beep = sound === 'beep' ? BEEP_LEVEL * Math.sin((2 * Math.PI * BEEP_HZ * (frame - start)) / rate) : 0
    const from = (frame - first) * channels
    for (let at = from; at < from + channels; at += 1) samples[at] = (samples[at] ?? 0) * (1 - share) + beep * share
  }
}

function sampleAt(tMs: number, rate: number): number {
  return Math.round((tMs * rate) / 1_000)
}

/** Ten times the need of a slow machine: stops hangs, not long videos. */
function limitsFor({ durationMs }: Probe, rate: number): MediaLimits {
  const seconds = durationMs / 1_000
  const cpuSeconds = Math.ceil(300 + seconds * (rate / MAX_RATE))
  return { memoryMb: 3_000, cpuSeconds, wallMs: cpuSeconds * 2_000, outputBytes: Math.ceil(50e6 + seconds * 100_000) }
}
