import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { CensoredSpan } from '#features/captions/model/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { clipMaker, picture, QUICK_H264, runTool, tone } from '../../../../../tests/support/clips.ts'
import { describeExport, probeOf, spokenTrack } from '../../../../../tests/support/exports.ts'
import { burnIn } from './burn-in.ts'
import { censorStream } from './censor-sound.ts'

const RATE = 48_000
const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const clips = await clipMaker()
const work = await mkdtemp(join(tmpdir(), 'wordpop-censor-'))
afterAll(() => rm(work, { recursive: true, force: true }))

const SPANS: readonly CensoredSpan[] = [
  { t0: 500, t1: 1_000, sound: 'mute' },
  { t0: 1_500, t1: 2_000, sound: 'beep' },
]
/** AAC spreads sound over its windows, ms. */
const SMEAR_MS = 45

test.each([
  { name: 'short', resumableFromMs: 60_000, text: 'a word', codec: 'aac', file: 'tone.mp4' },
  { name: 'without captions', resumableFromMs: 60_000, text: '', codec: 'aac', file: 'tone.mp4' },
  { name: 'resumable', resumableFromMs: 0, text: 'a word', codec: 'aac', file: 'tone.mp4' },
  { name: 'PCM', resumableFromMs: 60_000, text: 'a word', codec: 'pcm_s16le', file: 'tone.mov' },
])('mutes and beeps in a $name export, and keeps the sound around', async ({ name, resumableFromMs, text, ...of }) => {
  const sound = ['-ar', String(RATE), '-ac', '2', '-c:a', of.codec]
  const source = await clips.make(of.file, ...picture({ seconds: 3 }), ...tone({ seconds: 3 }), ...QUICK_H264, ...sound)
  const path = await burnIn({
    media,
    sourcePath: source,
    probe: probeOf({ audio: { codec: of.codec, channels: 2, sampleRate: RATE, tracks: 1, track: 0 } }),
    track: spokenTrack(text),
    template: newestTemplate('karaoke'),
    censored: SPANS,
    quality: 'standard',
    limit: { height: 1080, fps: 60 },
    workDir: join(work, name),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    resumableFromMs,
  })
  const { audio, frames } = await describeExport(path)
  expect(audio).toMatchObject({ codec_name: 'aac', channels: 2 })
  expect(frames).toBe(75)
  const samples = await soundOf(path)
  const inside = (t0: number, t1: number) => partOf(samples, t0 + SMEAR_MS, t1 - SMEAR_MS)
  const around = [inside(0, 500), inside(1_000, 1_500), inside(2_000, 2_900)]
  for (const part of around) expect(levelAt(part, 440)).toBeGreaterThan(0.05)
  expect(loudnessOf(inside(500, 1_000))).toBeLessThan(0.001)
  expect(levelAt(inside(1_500, 2_000), 1_000)).toBeGreaterThan(0.15)
  expect(levelAt(inside(1_500, 2_000), 440)).toBeLessThan(0.002)
})

test('changes exactly the samples of a span, wherever the stream is cut', async () => {
  const samples = Float32Array.from({ length: 2 * RATE }, (_, at) => 0.5 + (at % 2) / 10)
  const bytes = Buffer.from(samples.buffer)
  const stream = censorStream([{ t0: 100, t1: 350, sound: 'mute' }], { rate: RATE, channels: 2 })
  const done = buffer(stream)
  // Pieces of odd lengths, which cut samples in the middle.
  for (let at = 0; at < bytes.length; at += 4_093) stream.write(bytes.subarray(at, at + 4_093))
  stream.end()
  const made = new Float32Array(new Uint8Array(await done).buffer)
  const changed = [...made.keys()].filter((at) => made[at] !== samples[at])
  expect(made).toHaveLength(samples.length)
  // The outermost samples of the fades keep their full level.
  expect([changed[0], changed.at(-1)]).toEqual([2 * 4_801, 2 * 16_798 + 1])
  expect(made.slice(2 * 5_000, 2 * 16_000).every((sample) => sample === 0)).toBe(true)
})

test('censors 2,000 spans of two hours in one pass over the samples', async () => {
  const spans = Array.from({ length: 2_000 }, (_, at) => ({
    t0: at * 3_600,
    t1: at * 3_600 + 200,
    sound: 'mute' as const,
  }))
  const rate = 100
  const stream = censorStream(spans, { rate, channels: 1 })
  const done = buffer(stream)
  const chunk = Buffer.from(new Float32Array(rate).fill(1).buffer)
  for (let second = 0; second < 7_200; second += 1) stream.write(chunk)
  stream.end()
  const made = new Float32Array(new Uint8Array(await done).buffer)
  expect(made.filter((sample) => sample === 0).length).toBeGreaterThan(2_000 * 17)
})

/** The sound of a file from media time 0 on, mono. */
async function soundOf(path: string): Promise<Float32Array> {
  const raw = join(work, 'sound.f32')
  const filter = ['-af', `aresample=${RATE}:async=1:first_pts=0`, '-ac', '1', '-f', 'f32le']
  await runTool('ffmpeg', ['-v', 'error', '-y', '-i', path, '-vn', ...filter, raw])
  return new Float32Array(new Uint8Array(await readFile(raw)).buffer)
}

function partOf(samples: Float32Array, t0: number, t1: number): Float32Array {
  return samples.slice((t0 * RATE) / 1_000, (t1 * RATE) / 1_000)
}

function loudnessOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

/** The amplitude of one frequency. */
function levelAt(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * at) / RATE
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}
