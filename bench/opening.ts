/**
 * The main thread's processor time until pages are open, beside that of another build in turn: the editor with 20,000
 * words until its words can be used, the list of videos and the log-in page until they are idle; and the time until the
 * editor's first caption is on the picture, as a still of the server and drawn by the editor. *First editor* is one of a
 * video that nobody has opened, in a browser that has opened nothing.
 *
 *     node bench/opening.ts                      this build; the pages must be built
 *     node bench/opening.ts ../before 20000 4 5  beside the build of another checkout; words, slowdown, rounds
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from 'playwright'
import { installPaintClock } from './long-document/paint-clock.ts'
import { median } from './measure.ts'
import type * as Site from './site.ts'

const [OTHER, ...NUMBERS] = process.argv.slice(2)
const [WORDS = 20_000, SLOWDOWN = 4, ROUNDS = 5] = NUMBERS.map(Number)
const ROOTS = [resolve(import.meta.dirname, '..'), ...(OTHER === undefined ? [] : [resolve(OTHER)])]
const IDLE_MS = 2_500
/** A new browser and a new video are work of their own, which is not measured. */
const SETTLE_MS = 1_000

type Opening = { readonly context: BrowserContext; readonly url: string }

type Sample = {
  readonly threadMs: number
  readonly scriptMs: number
  readonly requests: number
  /** From the navigation; NaN but for the editor, and for a build without stills. */
  readonly stillMs: number
  /** From the navigation; NaN but for the editor. */
  readonly captionMs: number
  readonly openMs: number
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const builds = []
try {
  for (const root of ROOTS) builds.push(await openBuild(root))
  const samples = new Map<string, Sample[]>()
  // The first round fills the caches of browser and server.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { root, pages } of builds)
      for (const [name, find] of Object.entries(pages)) {
        const sample = await measure(await find(), name.endsWith('editor'))
        if (round > 0) samples.set(`${name} of ${root}`, [...(samples.get(`${name} of ${root}`) ?? []), sample])
      }
  console.log(`processor slowed ${SLOWDOWN} times; main thread ms, of which scripts ms, files; medians of ${ROUNDS}`)
  console.log('of the editor also: still of its first caption after, first caption after, open after, ms')
  for (const [name, all] of samples) {
    const medianOf = (figure: keyof Sample) => median(all.map((sample) => sample[figure])).toFixed(0)
    const figures = (['threadMs', 'scriptMs', 'requests'] as const).map(medianOf)
    if (/editor of/.test(name)) figures.push(medianOf('stillMs'), medianOf('captionMs'), medianOf('openMs'))
    console.log(name, ...figures)
  }
} finally {
  await browser.close()
  for (const { close } of builds) await close()
}

/** Starts the product of a checkout, with somebody who has one captioned video. */
async function openBuild(root: string) {
  const { addCaptionedProject, openSite, signUp }: typeof Site = await import(
    pathToFileURL(`${root}/bench/site.ts`).href
  )
  const site = await openSite()
  const { email, cookies } = await signUp(site.url)
  const texts = Array.from({ length: WORDS }, (_, at) => `word${at}`)
  const addEditor = async () => `${site.url}/projects/${await addCaptionedProject(site.db, { email, texts })}`
  const open = async () => {
    // Captions beside the log-in never rest otherwise: their loop would count as opening.
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, reducedMotion: 'reduce' })
    await context.addInitScript(installPaintClock)
    return context
  }
  const signedIn = async () => {
    const context = await open()
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
    return context
  }
  const [person, visitor, editor] = [await signedIn(), await open(), await addEditor()]
  const pages: Record<string, () => Promise<Opening>> = {
    editor: async () => ({ context: person, url: editor }),
    'first editor': async () => ({ context: await signedIn(), url: await addEditor() }),
    videos: async () => ({ context: person, url: `${site.url}/upload` }),
    'log-in': async () => ({ context: visitor, url: `${site.url}/login` }),
  }
  return { root, pages, close: () => site.close() }
}

async function measure({ context, url }: Opening, isEditor: boolean): Promise<Sample> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.waitForTimeout(SETTLE_MS)
  await page.goto(url, { waitUntil: 'commit' })
  const [captionMs, openMs] = isEditor
    ? await page.evaluate(() => Promise.all([window.paintClock.captioned, window.paintClock.opened]))
    : [Number.NaN, Number.NaN]
  if (!isEditor) await page.waitForTimeout(IDLE_MS)
  const { metrics } = await cdp.send('Performance.getMetrics')
  const ms = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000
  const stillMs = isEditor ? await page.evaluate(stillTime) : Number.NaN
  const requests = await page.evaluate(() => performance.getEntriesByType('resource').length)
  await page.close()
  return { threadMs: ms('TaskDuration'), scriptMs: ms('ScriptDuration'), requests, stillMs, captionMs, openMs }
}

/** The time at which the still was painted, ms; NaN without one. Runs in the page. */
function stillTime(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const still = list.getEntries().find((entry) => Reflect.get(entry, 'identifier') === 'opening-still')
      if (still !== undefined) resolve(still.startTime)
    })
    observer.observe({ type: 'element', buffered: true })
    setTimeout(() => resolve(Number.NaN), 100)
  })
}
