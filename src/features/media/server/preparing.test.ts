import { createServer } from 'node:http'
import { once } from 'node:events'
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, realClip, runTool, tone } from '../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { beginUpload, filesUnder, sendBytes, testMedia, upload } from '../../../../tests/support/media.ts'
import { Filmstrip, Peaks, type Project } from '../model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { CHECK } from './job-heads.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()
const talking = await clips.make('talking.mp4', ...picture({ seconds: 4 }), ...tone({ seconds: 4 }), ...QUICK_H264, '-movflags', '+faststart')

test('a clip becomes a project with preview, sound, outline, filmstrip and poster', async () => {
  const project = await prepare(talking, 'My holiday.mp4')
  expect(project).toMatchObject({
    ...{ title: 'My holiday', stage: 'prepared', progress: 1, problem: null },
    probe: {
      ...{ container: 'mp4', durationMs: 4_000, width: 320, height: 180, fps: { n: 25, d: 1 }, variableFrameRate: false },
      ...{ rotation: 0, videoCodec: 'h264', hdr: false, audio: { codec: 'aac', tracks: 1, track: 0 } },
    },
  })
  expect(await filesUnder(lab.files.pathOf(`projects/${project.id}`))).toHaveLength(7)
  expect(lab.prepared.map(({ id }) => id)).toContain(project.id)

  const sound = await readFile(lab.files.pathOf(`projects/${project.id}/audio.wav`))
  expect(sound.subarray(0, 4).toString()).toBe('RIFF')
  expect((sound.length - 44) / 2 / 16_000).toBeCloseTo(4, 1)
  const peaks = Peaks.parse(await fetchJson(project.assets.peaks))
  expect(peaks.levels.map(({ length, samples_per_pixel }) => [length, samples_per_pixel])).toEqual([
    [expect.closeTo(402, -1), 160],
    [expect.closeTo(40, -1), 1_600],
  ])
  expect(Math.max(...(peaks.levels[1]?.data ?? []))).toBeGreaterThan(10)

  const preview = await describeFile(`projects/${project.id}/preview.mp4`)
  expect(preview.streams).toMatchObject([
    { codec_name: 'h264', pix_fmt: 'yuv420p', width: 320, height: 180, r_frame_rate: '25/1', nb_frames: '100' },
    { codec_name: 'aac' },
  ])
})

