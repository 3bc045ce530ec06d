import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, realClip, runTool, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { filesUnder, testMedia } from '../../../../../tests/support/media.ts'
import { upload } from '../../../../../tests/support/tus.ts'
import { decodePeaks, Filmstrip, parsePeakPyramid, type Project, readPeakRange, Shots } from '../../model/index.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()

/** Four seconds of picture and sound; prepared while the page watches. */
const holiday = once(async () => {
  const [moving, sounding] = [picture({ seconds: 4 }), tone({ seconds: 4 })]
  const path = await clips.make('talking.mp4', ...moving, ...sounding, ...QUICK_H264, '-movflags', '+faststart')
  const id = await upload(lab.as('ada'), path, 'My holiday.mp4')
  const leave = new AbortController()
  const changes = await call(
    lab.feature.procedures.watch,
    { projectId: id },
    { ...lab.context('ada'), signal: leave.signal },
  )
  const stages = new Set<Project['stage']>()
  for await (const project of changes) {
    stages.add(project.stage)
    if (project.stage === 'prepared') break
  }
  leave.abort()
  return { id, stages: [...stages] }
})

/** One second of each colour, so that each tile of the filmstrip has one right colour. Silent. */
const COLOURS = ['red', 'lime', 'blue', 'white', 'black', 'yellow']
const colourful = once(async () => {
  const inputs = COLOURS.flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=160x90:r=20:d=1`])
  const joined = ['-filter_complex', `concat=n=${COLOURS.length}`, ...QUICK_H264, '-g', '10']
  return lab.prepare(await clips.make('colours.mp4', ...inputs, ...joined))
})

/** The first of two tracks sounds all the time; the second, the default, starts a second late. */
const twoTracks = once(async () => {
  const first = tone({ hertz: 200, seconds: 3 })
  const second = ['-itsoffset', '1', ...tone({ hertz: 2_000, seconds: 2 })]
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-disposition:a:0', '0', '-disposition:a:1', 'default']
  const inputs = [...picture({ seconds: 3 }), ...first, ...second]
  const project = await lab.prepare(await clips.make('two.mkv', ...inputs, ...maps, ...QUICK_H264, '-c:a', 'aac'))
  return { project, sound: await readFile(lab.pathOf(`projects/${project.id}/audio.wav`)) }
})

test('a clip becomes a project with preview, sound, waveform, filmstrip and poster', async () => {
  const project = await lab.view('ada', (await holiday()).id)
  expect(project).toMatchObject({
    title: 'My holiday',
    stage: 'prepared',
    progress: 1,
    problem: null,
    probe: {
      container: 'mp4',
      durationMs: 4_000,
      width: 320,
      height: 180,
      fps: { n: 25, d: 1 },
      variableFrameRate: false,
      rotation: 0,
      videoCodec: 'h264',
      hdr: false,
      audio: { codec: 'aac', tracks: 1, track: 0 },
      picture: { index: 0, width: 320, height: 180, pixelAspect: 1, matrix: 'unknown' },
    },
  })
  expect(await filesUnder(lab.pathOf(`projects/${project.id}`))).toHaveLength(8)
  expect(lab.prepared.map(({ id }) => id)).toContain(project.id)

  const sound = await readFile(lab.pathOf(`projects/${project.id}/audio.wav`))
  expect(sound.subarray(0, 4).toString()).toBe('RIFF')
  expect((sound.length - 44) / 2 / 16_000).toBeCloseTo(4, 1)
  const pyramid = parsePeakPyramid(await fetchBytes(project.assets.peaks, 'bytes=0-63'))
  expect(pyramid.durationMs).toBeCloseTo(4_000, -2)
  const range = readPeakRange(pyramid, { t0: 1_000, t1: 2_000 }, 100)
  const { data } = decodePeaks(
    range,
    await fetchBytes(project.assets.peaks, `bytes=${range.firstByte}-${range.endByte - 1}`),
  )
  expect(data).toHaveLength(200)
  expect(Math.max(...data)).toBeGreaterThan(10)
  expect(Math.min(...data)).toBeLessThan(-10)

  const preview = await describeFile(`projects/${project.id}/preview.mp4`)
  expect(preview.streams).toMatchObject([
    { codec_name: 'h264', pix_fmt: 'yuv420p', width: 320, height: 180, r_frame_rate: '25/1', nb_frames: '100' },
    { codec_name: 'aac' },
  ])
})

test('the filmstrip shows each moment at the planned position', async () => {
  const { id } = await colourful()
  const plan = Filmstrip.parse(JSON.parse(await readFile(lab.pathOf(`projects/${id}/filmstrip.json`), 'utf8')))
  expect(plan).toMatchObject({ intervalMs: 500, count: 12, columns: 10, rows: 2, tileHeight: 96 })
  const strip = await pixelsOf(`projects/${id}/filmstrip.jpg`, plan.columns * plan.tileWidth)
  const names = Array.from({ length: plan.count }, (_, tile) => {
    const [column, row] = [tile % plan.columns, Math.floor(tile / plan.columns)]
    return nameOf(strip((column + 0.5) * plan.tileWidth, (row + 0.5) * plan.tileHeight))
  })
  expect(names).toEqual(COLOURS.flatMap((colour) => [colour, colour]))
})

test('changes of shot have the times of their first frames', async () => {
  const { assets } = await colourful()
  expect(Shots.parse(await fetchJson(assets.shots)).timesMs).toEqual([1_000, 2_000, 3_000, 4_000, 5_000])
})

test('changes of shot are exact at an odd frame rate', async () => {
  const inputs = ['red', 'lime', 'blue'].flatMap((colour) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:s=160x90:r=24000/1001:d=1.001`,
  ])
  const clip = await clips.make('film.mp4', ...inputs, '-filter_complex', 'concat=n=3', ...QUICK_H264)
  const { assets, probe } = await lab.prepare(clip)
  expect(probe?.fps).toEqual({ n: 24_000, d: 1_001 })
  expect(Shots.parse(await fetchJson(assets.shots)).timesMs).toEqual([1_001, 2_002])
})

