/**
 * The cost of a frame of the timeline while it scrolls, zooms and a word is dragged, with two hours and 20,000 words,
 * beside wavesurfer.js 8 with its regions, on the same peaks and words in the same run. The real product on loopback,
 * with Chromium's processor throttled.
 *
 *     npm install --prefix bench/wavesurfer     once; the pages must be built
 *     node bench/timeline/page.ts               20,000 words, 4 times slower
 *     node bench/timeline/page.ts 20000 1       other number of words, other slowdown
 *
 * A line gives the main thread's work for a frame, p50 and p95, and its processor time for a frame, the mean over the
 * whole action with all later tasks. On a busy machine, compare the processor time. Our lanes are drawn in a worker, which
 * Chromium does not slow: the time until a frame is drawn there is printed too, and includes messages to the slow thread.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Locator, type Page } from 'playwright'
import { encodePeakPyramid, PEAK_RATES } from '#features/media/model/index.ts'
import { openFileStore } from '#platform/server/files.ts'
import { execute } from '#platform/server/rows.ts'
import { addCaptionedProject, openSite, signUp } from '../site.ts'
import { installFrameClock } from './frame-clock.ts'

const [WORDS = 20_000, SLOWDOWN = 4] = process.argv.slice(2).map(Number)
const DURATION_S = 7_200
const WORD_MS = (DURATION_S * 1_000) / WORDS
/** The pause after a word, as a share of its time: without one, a dragged word would have no room to move. */
const PAUSE = 0.4
/** A drag moves at most this far to either side, px: nearer to the next word it would snap and stay. */
const REACH_PX = 6
const FRAMES = { ours: 120, theirs: 16 }
const MOVES = { ours: 60, theirs: 8 }
const BAR = { frameMs: 16.7, memoryMb: 250, ratio: 5 }
const SAID = 'so here is the thing nobody tells you about growing a channel you do not need a better camera'.split(' ')
const WIDTH = 1_440

/**
 * The work of each frame, the processor time of the main thread for a frame, and the time until a frame that was handed
 * to a worker is drawn, ms.
 */
type Cost = { readonly frames: readonly number[]; readonly threadMs: number; readonly drawn: readonly number[] }
const ACTIONS = ['scroll', 'zoom', 'drag'] as const
type Costs = Readonly<Record<(typeof ACTIONS)[number], Cost>>

const folder = await mkdtemp(join(tmpdir(), 'bench-timeline-'))
const site = await openSite()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const { email, cookies } = await signUp(site.url)
  const texts = Array.from({ length: WORDS }, (_, at) => SAID[at % SAID.length] ?? '')
  // A video without sound opens without a transcription; its waveform is stored all the same.
  const id = await addCaptionedProject(site.db, {
    email,
    texts,
    isSilent: true,
    wordMs: WORD_MS,
    pauseMs: PAUSE * WORD_MS,
  })
  const peaks = makePeaks()
  await storePeaks(id, peaks)
  // The product's policy admits no other scripts.
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 900 }, bypassCSP: true })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
  await context.addInitScript(installFrameClock)
  const ours = await measureOurs(context, id)
  reportOurs(ours)
  report(ours, await measureWavesurfer(context, { texts, peaks }))
} finally {
  await browser.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
}

/** Two hours of syllables: the lowest and highest value of each step in turn. */
function makePeaks(): Int8Array {
  const [rate] = PEAK_RATES
  const fine = new Int8Array(DURATION_S * rate * 2)
  for (let at = 0; at < fine.length; at += 2) {
    const value = Math.round(110 * Math.abs(Math.sin(at / 97) * Math.sin(at / 1_303)))
    fine.set([-value, value], at)
  }
  return fine
}

async function storePeaks(id: string, fine: Int8Array): Promise<void> {
  const path = join(folder, 'peaks.bin')
  await writeFile(path, encodePeakPyramid(fine, DURATION_S * 1_000))
  await openFileStore(site.dataDir).adopt(path, `projects/${id}/peaks.bin`)
  await execute(site.db, `update projects set assets = '{peaks}' where id = $1`, [id])
}

