/**
 * The cost of the editor's page with 20,000 words against 200: opening, keystrokes in the transcript and steps of a
 * style slider, each until its paint. The real product on loopback, with Chromium's processor throttled.
 *
 *     node bench/long-document/page.ts              20,000 words against 200; the pages must be built
 *     node bench/long-document/page.ts 5000 200 40 1  other lengths, repeats per action, throttling factor
 *
 * The last lines are of a page with the same elements, text and styles but no scripts: what Chromium alone spends.
 *
 * A line gives wall time from the input to the paint (or from the navigation on), of all and of the first, and processor
 * time of the page's main thread. On a busy machine, compare the latter. With fewer than 60 repeats, p95 is the slowest
 * or nearly so, and that is the first.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { addCaptionedProject, openSite, signUp } from '../site.ts'
import { measureBarePage } from './bare-page.ts'
import { installPaintClock, type PaintClock } from './paint-clock.ts'
import { measureSlowdown, openTimedPage, type Sample, type Samples, type Timed } from './timed-page.ts'

const [LONG = 20_000, SHORT = 200, REPEATS = 60, SLOWDOWN = 4] = process.argv.slice(2).map(Number)
let visits = 0
const OPENINGS = 3
const LIMIT_MS = { input: 32, opening: 1_000 }
/** Words of different lengths and first letters, as speech has them. */
const SAID =
  'so here is the thing nobody tells you about growing a channel you do not need a better camera you need a better first three seconds'.split(
    ' ',
  )

/**
 * The long document at the commit before this bench (9982923), on a busy machine of two processors: wall p95 and
 * processor time p50, ms.
 */
const BEFORE: Readonly<Record<string, { readonly wall: number; readonly thread: number }>> = {
  opening: { wall: 10_284, thread: 4_410 },
  'start typing': { wall: 208, thread: 177 },
  letter: { wall: 319, thread: 126 },
  'keep the word': { wall: 1_377, thread: 753 },
  keyword: { wall: 1_390, thread: 626 },
  'next word': { wall: 447, thread: 142 },
  undo: { wall: 937, thread: 717 },
  'style slider': { wall: 1_687, thread: 1_102 },
}

const site = await openSite()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const { email, cookies } = await signUp(site.url)
  const person = await openContext(browser, cookies)
  const add = (length: number) => addCaptionedProject(site.db, { email, texts: speech(length) })
  const [short, long] = [await add(SHORT), await add(LONG)]
  await measurePage(person, short, 3)
  const [few, many] = [await measurePage(person, short, REPEATS), await measurePage(person, long, REPEATS)]
  const editorUrl = `${site.url}/projects/${long}`
  report(few, many, await measureSlowdown(person, SLOWDOWN))
  reportBare(many, await measureBarePage(person, { editorUrl, slowdown: SLOWDOWN, repeats: REPEATS }))
} finally {
  await browser.close()
  await site.close()
}

/** A browser in which somebody is logged in. */
async function openContext(
  within: Browser,
  cookies: readonly { name: string; value: string }[],
): Promise<BrowserContext> {
  const context = await within.newContext({ viewport: { width: 1_440, height: 900 } })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
  await context.addInitScript(installPaintClock)
  return context
}

function speech(length: number): string[] {
  return Array.from({ length }, (_, at) => SAID[at % SAID.length] ?? '')
}

async function measurePage(context: BrowserContext, projectId: string, repeats: number): Promise<Samples> {
  const { page, samples, add, threadMs, timed } = await openTimedPage(context, SLOWDOWN)
  for (let n = 0; n <= OPENINGS; n += 1) {
    await page.goto('about:blank')
    await page.goto(`${site.url}/projects/${projectId}`, { waitUntil: 'commit' })
    const wallMs = await page.evaluate(() => window.paintClock.opened)
    // The first one fills the browser's cache.
    if (n > 0) add('opening', { wallMs, threadMs: await threadMs() })
  }
  await typeWords(page, repeats, timed)
  await dragSlider(page, repeats, timed)
  await page.close()
  return samples
}

