import { GlobalFonts } from '@napi-rs/canvas'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Probe } from '#features/media/model/index.ts'
import { TEMPLATES, newestTemplate } from '#features/templates/model/index.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { clipMaker, picture, QUICK_H264, tone } from '../../../../../tests/support/clips.ts'
import {
  describeExport,
  frameTimesOf,
  lumaOf,
  paced,
  packetsOf,
  pixelAt,
  probeOf,
  type RawFrames,
  rawFramesOf,
  spokenTrack,
  worstPsnr,
} from '../../../../../tests/support/exports.ts'
import { burnIn, type BurnInOrder } from './burn-in.ts'
import { servedFontPath } from '../font-files.ts'
import { Manifest } from './manifest.ts'

const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const clips = await clipMaker()
const work = await mkdtemp(join(tmpdir(), 'wordpop-burn-'))
afterAll(() => rm(work, { recursive: true, force: true }))

const GREY = ['-f', 'lavfi', '-i', 'color=gray:s=1280x720:r=25:d=0.2']
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
const grey709 = await clips.make('grey-709.mp4', ...GREY, ...QUICK_H264, ...BT709)
/** What the upload check has found in `testsrc2` clips; without it, each export runs ffprobe. */
const CHECKED = {
  index: 0,
  width: 320,
  height: 180,
  pixelAspect: 1,
  range: 'unknown',
  primaries: 'unknown',
  transfer: 'unknown',
  matrix: 'unknown',
} as const
const WORDS = 'every good video starts with one clear idea'
const oneSecond = await clips.make('one-second.mp4', ...picture({ seconds: 1 }), ...QUICK_H264)
const clip = await clips.make(
  'plain.mp4',
  ...picture({ seconds: 3 }),
  ...tone({ seconds: 3 }),
  ...QUICK_H264,
  '-c:a',
  'aac',
)