test('a clip of 0.3 seconds has a waveform, a filmstrip and no change of shot', async () => {
  const inputs = [...picture({ seconds: 0.3 }), ...tone({ seconds: 0.3 })]
  const { assets } = await lab.prepare(await clips.make('short.mp4', ...inputs, ...QUICK_H264))
  const { durationMs, levels } = parsePeakPyramid(await fetchBytes(assets.peaks, 'bytes=0-63'))
  expect(durationMs).toBeGreaterThanOrEqual(299)
  expect(durationMs).toBeLessThan(400)
  expect(levels.at(-1)?.steps).toBe(2)
  expect(Shots.parse(await fetchJson(assets.shots)).timesMs).toEqual([])
})

test('streams each change while a clip is prepared, until the page leaves', async () => {
  const { stages } = await holiday()
  expect(stages.at(-1)).toBe('prepared')
})

test('late sound stays in sync: its first sample is media time 0', async () => {
  const { project, sound } = await twoTracks()
  expect(project.problem).toBeNull()
  const loudest = (fromMs: number, toMs: number) => {
    const part = Array.from({ length: (toMs - fromMs) * 16 }, (_, index) =>
      Math.abs(sound.readInt16LE(44 + (fromMs * 16 + index) * 2)),
    )
    return Math.max(...part)
  }
  expect(loudest(0, 900)).toBeLessThan(100)
  expect(loudest(1_100, 2_500)).toBeGreaterThan(1_000)
})

test('a silent video is prepared without sound', async () => {
  expect(await colourful()).toMatchObject({ stage: 'prepared', probe: { audio: null }, assets: { peaks: null } })
})

test.each([
  ['see-through.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuva420p'], true],
  ['see-through-vp8.webm', ['-c:v', 'libvpx', '-auto-alt-ref', '0', '-pix_fmt', 'yuva420p'], true],
  ['opaque.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p'], false],
])('%s with %j has transparency: %s', async (name, encode, hasAlpha) => {
  const faded = ['-vf', 'format=yuva420p,colorchannelmixer=aa=0.5']
  const project = await lab.prepare(await clips.make(name, ...picture({ seconds: 1 }), ...faded, ...encode))
  expect(project.probe).toMatchObject({ audio: null, hasAlpha })
})

