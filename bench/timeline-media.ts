/**
 * The time until the waveform and the filmstrip of the visible part of a two-hour video are there, in Chromium with its
 * processor slowed, from the real product on loopback. The alternative for the waveform is the format before it: all of
 * `peaks.json`, with 100 and 10 steps a second.
 *
 *     node bench/timeline-media.ts [visits] [slowdown]     default 15 visits, 4 times slower
 *
 * Each visit opens another part, with nothing loaded before. A sheet of the filmstrip is measured when it is stored, and
 * when its request has to make it. On a busy machine, compare the ratio.
 */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { decodePeaks, parsePeakPyramid, planFilmstrip, type Probe, rangeOf } from '#features/media/model/index.ts'
import { openFileStore } from '#platform/server/files.ts'
import { execute } from '#platform/server/rows.ts'
import { makePeaks } from '../src/features/media/server/decode/peaks.ts'
import type { TimelineMedia } from '../src/features/media/web/timeline/timeline-media.ts'
import { runTool } from '../tests/support/clips.ts'
import { reservePort } from '../tests/support/reserve-port.ts'
import { median } from './measure.ts'
import { openSite, signUp } from './site.ts'

const [VISITS = 15, SLOWDOWN = 4] = process.argv.slice(2).map(Number)
const MINUTES = 120
/** Ten milliseconds a pixel on a screen of 1,280 pixels. */
const VISIBLE_MS = 12_800
const LIMIT_MS = 300
const PROBE: Probe = {
  container: 'mp4',
  durationMs: MINUTES * 60_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  audio: { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 },
  hdr: false,
}

type Opened = { openTimelineMedia(project: unknown): TimelineMedia }
declare global {
  interface Window {
    timeline: Opened
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-timeline-'))
const site = await openSite()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const old = createServer()
try {
  await makeFiles()
  const { email, cookies } = await signUp(site.url)
  const id = await addVideo(email)
  const oldUrl = await serveOldPeaks()
  // The product's policy admits no other scripts and addresses.
  const context = await browser.newContext({ bypassCSP: true })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
  const script = await bundleTimelineMedia()
  const asked = { id, probe: PROBE, assets: assetsOf(id) }
  const visit = async <T>(work: (page: Page) => Promise<T>) => visitPage(context, script, work)
  const times = {
    peaks: [] as number[],
    old: [] as number[],
    overview: [] as number[],
    made: [] as number[],
    stored: [] as number[],
  }
  for (let n = 0; n < VISITS; n += 1) {
    const minute = Math.floor(((n + 0.5) * MINUTES) / VISITS)
    const part = { t0: minute * 60_000 + 20_000, t1: minute * 60_000 + 20_000 + VISIBLE_MS }
    times.peaks.push(await visit((page) => timePeaks(page, asked, part)))
    times.old.push(await visit((page) => timeOldPeaks(page, oldUrl, part)))
    times.overview.push(await visit((page) => timeTiles(page, asked, part, 96)))
    // The overview requested it: wait until the server has stored it, then measure another minute that nobody requested.
    times.made.push(await visit((page) => timeTiles(page, asked, { t0: part.t0 + 60_000, t1: part.t1 + 60_000 }, 72)))
    times.stored.push(await visit((page) => timeTiles(page, asked, { t0: part.t0 + 60_000, t1: part.t1 + 60_000 }, 72)))
  }
  report(times)
} finally {
  old.close()
  await browser.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
}

/** A minute of picture and sound, repeated without encoding. */
async function makeFiles(): Promise<void> {
  const at = (name: string) => join(folder, name)
  const waves = 'gradients=size=54x96:rate=30:seed=7:speed=0.02:d=60,scale=540:960:flags=bilinear,format=yuv420p'
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-g', '15', '-sc_threshold', '0', '-bf', '0']
  await runTool('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', waves, ...h264, at('minute.mp4')])
  const again = ['-v', 'error', '-stream_loop', String(MINUTES - 1)]
  await runTool('ffmpeg', [
    ...again,
    '-i',
    at('minute.mp4'),
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    at('preview.mp4'),
  ])
  const talk = "aevalsrc='0.6*sin(2*PI*220*t)*max(0,sin(2*PI*1.7*t))':s=16000:d=60"
  const wav = ['-c:a', 'pcm_s16le', '-fflags', '+bitexact']
  await runTool('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', talk, ...wav, at('minute.wav')])
  await runTool('ffmpeg', [...again, '-i', at('minute.wav'), '-c', 'copy', '-fflags', '+bitexact', at('audio.wav')])
  const plan = planFilmstrip(PROBE)
  const tiles = `testsrc2=s=${plan.columns * plan.tileWidth}x${plan.rows * plan.tileHeight}:d=1`
  await runTool('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', tiles, '-frames:v', '1', at('filmstrip.jpg')])
  await writeFile(at('filmstrip.json'), JSON.stringify(plan))
  const before = process.cpuUsage()
  await makePeaks(at('audio.wav'), at('peaks.bin'))
  const { user, system } = process.cpuUsage(before)
  console.log(`making peaks.bin of ${MINUTES} minutes: ${((user + system) / 1e6).toFixed(2)} s of processor time`)
}

function assetsOf(id: string) {
  const path = (name: string) => `/api/media/${id}/${name}`
  return {
    peaks: path('peaks.bin'),
    filmstrip: path('filmstrip.jpg'),
    preview: path('preview.mp4'),
    poster: null,
    shots: null,
  }
}