async function measureOurs(context: BrowserContext, id: string): Promise<Costs & { memoryMb: number }> {
  const page = await context.newPage()
  await page.goto(`${site.url}/projects/${id}`)
  const words = page.locator('canvas[data-lane=words]')
  await words.waitFor({ timeout: 60_000 })
  await page.waitForFunction(
    () => (document.querySelector<HTMLCanvasElement>('canvas[data-lane=words]')?.width ?? 0) > 400,
  )
  // The templates of the Style tab move on canvases of their own.
  await page.getByRole('tab', { name: 'Export' }).click()
  const cdp = await slow(context, page)
  const turn = (isZoom: boolean) =>
    timed({ page, cdp }, () =>
      page.evaluate(
        ([zoom, frames]) => {
          const lane = document.querySelector('canvas[data-lane=words]')
          const { left = 0, width = 0 } = lane?.getBoundingClientRect() ?? {}
          const init = { bubbles: true, cancelable: true, ctrlKey: zoom, clientX: left + width / 2 }
          // Out to the whole video and back; while scrolling, always onwards.
          return window.frameClock.measure((at) => {
            const deltaY = zoom ? (at < frames / 2 ? 45 : -45) : 100
            lane?.dispatchEvent(new WheelEvent('wheel', { ...init, deltaY }))
          }, frames)
        },
        [isZoom, FRAMES.ours] as const,
      ),
    )
  await turn(false)
  const [scroll, zoom] = [await turn(false), await turn(true)]
  const drag = await timeDrag(page, cdp, await findWord(page, words), MOVES.ours)
  if (await page.getByRole('button', { name: 'Undo' }).isDisabled()) throw new Error('the drag moved nothing')
  const memoryMb = await memoryOf(cdp)
  await page.close()
  return { scroll, zoom, drag, memoryMb }
}

/** The middle of a word near the middle of the timeline, by the cursor over it. */
async function findWord(page: Page, words: Locator): Promise<{ x: number; y: number }> {
  const box = await words.boundingBox()
  if (box === null) throw new Error('the timeline is not visible')
  const y = box.y + box.height / 2
  const found: number[] = []
  for (let x = Math.round(box.x + box.width / 2); found.length === 0 || (await isOver(x)); x += 1)
    if (await isOver(x)) found.push(x)
  return { x: ((found[0] ?? 0) + (found.at(-1) ?? 0)) / 2, y }

  async function isOver(x: number): Promise<boolean> {
    await page.mouse.move(x, y)
    return words.evaluate((canvas) => getComputedStyle(canvas).cursor === 'grab')
  }
}

async function measureWavesurfer(
  context: BrowserContext,
  { texts, peaks }: { texts: readonly string[]; peaks: Int8Array },
): Promise<Costs> {
  const page = await context.newPage()
  await page.goto(`${site.url}/healthz`)
  for (const name of ['wavesurfer.min.js', 'plugins/regions.min.js'])
    await page.addScriptTag({
      content: await readFile(join(import.meta.dirname, '../wavesurfer/node_modules/wavesurfer.js/dist', name), 'utf8'),
    })
  // A hundred steps a second: one a pixel, as the product draws them at this zoom.
  const coarse = Array.from({ length: DURATION_S * 100 }, (_, at) => (peaks[8 * at + 1] ?? 0) / 128)
  await page.evaluate(openWavesurfer, { peaks: coarse, texts, durationS: DURATION_S, widthPx: WIDTH, said: 1 - PAUSE })
  const cdp = await slow(context, page)
  const run = (isZoom: boolean) =>
    timed({ page, cdp }, () =>
      page.evaluate(
        ([zoom, frames]) => {
          const { waves } = window
          return window.frameClock.measure((at) => {
            const step = at < frames / 2 ? at : frames - at
            if (zoom) waves.zoom(Math.max(0.2, 100 * Math.exp(-step * 45 * 0.0025)))
            else waves.setScroll(waves.getScroll() + 100)
          }, frames)
        },
        [isZoom, FRAMES.theirs] as const,
      ),
    )
  await run(false)
  const [scroll, zoom] = [await run(false), await run(true)]
  await page.evaluate(() => {
    window.waves.zoom(100)
    window.waves.setScroll(200_000)
  })
  const wordPx = WORD_MS / 10
  const word = Math.ceil((200_000 + WIDTH / 2) / wordPx) + (1 - PAUSE) / 2
  const drag = await timeDrag(page, cdp, { x: word * wordPx - 200_000, y: 70 }, MOVES.theirs)
  await page.close()
  return { scroll, zoom, drag }
}

type Waves = {
  zoom(pxPerS: number): void
  setScroll(px: number): void
  getScroll(): number
}
type WaveSurferGlobal = {
  create(o: Record<string, unknown>): Waves & { on(event: 'ready', listener: () => void): void }
  Regions: { create(): { addRegion(region: Record<string, unknown>): void } }
}
declare global {
  interface Window {
    waves: Waves
    WaveSurfer: WaveSurferGlobal
  }
}

