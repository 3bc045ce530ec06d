/**
 * The time from dropping a clip until its words are on the page, in Chromium with the real product on loopback: a new
 * account drops the clip, presses *Make captions*, and waits for the words and the editor.
 *
 *     node bench/first-word.ts [clip] [runs] [seconds]   default: 60 s of somebody talking, 1080×1920, 30 fps; 5 runs of
 *                                                        each kind, none begun after 600 s
 *
 * It presses as soon as the page lets it; in another run once the preview is there, as before speech stopped waiting for
 * it; and in a third at once again, over a connection that uploads 10 Mbit/s. Targets: button 1.5 s after the drop, first
 * words 5 s, the editor 2 s after the last word, and on the slow connection all words before half of the video is
 * uploaded. Run it on an idle machine, after a build of the pages (`./bin/start` builds them).
 */
import { rename, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { queryRows } from '#platform/server/rows.ts'
import { z } from 'zod'
import { fixture } from '../tests/fixtures/fixture.ts'
import { dropClip } from '../tests/journeys/clip.ts'
import { benchFolder } from './clip.ts'
import { measure, median } from './measure.ts'
import { openSite, signUp } from './site.ts'

const [given, RUNS = '5', MOST_SECONDS = '600'] = process.argv.slice(2)
const SECONDS = 60
const LONGEST_MS = 180_000
/** 57 MB a minute, as a phone records 1080×1920. */
const CAMERA_RATE = '7500k'
const SLOW_BYTES_PER_SECOND = 10_000_000 / 8

/** When the button is pressed: at once, after the preview, or at once over a slow connection. */
const KINDS = ['at once', 'after preview', 'at once, 10 Mbit/s'] as const
type Kind = (typeof KINDS)[number]
const MARKS = ['button', 'word', 'last word', 'editor', 'uploaded', 'preview'] as const
/** Milliseconds after the drop, and the share of the video that was uploaded at the last word. */
type Times = Record<(typeof MARKS)[number], number> & { readonly share: number }

const clip = given === undefined || given === '' ? await talkingClip() : resolve(given)
const { size } = await stat(clip)
const site = await openSite()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  console.log(`${clip}, ${(size / 1e6).toFixed(1)} MB`)
  const all: Record<Kind, Times[]> = { 'at once': [], 'after preview': [], 'at once, 10 Mbit/s': [] }
  const until = performance.now() + Number(MOST_SECONDS) * 1_000
  for (let run = 0; run < Number(RUNS) && performance.now() < until; run += 1)
    for (const kind of KINDS) all[kind].push(await measureOnce(kind))
  for (const kind of KINDS) printKind(kind, all[kind])
} finally {
  await browser.close()
  await site.close()
}

function printKind(kind: Kind, times: readonly Times[]): void {
  console.log(`pressed ${kind}: median of ${times.length}`)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
  for (const mark of MARKS)
    print(
      `drop → ${mark}`,
      times.map((each) => each[mark]),
      seconds,
    )
  print(
    'last word → editor',
    times.map((each) => each.editor - each['last word']),
    seconds,
  )
  print(
    'uploaded at the last word',
    times.map(({ share }) => share),
    (share) => `${(share * 100).toFixed(0)}%`,
  )
}

function print(name: string, values: readonly number[], format: (value: number) => string): void {
  console.log(`  ${name.padEnd(26)}${format(median(values)).padStart(9)}   (${values.map(format).join(' ')})`)
}

async function measureOnce(kind: Kind): Promise<Times> {
  const { cookies } = await signUp(site.url)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
  try {
    return await dropAndWait(context, kind)
  } finally {
    await context.close()
  }
}