test('uses the default of two sound tracks, and the project says which', async () => {
  const { project, sound } = await twoTracks()
  expect(project.probe?.audio).toMatchObject({ tracks: 2, track: 1 })
  // The second in which both sound.
  const samples = Array.from({ length: 16_000 }, (_, index) => sound.readInt16LE(44 + (24_000 + index) * 2))
  const crossings = samples.filter((sample, index) => sample >= 0 !== (samples[index - 1] ?? 0) >= 0)
  expect(crossings.length / 2).toBeCloseTo(2_000, -2)
})

describe('prepares every accepted kind of file', () => {
  const small = ['-f', 'lavfi', '-i', 'testsrc=s=161x91:r=24000/1001:d=1', ...tone({ seconds: 1 })]
  const even = ['-vf', 'pad=162:92', ...QUICK_H264]
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
  const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le']
  test.each([
    ['h264-mp3.mp4', [...even, '-c:a', 'libmp3lame'], { videoCodec: 'h264', width: 162 }],
    ['h264-pcm.mov', [...even, '-c:a', 'pcm_s16le'], { container: 'mov' }],
    ['h264-ac3.m4v', ['-f', 'mp4', ...even, '-c:a', 'ac3'], { container: 'mp4' }],
    ['h264-flac.mkv', [...even, '-c:a', 'flac'], { container: 'mkv' }],
    [
      'hevc-10bit.mp4',
      [...x265, '-x265-params', 'log-level=none', '-vf', 'pad=162:92'],
      { videoCodec: 'hevc', hdr: false },
    ],
    [
      'hevc-hlg.mov',
      [
        ...x265,
        '-vf',
        'pad=162:92',
        '-x265-params',
        'log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc',
      ],
      { hdr: true },
    ],
    [
      'vp8-vorbis.webm',
      ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis'],
      { container: 'webm', width: 161, height: 91 },
    ],
    ['vp9-opus.webm', [...vp9, '-c:a', 'libopus'], { videoCodec: 'vp9', fps: { n: 24_000, d: 1_001 } }],
    [
      'live.webm',
      [...vp9, '-c:a', 'libopus', '-live', '1'],
      { container: 'webm', durationMs: expect.closeTo(1_020, -2) },
    ],
    [
      'av1.mp4',
      ['-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-vf', 'pad=162:92'],
      { videoCodec: 'av1' },
    ],
  ])('%s', async (name, options, probe) => {
    const project = await lab.prepare(await clips.make(name, ...small, ...options))
    expect(project.problem).toBeNull()
    expect(project).toMatchObject({ stage: 'prepared', probe })
  })
})

/**
 * Each with its real content and the size of its preview. The clip of a person talking is in a journey. Files by ffmpeg
 * are cut to their first second without re-encoding; files of other makes are used whole.
 */
const REAL = [
  {
    name: 'rotated.mp4',
    taken: 'whole',
    probe: { width: 1_080, height: 1_920, rotation: 90, fps: { n: 24, d: 1 } },
    size: { width: 540, height: 960 },
  },
  {
    name: 'anamorphic.mp4',
    taken: 'its first second',
    probe: { width: 1_280, height: 360, audio: null },
    size: { width: 1_280, height: 360 },
  },
  {
    name: 'variable-rate.mp4',
    taken: 'whole',
    probe: { width: 3_026, height: 1_386, variableFrameRate: true, fps: { n: 30, d: 1 } },
    size: { width: 1_178, height: 540 },
  },
  {
    name: 'phone-hevc.mp4',
    taken: 'its first second',
    probe: { width: 1_920, height: 1_080, videoCodec: 'hevc' },
    size: { width: 960, height: 540 },
  },
  {
    name: 'bunny-10s.mp4',
    taken: 'its first second',
    probe: { width: 1_280, height: 720, fps: { n: 24, d: 1 } },
    // It plays and seeks well, so its preview is a copy.
    size: { width: 1_280, height: 720 },
  },
] as const

describe('prepares real clips', () => {
  for (const { name, taken, probe, size } of REAL) {
    const path = realClip(name) ?? ''
    test.skipIf(path === '')(name, async () => {
      const project = await lab.prepare(taken === 'whole' ? path : await clips.firstSecond(name, path))
      expect(project).toMatchObject({ stage: 'prepared', probe })
      const [shown] = (await describeFile(`projects/${project.id}/preview.mp4`)).streams
      expect(shown).toMatchObject({ ...size, pix_fmt: 'yuv420p' })
      expect(shown).not.toMatchObject({ color_range: 'pc' })
    })
  }
})