/** Opens wavesurfer with a region for each word. Runs in the page. */
async function openWavesurfer(o: {
  peaks: number[]
  texts: readonly string[]
  durationS: number
  widthPx: number
  said: number
}): Promise<void> {
  document.body.innerHTML = `<div id="waves" style="width:${o.widthPx}px"></div>`
  document.body.style.margin = '0'
  const { WaveSurfer } = window
  const regions = WaveSurfer.Regions.create()
  const waves = WaveSurfer.create({
    container: '#waves',
    height: 140,
    minPxPerSec: 100,
    peaks: [o.peaks],
    duration: o.durationS,
    plugins: [regions],
  })
  window.waves = waves
  await new Promise<void>((resolve) => waves.on('ready', resolve))
  const wordS = o.durationS / o.texts.length
  for (const [at, content] of o.texts.entries())
    regions.addRegion({ start: at * wordS, end: (at + o.said) * wordS, content, drag: true, resize: true })
}

/**
 * Drags what is at a position, one move a frame. Through the protocol: Playwright's own mouse runs two scripts in the
 * page for each move of a pressed button, which would count as work of the page.
 */
async function timeDrag(page: Page, cdp: CDPSession, { x, y }: { x: number; y: number }, moves: number): Promise<Cost> {
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', by: number) =>
    cdp.send('Input.dispatchMouseEvent', { type, x: x + by, y, button: 'left', buttons: 1, clickCount: 1 })
  await page.mouse.move(x, y)
  await send('mousePressed', 0)
  await send('mouseMoved', 6)
  const stop = await page.evaluateHandle(() => window.frameClock.watchPointer())
  const cost = await timed({ page, cdp }, async () => {
    for (let at = 0; at < moves; at += 1) await send('mouseMoved', swing(at))
    return stop.evaluate((end) => end())
  })
  await send('mouseMoved', REACH_PX)
  await send('mouseReleased', REACH_PX)
  return cost
}

/** The offset of a move of a drag, px: back and forth, a pixel each. */
function swing(at: number): number {
  const round = 4 * REACH_PX
  const step = (at + REACH_PX) % round
  return step < round / 2 ? REACH_PX - step : step - 3 * REACH_PX
}

async function slow(context: BrowserContext, page: Page): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return cdp
}

async function timed({ page, cdp }: { page: Page; cdp: CDPSession }, act: () => Promise<number[]>): Promise<Cost> {
  await page.evaluate(() => window.frameClock.takeDrawn())
  const before = await metric(cdp, 'TaskDuration')
  const frames = await act()
  const threadMs = ((await metric(cdp, 'TaskDuration')) - before) * (1_000 / frames.length)
  return { frames, threadMs, drawn: await page.evaluate(() => window.frameClock.takeDrawn()) }
}

async function metric(cdp: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

/**
 * The memory of the process that runs the page, MB: its share of all its pages in the kernel's books (PSS), with code,
 * layers and decoded pictures, after a collection. The site runs alone in its process.
 */
async function memoryOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  // The pages of the bench open one after the other; the one that worked longest is this page's.
  const [renderer] = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime)
  const rollup = await readFile(`/proc/${renderer?.id ?? 0}/smaps_rollup`, 'utf8')
  return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1_024) / 1e6
}

function reportOurs(ours: Costs & { memoryMb: number }): void {
  console.log(`${WORDS} words in two hours, processor slowed ${SLOWDOWN} times; a frame in ms: p50 p95, processor time`)
  for (const action of ACTIONS) {
    const isFast = at(ours[action].frames, 0.95) <= BAR.frameMs
    const [p50, p95] = [0.5, 0.95].map((quantile) => at(ours[action].drawn, quantile).toFixed(1))
    console.log(
      `${action.padEnd(7)}${line(ours[action])}  ${isFast ? 'within' : 'OVER'} ${BAR.frameMs} ms; drawn after ${p50} ${p95}`,
    )
  }
  console.log(
    `memory of its process ${ours.memoryMb.toFixed(0)} MB, ${ours.memoryMb <= BAR.memoryMb ? 'within' : 'OVER'} ${BAR.memoryMb} MB`,
  )
}

/** Few frames of the other: with as many regions, each takes seconds. */
function report(ours: Costs, theirs: Costs): void {
  console.log(`wavesurfer.js 8.0.1, ${FRAMES.theirs} frames`)
  for (const action of ACTIONS) {
    const ratio = theirs[action].threadMs / ours[action].threadMs
    const verdict = `${ratio.toFixed(1)} times ours, ${ratio >= BAR.ratio ? 'within' : 'BELOW'} ${BAR.ratio}`
    console.log(`${action.padEnd(7)}${line(theirs[action])}  processor time ${verdict}`)
  }
}

function line({ frames, threadMs }: Cost): string {
  return [at(frames, 0.5), at(frames, 0.95), threadMs].map((value) => value.toFixed(1).padStart(7)).join(' ')
}

function at(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? Number.NaN
}