async function addVideo(email: string): Promise<string> {
  const id = randomUUID()
  await execute(
    site.db,
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe, assets)
     select $1, id::text, 'Clip', 'prepared', 1, $3, $4, '{peaks,filmstrip,preview}' from users where email = $2`,
    [id, email, '0'.repeat(64), JSON.stringify(PROBE)],
  )
  const files = openFileStore(site.dataDir)
  for (const name of ['peaks.bin', 'filmstrip.jpg', 'filmstrip.json', 'preview.mp4']) {
    const copy = join(folder, `copy-${name}`)
    await copyFile(join(folder, name), copy)
    await files.adopt(copy, `projects/${id}/${name}`)
  }
  return id
}

/** Serves the waveform as earlier releases stored it, without their access checks. @returns its address */
async function serveOldPeaks(): Promise<string> {
  const file = await readFile(join(folder, 'peaks.bin'))
  const level = parsePeakPyramid(file).levels.find(({ rate }) => rate === 100)
  if (level === undefined) throw new Error('the pyramid has no level of 100 steps a second')
  const range = rangeOf(level, { t0: 0, t1: Infinity })
  const fine = [...decodePeaks(range, file.subarray(range.firstByte, range.endByte)).data]
  const coarse = fine.filter((_, at) => at % 20 < 2)
  const text = JSON.stringify({ version: 1, levels: [fine, coarse].map((data) => ({ version: 2, data })) })
  const port = await reservePort()
  old.on('request', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(text)
  })
  await new Promise<void>((resolve) => void old.listen(port, '127.0.0.1', resolve))
  const { size } = await stat(join(folder, 'peaks.bin'))
  console.log(`peaks.json has ${(text.length / 1e6).toFixed(1)} MB, peaks.bin ${(size / 1e6).toFixed(1)} MB`)
  return `http://127.0.0.1:${port}/peaks.json`
}

async function bundleTimelineMedia(): Promise<string> {
  const entry = 'src/features/media/web/timeline/timeline-media.ts'
  const lib = { entry, formats: ['iife' as const], name: 'timeline', fileName: 'timeline' }
  const outDir = join(folder, 'bundle')
  await build({ configFile: false, logLevel: 'error', build: { lib, outDir, minify: false } })
  return readFile(join(outDir, 'timeline.iife.js'), 'utf8')
}

async function visitPage<T>(context: BrowserContext, script: string, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(`${site.url}/healthz`)
  await page.addScriptTag({ content: `${script}\nwindow.timeline = timeline` })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const result = await work(page)
  await page.close()
  return result
}

type Part = { readonly t0: number; readonly t1: number }

function timePeaks(page: Page, project: unknown, part: Part): Promise<number> {
  return page.evaluate(
    async ([opened, span]) => {
      const start = performance.now()
      const media = window.timeline.openTimelineMedia(opened)
      await new Promise<void>((resolve) => {
        const check = () => media.peaksFor(span, 10)?.rate === 100 && resolve()
        media.onChange(check)
        check()
      })
      return performance.now() - start
    },
    [project, part] as const,
  )
}

function timeOldPeaks(page: Page, url: string, part: Part): Promise<number> {
  return page.evaluate(
    async ([path, { t0, t1 }]) => {
      const start = performance.now()
      const peaks: { levels: { data: number[] }[] } = await (await fetch(path)).json()
      if (peaks.levels[0]?.data.slice(t0 / 5, t1 / 5).length === 0) throw new Error('no peaks')
      return performance.now() - start
    },
    [url, part] as const,
  )
}

/** @param height of the tiles to wait for: 96 in the overview, 72 on a sheet */
function timeTiles(page: Page, project: unknown, part: Part, height: number): Promise<number> {
  return page.evaluate(
    async ([opened, { t0, t1 }, wanted]) => {
      const start = performance.now()
      const media = window.timeline.openTimelineMedia(opened)
      await new Promise<void>((resolve) => {
        const check = () => {
          const tiles = []
          for (let at = t0; at < t1; at += 400) tiles.push(media.tileAt(at, 400))
          if (tiles.every((tile) => tile?.height === wanted)) resolve()
        }
        media.onChange(check)
        check()
      })
      const passed = performance.now() - start
      media.close()
      return passed
    },
    [project, part, height] as const,
  )
}

function report(times: Readonly<Record<'peaks' | 'old' | 'overview' | 'made' | 'stored', readonly number[]>>): void {
  const line = (name: string, all: readonly number[]) => {
    const p95 = all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? Number.NaN
    console.log(`${name.padEnd(42)} p50 ${median(all).toFixed(0).padStart(5)} ms, p95 ${p95.toFixed(0).padStart(5)} ms`)
    return p95
  }
  const [peaks] = [line('waveform of the visible part', times.peaks), line('waveform as one JSON file', times.old)]
  const [overview] = [line('filmstrip, from the overview', times.overview)]
  const stored = line('filmstrip, from a stored sheet', times.stored)
  line('filmstrip, from a sheet made on request', times.made)
  console.log(`waveform: ${(median(times.old) / median(times.peaks)).toFixed(1)} times as fast as one JSON file`)
  if (Math.max(peaks, overview, stored) > LIMIT_MS) process.exitCode = 1
}