test('exports every frame with the same sound, playable while it loads', async () => {
  const path = await burn('plain', clip)
  const { video, audio, frames } = await describeExport(path)
  expect(frames).toBe(75)
  expect(video).toMatchObject({
    codec_name: 'h264',
    pix_fmt: 'yuv420p',
    width: 320,
    height: 180,
    r_frame_rate: '25/1',
    avg_frame_rate: '25/1',
  })
  expect(video).toMatchObject({
    color_range: 'tv',
    color_space: 'smpte170m',
    color_primaries: 'smpte170m',
    color_transfer: 'smpte170m',
  })
  expect(audio).toMatchObject({ codec_name: 'aac' })
  expect(await packetsOf(path)).toEqual(await packetsOf(clip))
  const bytes = await readFile(path)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('exports a video without captions, and one without sound', async () => {
  const silent = await clips.make('silent.mp4', ...picture({ seconds: 1 }), ...QUICK_H264)
  const path = await burn('silent', silent, {
    probe: probeOf({ durationMs: 1_000, audio: null }),
    track: spokenTrack(''),
  })
  const { audio, frames } = await describeExport(path)
  expect([audio, frames]).toEqual([undefined, 25])
})

test('reuses the picture facts of the upload check', async () => {
  const found = { ...CHECKED, range: 'tv', primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' }
  // The file itself is untagged and would be treated as BT.601.
  const probe = probeOf({ durationMs: 1_000, audio: null, picture: found })
  const { video } = await describeExport(await burn('checked', oneSecond, { probe }))
  expect(video).toMatchObject({ color_space: 'bt709' })
})

test.each([
  { sound: 'libopus', file: 'opus.webm', picture: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'] },
  { sound: 'pcm_s16le', file: 'pcm.mov', picture: [...QUICK_H264] },
])('converts $sound sound to AAC of the same length', async ({ sound, file, picture: encoder }) => {
  const source = await clips.make(file, ...picture({ seconds: 2 }), ...tone({ seconds: 2 }), ...encoder, '-c:a', sound)
  const audio = { codec: sound.replace('lib', ''), channels: 1, sampleRate: 48_000, tracks: 1, track: 0 }
  const made = await describeExport(await burn(file, source, { probe: probeOf({ durationMs: 2_000, audio }) }))
  expect(made.audio).toMatchObject({ codec_name: 'aac' })
  expect(Number(made.audio?.['duration'])).toBeCloseTo(2, 1)
  expect(made.frames).toBe(50)
})

test('exports a rotated picture with odd edges upright and even', async () => {
  const lying = await clips.make(
    'lying.mkv',
    '-f',
    'lavfi',
    '-i',
    'color=red:s=180x321:r=25:d=1',
    '-vf',
    'drawbox=0:0:180:160:blue:fill,transpose=2',
    '-c:v',
    'ffv1',
  )
  const odd = await clips.make('odd.mp4', '-i', lying, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p')
  const rotated = await clips.make('rotated.mp4', '-i', odd, '-c', 'copy', '-metadata:s:v', 'rotate=270')
  const turned: Partial<Probe> = { durationMs: 1_000, width: 180, height: 321, rotation: 90, audio: null }
  const path = await burn('rotated', rotated, { probe: probeOf(turned), track: spokenTrack('') })
  const { video } = await describeExport(path)
  expect(video).toMatchObject({ width: 180, height: 320 })
  expect(video['side_data_list']).toBeUndefined()
  const frames = await rawFramesOf(path)
  const [top, bottom] = [pixelAt(frames, { x: 90, y: 40 }), pixelAt(frames, { x: 90, y: 280 })]
  expect(top[2], 'blue is on top').toBeGreaterThan(150)
  expect(bottom[0], 'red is below').toBeGreaterThan(150)
})

test('converts non-square pixels to square ones', async () => {
  const wide = await clips.make(
    'wide.mp4',
    ...picture({ size: '160x180', seconds: 1 }),
    '-vf',
    'setsar=2',
    ...QUICK_H264,
  )
  const { video } = await describeExport(
    await burn('wide', wide, { probe: probeOf({ durationMs: 1_000, audio: null }) }),
  )
  expect(video).toMatchObject({ width: 320, height: 180, sample_aspect_ratio: '1:1' })
})

test('converts a variable frame rate to a constant one without drift', async () => {
  // A white flash every second, with irregular frames in between.
  const flashes = "select='not(mod(n,4))+gt(mod(n,13),8)',drawbox=0:0:320:180:white:fill:enable='lt(mod(t,1),0.08)'"
  const source = await clips.make(
    'varying.mp4',
    '-f',
    'lavfi',
    '-i',
    'color=black:s=320x180:r=100:d=6',
    '-vf',
    flashes,
    '-vsync',
    'vfr',
    ...QUICK_H264,
  )
  const path = await burn('varying', source, {
    probe: probeOf({ durationMs: 6_000, fps: { n: 30, d: 1 }, variableFrameRate: true, audio: null, picture: CHECKED }),
    track: spokenTrack(''),
  })
  const times = await frameTimesOf(path)
  // The file does not contain the duration of the last picture: allow one frame either way.
  expect(Math.abs(times.length - 180)).toBeLessThanOrEqual(1)
  expect(times.every((time, at) => Math.abs(time - at / 30) < 0.001)).toBe(true)
  const frames = await rawFramesOf(path)
  const redAt = (frame: number) => pixelAt(frames, { x: 160, y: 10, frame })[0]
  for (let second = 0; second < 6; second += 1) {
    expect(redAt(second * 30 + 1), `flash at ${second} s`).toBeGreaterThan(200)
    if (second > 0) expect(redAt(second * 30 - 1), `just before ${second} s`).toBeLessThan(50)
  }
})

test('exports half the frames and a smaller picture on a smaller plan', async () => {
  const large = await clips.make('large.mp4', ...picture({ size: '640x480', fps: '50', seconds: 1 }), ...QUICK_H264)
  const limited = {
    probe: probeOf({ durationMs: 1_000, width: 640, height: 480, fps: { n: 50, d: 1 }, audio: null }),
    limit: { height: 240, fps: 30 },
  }
  const { video, frames } = await describeExport(await burn('large', large, limited))
  expect([video['width'], video['height'], video['r_frame_rate'], frames]).toEqual([320, 240, '25/1', 25])
})

test('draws in an own font, and forgets it when the export ends or fails', async () => {
  const own = inOwnFont()
  const isKnown = () => GlobalFonts.families.some(({ family }) => family.startsWith('wp-own-'))
  expect(await readFile(await burn('own-font', clip, own))).not.toEqual(
    await readFile(await burn('shipped-font', clip)),
  )
  expect(isKnown()).toBe(false)
  await expect(burn('own-font-fails', join(work, 'missing.mp4'), own)).rejects.toThrow()
  expect(isKnown()).toBe(false)
})

describe('colours', () => {
  const patch = (color: string) => ({
    ...newestTemplate('accessible-block'),
    box: { scope: 'cue' as const, color, radius: 0, padX: 2, padY: 1 },
  })
  const order = {
    probe: probeOf({ durationMs: 200, width: 1280, height: 720, audio: null }),
    track: spokenTrack('x', { startMs: 0, wordMs: 200 }),
  }
  /** A pixel in the box, beside its letter. */
  const inBox = { x: 600, y: 518, frame: 2 }
  const COLOURS = ['#7C3AED', '#E11D48', '#FFE14D', '#0284C7', '#C8FF3D', '#000000', '#FFFFFF']
  /** One caption after another, each with five frames and one box. */
  const oneByOne = once(async () => {
    const captions = COLOURS.flatMap((color, at) =>
      spokenTrack('x', { startMs: 200 * at, wordMs: 200 }).captions.map((caption) => ({
        ...caption,
        patches: [{ box: { color } }],
      })),
    )
    const long = await clips.repeat('grey-709-long.mp4', grey709, COLOURS.length)
    const probe = { ...order.probe, durationMs: 200 * COLOURS.length }
    const track = { ...order.track, captions }
    return rawFramesOf(await burn('colours', long, { probe, track, template: patch('#000000') }))
  })

  test.each(COLOURS)('encodes a box of %s within two levels of its colour', async (color) => {
    const frame = 5 * COLOURS.indexOf(color) + inBox.frame
    const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    expectNear(pixelAt(await oneByOne(), { ...inBox, frame, matrix: 'bt709' }), wanted)
  })

  test('keeps the matrix of a full-range BT.601 picture and limits its range', async () => {
    const fullRange = ['-vf', 'scale=out_range=pc', '-pix_fmt', 'yuvj420p', '-colorspace', 'bt470bg']
    const source = await clips.make('full.mp4', ...GREY, '-c:v', 'libx264', '-preset', 'ultrafast', ...fullRange)
    const path = await burn('full', source, { ...order, template: patch('#E11D48') })
    expect((await describeExport(path)).video).toMatchObject({ color_range: 'tv', color_space: 'bt470bg' })
    const frames = await rawFramesOf(path)
    expectNear(pixelAt(frames, inBox), [225, 29, 72])
    expectNear(pixelAt(frames, { x: 600, y: 100, frame: 2 }), [128, 128, 128])
  })
})

test('highlights each word exactly while it is spoken', async () => {
  const black = await clips.make('black.mp4', '-f', 'lavfi', '-i', 'color=black:s=320x180:r=25:d=3', ...QUICK_H264)
  const template = {
    ...newestTemplate('karaoke'),
    stroke: null,
    shadows: [],
    fill: { upcoming: '#000000', spoken: '#000000', active: '#FFFFFF', gradientTo: null },
  }
  const track = spokenTrack('one two three', { startMs: 480, wordMs: 520 })
  const path = await burn('lit', black, { probe: probeOf({ audio: null, picture: CHECKED }), track, template })
  const frames = await rawFramesOf(path)
  const columns = [11, 12, 24, 25, 37, 38, 50, 51].map((frame) => litColumn(frames, frame))
  expect(columns[0], 'nothing before 480 ms').toBeNull()
  expect(columns[7], 'nothing from 2,040 ms on').toBeNull()
  const [, one, stillOne, two, stillTwo, three, stillThree] = columns
  expect([one, two, three]).toEqual([stillOne, stillTwo, stillThree])
  expect(one).toBeLessThan(Number(two))
  expect(two).toBeLessThan(Number(three))
})

describe('a long export after a crash of its worker', () => {
  test('resumes after the written part with an identical picture', async () => {
    // A cut every two seconds starts a group of pictures; only whole groups are recorded.
    const long = await clips.make(
      'long.mp4',
      ...picture({ seconds: 12 }),
      ...tone({ seconds: 12 }),
      '-vf',
      "negate=enable='lt(mod(t,4),2)'",
      ...QUICK_H264,
      '-c:a',
      'aac',
    )
    const order = {
      probe: probeOf({ durationMs: 12_000, picture: CHECKED }),
      track: spokenTrack(Array.from({ length: 36 }, (_, at) => `word${at}`).join(' ')),
      resumableFromMs: 1_000,
      recordIntervalMs: 20,
    }
    const whole = await burn('unbroken', long, { ...order, resumableFromMs: 100_000 })

    const dying = new AbortController()
    const workDir = join(work, 'broken')
    const manifest = join(workDir, 'manifest.json')
    const recordedFrames = () =>
      existsSync(manifest) ? (Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))).parts[0]?.frames ?? 0) : 0
    const killed = burn('broken', long, {
      ...order,
      media: paced(media, 2),
      signal: dying.signal,
      onProgress: () => recordedFrames() > 50 && dying.abort(new Error('killed')),
    })
    await expect(killed).rejects.toThrow('killed')
    const recorded = recordedFrames()

    const begun: number[] = []
    const path = await burn('broken', long, { ...order, onProgress: ({ frames }) => begun.push(frames) })
    expect(
      Math.min(...begun.filter((frames) => frames > 0)),
      'recorded frames are not drawn again',
    ).toBeGreaterThanOrEqual(recorded)
    const times = await frameTimesOf(path)
    expect(times).toHaveLength(300)
    expect(times.every((time, at) => Math.abs(time - at / 25) < 0.001)).toBe(true)
    expect(await packetsOf(path)).toEqual(await packetsOf(long))
    expect(await worstPsnr(path, whole)).toBeGreaterThan(35)
  })

  test('restarts when the captions changed', async () => {
    const order = { probe: probeOf({ durationMs: 1_000, audio: null, picture: CHECKED }), resumableFromMs: 500 }
    await burn('other', oneSecond, { ...order, track: spokenTrack('some words') })
    const path = await burn('other', oneSecond, { ...order, track: spokenTrack('quite other words here') })
    expect((await describeExport(path)).frames).toBe(25)
    expect(Manifest.parse(JSON.parse(await readFile(join(work, 'other', 'manifest.json'), 'utf8'))).starts).toBe(1)
  })
})

test('ends a cancelled export early and leaves no process', async () => {
  const cancel = new AbortController()
  let last = 0
  const onProgress = ({ frames }: { frames: number }) => {
    last = frames
    if (frames > 0) cancel.abort(new Error('cancelled'))
  }
  const order = { probe: probeOf({ durationMs: 40_000, audio: null, picture: CHECKED }), media: paced(media, 3) }
  const long = await clips.repeat('forty-seconds.mp4', oneSecond, 40)
  const cancelled = burn('cancelled', long, { ...order, quality: 'best', signal: cancel.signal, onProgress })
  await expect(cancelled).rejects.toThrow('cancelled')
  expect(last).toBeLessThan(500)
  expect(await processesThatName(join(work, 'cancelled'))).toEqual([])
})

// Encoding takes a second each; `paint-frames.test.ts` draws every template.
test.each(TEMPLATES.filter((_, at) => at % 6 === 0).map(({ id }) => id))('exports the template %s', async (id) => {
  const second = {
    probe: probeOf({ durationMs: 1_000, audio: null, picture: CHECKED }),
    track: spokenTrack(WORDS, { startMs: 100, wordMs: 100 }),
  }
  const path = await burn(`template-${id}`, oneSecond, { ...second, template: newestTemplate(id) })
  expect((await describeExport(path)).frames).toBe(25)
})

/** The karaoke template with an own font, and its file. */
function inOwnFont() {
  const template = newestTemplate('karaoke')
  const family = 'own:0a000000-0000-4000-8000-000000000001' as const
  const source = servedFontPath('anton-latin-400-normal.woff') ?? ''
  return {
    template: { ...template, font: { ...template.font, family } },
    ownFonts: [{ family, weights: { min: 400, max: 400 }, coverage: '20-7e', source }],
  }
}

async function burn(name: string, sourcePath: string, o: Partial<BurnInOrder> = {}): Promise<string> {
  return burnIn({
    media,
    sourcePath,
    probe: probeOf(),
    track: spokenTrack(WORDS),
    template: newestTemplate('karaoke'),
    quality: 'standard',
    limit: { height: 1080, fps: 60 },
    workDir: join(work, name),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...o,
  })
}

/** Makes a shared fixture once, on first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** The command lines of running processes that contain a path. */
async function processesThatName(path: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(path))
}

/** Expects each channel within two levels. */
function expectNear(made: readonly number[], wanted: readonly number[]): void {
  const furthest = Math.max(...made.map((level, at) => Math.abs(level - (wanted[at] ?? 0))))
  expect(furthest, `${made.join()} for ${wanted.join()}`).toBeLessThanOrEqual(2)
}

/** Centre of the bright columns, or null if all are dark. */
function litColumn(frames: RawFrames, frame: number): number | null {
  const luma = lumaOf(frames, frame)
  const lit = [...luma.keys()].filter((at) => (luma[at] ?? 0) > 170).map((at) => at % frames.width)
  return lit.length === 0 ? null : Math.round((Math.min(...lit) + Math.max(...lit)) / 2)
}