test.skipIf(realClip('bunny-10s.mp4') === undefined)('finds each cut between real clips, and none within', async () => {
  const cuts = [
    { name: 'bunny-10s.mp4', startS: 0 },
    { name: 'phone-hevc.mp4', startS: 0 },
    { name: 'anamorphic.mp4', startS: 0 },
    { name: 'bunny-10s.mp4', startS: 5 },
  ]
  const inputs = cuts.flatMap(({ name, startS }) => ['-ss', String(startS), '-t', '1', '-i', realClip(name) ?? ''])
  const same = 'scale=320:180:force_original_aspect_ratio=increase,crop=320:180,setsar=1,fps=25,format=yuv420p'
  const scaled = cuts.map((_, at) => `[${at}:v]${same},trim=end_frame=25,setpts=PTS-STARTPTS[v${at}]`)
  const joined = `${scaled.join(';')};${cuts.map((_, at) => `[v${at}]`).join('')}concat=n=${cuts.length}[v]`
  const clip = await clips.make('cuts.mp4', ...inputs, '-filter_complex', joined, '-map', '[v]', ...QUICK_H264)
  const { assets } = await lab.prepare(clip)
  expect(Shots.parse(await fetchJson(assets.shots)).timesMs).toEqual([1_000, 2_000, 3_000])
})

test('removing a project during preparation stops the work and leaves no file', async () => {
  const second = await clips.make('second.mp4', ...picture({ size: '1280x720', fps: '60', seconds: 1 }), ...QUICK_H264)
  const path = await clips.repeat('long.mp4', second, 30)
  const id = await upload(lab.as('ada'), path)
  await expect.poll(async () => (await lab.view('ada', id)).assets.poster, { timeout: 60_000 }).not.toBeNull()
  await call(lab.feature.procedures.remove, { projectId: id }, lab.context('ada'))
  await expect
    .poll(async () => (await lab.jobs.bySubject(lab.db, 'media.prepare', id))?.state, { timeout: 60_000 })
    .toBe('cancelled')
  await expect.poll(() => lab.leftovers(id), { timeout: 60_000 }).toEqual([])
  expect(await filesUnder(join(lab.dataDir, 'tmp'))).toEqual([])
  expect(lab.removed.map((project) => project.id)).toContain(id)
  await expect(call(lab.feature.procedures.get, { projectId: id }, lab.context('ada'))).rejects.toThrow(
    'Project not found',
  )
})

/** Creates a shared fixture on first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function fetchBytes(path: string | null, range: string): Promise<Uint8Array> {
  const answer = await lab.as('ada')(path ?? '', { headers: { range } })
  expect(answer.status).toBe(206)
  return new Uint8Array(await answer.arrayBuffer())
}

async function fetchJson(path: string | null): Promise<unknown> {
  return (await lab.as('ada')(path ?? '')).json()
}

async function describeFile(key: string): Promise<{ streams: unknown[] }> {
  return JSON.parse(await runTool('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', lab.pathOf(key)]))
}

/** Reads the RGB of any pixel of a picture. */
async function pixelsOf(key: string, width: number): Promise<(x: number, y: number) => number[]> {
  const raw = join(clips.folder, 'strip.rgb')
  await runTool('ffmpeg', ['-v', 'error', '-y', '-i', lab.pathOf(key), '-f', 'rawvideo', '-pix_fmt', 'rgb24', raw])
  const pixels = await readFile(raw)
  return (x, y) => [...pixels.subarray((Math.floor(y) * width + Math.floor(x)) * 3).subarray(0, 3)]
}

function nameOf(rgb: readonly number[]): string {
  const names: Record<string, string> = {
    '100': 'red',
    '010': 'lime',
    '001': 'blue',
    '111': 'white',
    '000': 'black',
    '110': 'yellow',
  }
  return names[rgb.map((value) => (value > 127 ? 1 : 0)).join('')] ?? rgb.join()
}