async function dropAndWait(context: BrowserContext, kind: Kind): Promise<Times> {
  const page = await context.newPage()
  await page.goto(`${site.url}/upload`)
  await page.waitForLoadState('networkidle')
  if (kind === 'at once, 10 Mbit/s') await slowDown(page)
  const begun = performance.now()
  const since = () => performance.now() - begun
  await dropClip(page, clip)
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/u, { timeout: LONGEST_MS })
  const uploading = followUpload(page, since)
  const preparing = untilRow(page, since, "stage = 'prepared'")
  if (kind === 'after preview') await preparing
  const marks = await followCaptions(page, since)
  const { uploaded, bytesAt } = await uploading
  return { ...marks, uploaded, preview: await preparing, share: bytesAt(marks['last word']) / size }
}

async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: SLOW_BYTES_PER_SECOND,
  })
}

async function followCaptions(page: Page, since: () => number) {
  await page.getByRole('button', { name: /^Make captions/ }).click({ timeout: LONGEST_MS })
  const button = since()
  const log = page.locator('[role=log][aria-label="Words found so far"]')
  await log.waitFor({ timeout: LONGEST_MS })
  const begun = since() - (await page.evaluate(() => performance.now()))
  // The page notes the time of each change of the log.
  const changes = await log.evaluateHandle((element) => {
    const seen = { first: 0, last: 0 }
    const note = () => {
      if (!/\w+ \w+/u.test(element.querySelector('p:last-child')?.textContent ?? '')) return
      seen.last = performance.now()
      seen.first ||= seen.last
    }
    note()
    new MutationObserver(note).observe(element, { childList: true, subtree: true })
    return seen
  })
  const word = page.getByRole('list', { name: 'Transcript' }).getByRole('button').first()
  // Usable: it is there, does not move, and nothing covers it.
  await word.click({ trial: true, timeout: LONGEST_MS })
  const editor = since()
  const { first, last } = await changes.jsonValue()
  return { button, word: begun + first, 'last word': begun + last, editor }
}

/** Notes how much of the file has arrived, until all of it has. */
async function followUpload(page: Page, since: () => number) {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const samples: { readonly ms: number; readonly bytes: number }[] = []
  const path = resolve(site.dataDir, 'uploads', id)
  const all = untilRow(page, since, 'sha256 is not null')
  const over = new AbortController()
  void all.finally(() => over.abort())
  while (!over.signal.aborted) {
    const found = await stat(path).catch(() => undefined)
    if (found) samples.push({ ms: since(), bytes: found.size })
    await page.waitForTimeout(50)
  }
  const uploaded = await all
  const bytesAt = (ms: number) => (ms >= uploaded ? size : (samples.findLast((sample) => sample.ms <= ms)?.bytes ?? 0))
  return { uploaded, bytesAt }
}

/** The moment at which the project's row meets a condition. */
async function untilRow(page: Page, since: () => number, condition: string): Promise<number> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  for (;;) {
    const rows = await queryRows(
      site.db,
      z.object({ id: z.string() }),
      `select id from projects where id = $1 and ${condition}`,
      [id],
    )
    if (rows.length > 0) return since()
    await page.waitForTimeout(50)
  }
}

/** Somebody talking before moving colours with the grain and the bit rate of a phone's camera, a keyframe a second; made once. */
async function talkingClip(): Promise<string> {
  const path = resolve(await benchFolder(), `talk-${SECONDS}-camera.mp4`)
  if (await stat(path).catch(() => undefined)) return path
  const talk = await fixture('talk-vertical')
  const unfinished = `${path}.part.mp4`
  const input = ['-v', 'error', '-y', '-stream_loop', '-1', '-i', talk, '-t', String(SECONDS)]
  const picture = ['-vf', 'noise=alls=12:allf=t', '-c:v', 'libx264', '-preset', 'veryfast', '-g', '30']
  const rate = ['-b:v', CAMERA_RATE, '-maxrate', CAMERA_RATE, '-bufsize', CAMERA_RATE]
  await measure('ffmpeg', [...input, ...picture, ...rate, '-c:a', 'aac', '-b:a', '128k', unfinished])
  await rename(unfinished, path)
  return path
}