test('the filmstrip shows each moment where its plan says', async () => {
  // One second red, one green, one blue, …: each tile has one right colour.
  const colours = ['red', 'lime', 'blue', 'white', 'black', 'yellow']
  const inputs = colours.flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=160x90:r=20:d=1`])
  const path = await clips.make('colours.mp4', ...inputs, '-filter_complex', `concat=n=${colours.length}`, ...QUICK_H264, '-g', '10')
  const { id } = await prepare(path)
  const plan = Filmstrip.parse(JSON.parse(await readFile(lab.files.pathOf(`projects/${id}/filmstrip.json`), 'utf8')))
  expect(plan).toMatchObject({ intervalMs: 500, count: 12, columns: 10, rows: 2, tileHeight: 96 })
  const strip = await pixelsOf(`projects/${id}/filmstrip.jpg`, plan.columns * plan.tileWidth)
  const names = Array.from({ length: plan.count }, (_, tile) => {
    const [column, row] = [tile % plan.columns, Math.floor(tile / plan.columns)]
    return nameOf(strip((column + 0.5) * plan.tileWidth, (row + 0.5) * plan.tileHeight))
  })
  expect(names).toEqual(colours.flatMap((colour) => [colour, colour]))
})

test('the page is told of each change while a clip is prepared, until it leaves', async () => {
  const id = await upload(lab.as('ada'), talking)
  const leave = new AbortController()
  const changes = await call(lab.feature.procedures.watch, { projectId: id }, { ...lab.context('ada'), signal: leave.signal })
  const stages = new Set<Project['stage']>()
  for await (const project of changes) {
    stages.add(project.stage)
    if (project.stage === 'prepared') break
  }
  leave.abort()
  expect([...stages].at(-1)).toBe('prepared')
})

test('sound that begins late stays in step: its first sample is media time 0', async () => {
  const path = await clips.make('late.mkv', ...picture({ seconds: 3 }), '-itsoffset', '1', ...tone({ seconds: 2 }), ...QUICK_H264, '-c:a', 'aac')
  const { id, problem } = await prepare(path)
  expect(problem).toBeNull()
  const sound = await readFile(lab.files.pathOf(`projects/${id}/audio.wav`))
  const loudest = (fromMs: number, toMs: number) => {
    const part = Array.from({ length: (toMs - fromMs) * 16 }, (_, index) => Math.abs(sound.readInt16LE(44 + (fromMs * 16 + index) * 2)))
    return Math.max(...part)
  }
  expect(loudest(0, 900)).toBeLessThan(100)
  expect(loudest(1_100, 2_500)).toBeGreaterThan(1_000)
})

test('a silent video is prepared without sound', async () => {
  const project = await prepare(await clips.make('silent.mp4', ...picture(), ...QUICK_H264))
  expect(project).toMatchObject({ stage: 'prepared', probe: { audio: null }, assets: { peaks: null } })
})

test('of two sound tracks the one marked as default is used, and the project says which', async () => {
  const inputs = [...picture(), ...tone({ hertz: 200 }), ...tone({ hertz: 2_000 })]
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-disposition:a:0', '0', '-disposition:a:1', 'default']
  const project = await prepare(await clips.make('two.mkv', ...inputs, ...maps, ...QUICK_H264, '-c:a', 'aac'))
  expect(project.probe?.audio).toMatchObject({ tracks: 2, track: 1 })
  const sound = await readFile(lab.files.pathOf(`projects/${project.id}/audio.wav`))
  const crossings = Array.from({ length: 16_000 }, (_, index) => sound.readInt16LE(44 + index * 2) >= 0).filter((up, index, all) => up !== all[index - 1])
  expect(crossings.length / 2).toBeCloseTo(2_000, -2)
})

describe('every accepted kind of file is prepared', () => {
  const small = ['-f', 'lavfi', '-i', 'testsrc=s=161x91:r=24000/1001:d=1', ...tone({ seconds: 1 })]
  const even = ['-vf', 'pad=162:92', ...QUICK_H264]
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
  const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le']
  test.each([
    ['h264-mp3.mp4', [...even, '-c:a', 'libmp3lame'], { videoCodec: 'h264', width: 162 }],
    ['h264-pcm.mov', [...even, '-c:a', 'pcm_s16le'], { container: 'mov' }],
    ['h264-ac3.m4v', ['-f', 'mp4', ...even, '-c:a', 'ac3'], { container: 'mp4' }],
    ['h264-flac.mkv', [...even, '-c:a', 'flac'], { container: 'mkv' }],
    ['hevc-10bit.mp4', [...x265, '-x265-params', 'log-level=none', '-vf', 'pad=162:92'], { videoCodec: 'hevc', hdr: false }],
    [
      'hevc-hlg.mov',
      [...x265, '-vf', 'pad=162:92', '-x265-params', 'log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
      { hdr: true },
    ],
    ['vp8-vorbis.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis'], { container: 'webm', width: 161, height: 91 }],
    ['vp9-opus.webm', [...vp9, '-c:a', 'libopus'], { videoCodec: 'vp9', fps: { n: 24_000, d: 1_001 } }],
    ['live.webm', [...vp9, '-c:a', 'libopus', '-live', '1'], { container: 'webm', durationMs: expect.closeTo(1_020, -2) }],
    ['av1.mp4', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-vf', 'pad=162:92'], { videoCodec: 'av1' }],
  ])('%s', async (name, options, probe) => {
    const project = await prepare(await clips.make(name, ...small, ...options))
    expect(project.problem).toBeNull()
    expect(project).toMatchObject({ stage: 'prepared', probe })
  })
})

describe('real clips are prepared', () => {
  test.each([
    ['rotated.mp4', { width: 1_080, height: 1_920, rotation: 90, fps: { n: 24, d: 1 } }, [540, 960]],
    ['anamorphic.mp4', { width: 1_280, height: 360, audio: null }, [1_280, 360]],
    ['variable-rate.mp4', { width: 3_026, height: 1_386, variableFrameRate: true, fps: { n: 30, d: 1 } }, [1_178, 540]],
    ['phone-hevc.mp4', { width: 1_920, height: 1_080, videoCodec: 'hevc' }, [960, 540]],
    ['bunny-10s.mp4', { width: 1_280, height: 720, fps: { n: 24, d: 1 } }, [960, 540]],
    ['talk-vertical.mp4', { width: 1_080, height: 1_920, durationMs: 25_633 }, [540, 960]],
  ])('%s', async (name, probe, [width, height]) => {
    const path = realClip(name)
    if (path === undefined) return void test.skip
    const project = await prepare(path)
    expect(project).toMatchObject({ stage: 'prepared', probe })
    const [shown] = (await describeFile(`projects/${project.id}/preview.mp4`)).streams
    expect(shown).toMatchObject({ width, height, pix_fmt: 'yuv420p' })
    expect(shown).not.toMatchObject({ color_range: 'pc' })
  }, 120_000)
})

const cut = await clips.make('cut.mp4', ...picture({ seconds: 4 }), ...tone({ seconds: 4 }), ...QUICK_H264)

describe('what is no video we take is refused in one plain sentence, and nothing of it stays', () => {
  const inputs: Record<string, () => Promise<string>> = {
    'text renamed .mp4': () => written('text.mp4', 'This is only text, whatever its name says.'),
    'a playlist of another local file': async () => {
      await writeFile(join(clips.folder, 'secret.mp4'), await readFile(talking))
      return written('list.mp4', playlist(`file://${join(clips.folder, 'secret.mp4')}`))
    },
    'a concat list': () => written('concat.mp4', `ffconcat version 1.0\nfile ${talking}\n`),
    'an MP4 without its index': () => shortened('no-index.mp4', cut, 0.5),
    'an MP4 of which half is missing': () => shortened('half.mp4', talking, 0.5),
    'a picture of 16,384 pixels': () => clips.make('wide.mp4', '-f', 'lavfi', '-i', 'color=s=16384x64:r=5:d=1', ...QUICK_H264),
    'a 24-hour clip of 16×16': () => clips.make('day.mp4', '-f', 'lavfi', '-i', 'color=s=16x16:r=1/60:d=86400', ...QUICK_H264),
    'sound alone': () => clips.make('sound.mp4', ...tone(), '-c:a', 'aac'),
    'too many frames a second': () => clips.make('fast.mp4', ...picture({ fps: '240', seconds: 1 }), ...QUICK_H264),
    'a compression we do not know': () => clips.make('old.mp4', ...picture(), '-c:v', 'mpeg4'),
    'nine tracks': () => clips.make('nine.mkv', ...picture(), ...tone(), '-map', '0', ...Array.from({ length: 8 }, () => ['-map', '1']).flat(), ...QUICK_H264, '-c:a', 'pcm_s16le'),
  }
  test.each([
    ['text renamed .mp4', 'This file is not a video we can read. Upload an MP4, MOV, M4V, WebM or MKV file.'],
    ['a playlist of another local file', 'This file is not a video we can read. Upload an MP4, MOV, M4V, WebM or MKV file.'],
    ['a concat list', 'This file is not a video we can read. Upload an MP4, MOV, M4V, WebM or MKV file.'],
    ['an MP4 without its index', expect.stringContaining('This video is incomplete')],
    ['an MP4 of which half is missing', expect.stringMatching(/^This video breaks off: only 0:0[12] of 0:04 can be read\./u)],
    ['a picture of 16,384 pixels', "This video's picture is 16384×64 pixels; the largest is 3840×2160. Save it smaller and upload it again."],
    ['a 24-hour clip of 16×16', 'This video is 24:00:00 long; the free plan takes up to 3:00. Shorten it or choose a larger plan.'],
    ['sound alone', 'This file has no picture. Upload a video; sound alone is not supported yet.'],
    ['too many frames a second', 'This video has 240 frames a second; at most 120 are taken. Save it with fewer and upload it again.'],
    ['a compression we do not know', 'This file uses MPEG4 compression, which is not supported. Save it as H.264 video with AAC sound and upload it again.'],
    ['nine tracks', 'This file has 9 tracks; at most 8 are taken. Save it with one picture and one sound track and upload it again.'],
  ])('%s', async (kind, problem) => {
    const project = await prepare((await inputs[kind]?.()) ?? '')
    expect(project).toMatchObject({ stage: 'refused', problem, assets: { preview: null, peaks: null, filmstrip: null, poster: null } })
    await expect.poll(() => leftovers(project.id)).toEqual([])
  })

  test('a playlist of an address on the network asks nobody anything', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => void (requests.push(request.url ?? ''), response.end())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const project = await prepare(await written('remote.mp4', playlist(`http://127.0.0.1:${port}/clip.ts`)))
    expect(project.stage).toBe('refused')
    expect(requests).toEqual([])
  })
})