/** Corrects one word after another, as a user does by keyboard. */
async function typeWords(page: Page, repeats: number, timed: Timed): Promise<void> {
  const key = (name: string) => () => page.keyboard.press(name)
  const letter = 'abcdefghijklmnopqrstuvwxyz'[visits++ % 26] ?? 'a'
  // Not by role: computing the roles of 60,000 elements takes Playwright half a minute.
  await page
    .locator('[data-word]')
    .first()
    .evaluate((word: HTMLElement) => word.click())
  for (let n = 0; n < repeats; n += 1) {
    await timed('start typing', key('Enter'))
    // A letter that an earlier visit left there would be no edit.
    await timed('letter', key(letter))
    await timed('keep the word', key('Enter'), n === 0)
    await timed('keyword', key('e'))
    await timed('next word', key('ArrowRight'))
  }
  for (let n = 0; n < repeats; n += 1) await timed('undo', key('Control+z'))
}

async function dragSlider(page: Page, repeats: number, timed: Timed): Promise<void> {
  await page
    .locator('section[aria-label=Style] input[type=range]')
    .first()
    .evaluate((slider: HTMLElement) => slider.focus())
  for (let n = 0; n < repeats; n += 1)
    await timed('style slider', () => page.keyboard.press(n % 20 < 10 ? 'ArrowRight' : 'ArrowLeft'), true)
}

function report(short: Samples, long: Samples, slowdown: number): void {
  console.log(
    `Chromium, processor slowed ${SLOWDOWN} times (a loop: ${slowdown.toFixed(2)}); ms: wall p50 p95 first, main thread p50; ratio of main threads; before`,
  )
  for (const [name, samples] of long) {
    const few = short.get(name) ?? []
    const before = BEFORE[name]
    console.log(
      name.padEnd(14),
      `${SHORT} words: ${lineOf(few)}  ${LONG} words: ${lineOf(samples)}`,
      ` ratio ${(at(samples, 'threadMs', 0.5) / at(few, 'threadMs', 0.5)).toFixed(2)}`,
      before === undefined ? '' : ` before: p95 ${before.wall}, main thread ${before.thread}`,
    )
  }
  const inputs = [...long].flatMap(([name, samples]) => (name === 'opening' ? [] : samples))
  const keys = inputs.filter((sample) => !(long.get('style slider') ?? []).includes(sample))
  const bars = [
    ['keystrokes', at(keys, 'wallMs', 0.95), LIMIT_MS.input],
    ['style slider', at(long.get('style slider') ?? [], 'wallMs', 0.95), LIMIT_MS.input],
    ['opening', at(long.get('opening') ?? [], 'wallMs', 0.5), LIMIT_MS.opening],
  ] as const
  for (const [name, value, limit] of bars)
    console.log(`${name}: ${ms(value)} ms, ${value <= limit ? 'within' : 'OVER'} ${limit} ms`)
}

function reportBare(long: Samples, bare: Samples): void {
  console.log('a page of the same elements, text and styles, without scripts')
  for (const [name, samples] of bare) {
    const ratio = at(long.get(name) ?? [], 'threadMs', 0.5) / at(samples, 'threadMs', 0.5)
    console.log(name.padEnd(14), lineOf(samples), ` main thread of ours ${ratio.toFixed(2)} times`)
  }
}

function lineOf(samples: readonly Sample[]): string {
  const first = samples[0]?.wallMs ?? Number.NaN
  return [at(samples, 'wallMs', 0.5), at(samples, 'wallMs', 0.95), first, at(samples, 'threadMs', 0.5)]
    .map(ms)
    .join(' ')
}

function at(samples: readonly Sample[], which: keyof Sample, quantile: number): number {
  const sorted = samples.map((sample) => sample[which]).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? Number.NaN
}

function ms(value: number): string {
  return value.toFixed(1).padStart(7)
}

declare global {
  interface Window {
    paintClock: PaintClock
  }
}