test('a file that is over the plan at its end, though not at its beginning, is refused and removed', async () => {
  const bytes = new Uint8Array(await readFile(talking))
  const begun = await beginUpload(lab.as('downgraded'), bytes.length)
  lab.limits.set('downgraded', { plan: 'free', maxDurationMs: 180_000, maxBytes: 100_000 })
  const location = begun.headers.get('location') ?? ''
  expect((await sendBytes(lab.as('downgraded'), location, 0, bytes)).status).toBe(204)
  const project = await ended('downgraded', location.split('/').at(-1) ?? '')
  expect(project.problem).toMatch(/^This file is \d+ kB; the free plan takes up to 100 kB\. Make it smaller/u)
  await expect.poll(() => leftovers(project.id)).toEqual([])
})

test('removing a project while it is prepared stops the work and leaves no file', async () => {
  const path = await clips.make('long.mp4', ...picture({ size: '1280x720', fps: '60', seconds: 30 }), ...QUICK_H264)
  const id = await upload(lab.as('ada'), path)
  await expect.poll(async () => (await view('ada', id)).assets.poster, { timeout: 20_000 }).not.toBeNull()
  const removedAt = performance.now()
  await call(lab.feature.procedures.remove, { projectId: id }, lab.context('ada'))
  await expect.poll(() => leftovers(id), { timeout: 10_000 }).toEqual([])
  await expect.poll(async () => (await lab.jobs.bySubject(lab.db, 'media.prepare', id))?.state, { timeout: 10_000 }).toBe('cancelled')
  expect(performance.now() - removedAt).toBeLessThan(5_000)
  expect(await filesUnder(join(lab.dataDir, 'tmp'))).toEqual([])
  expect(lab.removed.map((project) => project.id)).toContain(id)
  await expect(call(lab.feature.procedures.get, { projectId: id }, lab.context('ada'))).rejects.toThrow('Project not found')
})

test('the check job knows its project is past checking when it runs twice', async () => {
  const project = await prepare(await clips.make('twice.mp4', ...picture({ seconds: 1 }), ...QUICK_H264))
  await transaction(lab.db, (tx) => lab.jobs.enqueue(tx, CHECK, { projectId: project.id }, { ownerId: 'ada', subjectId: project.id }))
  await expect.poll(async () => (await lab.jobs.bySubject(lab.db, CHECK.name, project.id))?.state).toBe('done')
  expect((await view('ada', project.id)).stage).toBe('prepared')
})

async function prepare(path: string, name?: string): Promise<Project> {
  return ended('ada', await upload(lab.as('ada'), path, name))
}

/** Waits for news rather than asking again and again. */
async function ended(userId: string, projectId: string): Promise<Project> {
  const changes = await call(lab.feature.procedures.watch, { projectId }, lab.context(userId))
  for await (const project of changes) if (project.stage === 'prepared' || project.stage === 'refused') return project
  throw new Error('the project vanished')
}

function view(userId: string, projectId: string): Promise<Project> {
  return call(lab.feature.procedures.get, { projectId }, lab.context(userId))
}

async function leftovers(projectId: string): Promise<string[]> {
  return (await filesUnder(lab.dataDir)).filter((path) => path.includes(projectId))
}

async function written(name: string, text: string): Promise<string> {
  const path = join(clips.folder, name)
  await writeFile(path, text)
  return path
}

async function shortened(name: string, from: string, part: number): Promise<string> {
  const path = join(clips.folder, name)
  await copyFile(from, path)
  await truncate(path, Math.round((await readFile(from)).length * part))
  return path
}

function playlist(entry: string): string {
  return `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${entry}\n#EXT-X-ENDLIST\n`
}

async function fetchJson(path: string | null): Promise<unknown> {
  return (await lab.as('ada')(path ?? '')).json()
}

async function describeFile(key: string): Promise<{ streams: unknown[] }> {
  return JSON.parse(await runTool('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', lab.files.pathOf(key)]))
}

/** Reads the RGB of any pixel of a picture. */
async function pixelsOf(key: string, width: number): Promise<(x: number, y: number) => number[]> {
  const raw = join(clips.folder, 'strip.rgb')
  await runTool('ffmpeg', ['-v', 'error', '-y', '-i', lab.files.pathOf(key), '-f', 'rawvideo', '-pix_fmt', 'rgb24', raw])
  const pixels = await readFile(raw)
  return (x, y) => [...pixels.subarray((Math.floor(y) * width + Math.floor(x)) * 3).subarray(0, 3)]
}

function nameOf(rgb: readonly number[]): string {
  const names: Record<string, string> = { '100': 'red', '010': 'lime', '001': 'blue', '111': 'white', '000': 'black', '110': 'yellow' }
  return names[rgb.map((value) => (value > 127 ? 1 : 0)).join('')] ?? rgb.join()
}
