/**
 * The time from dropping a clip until its words are on the page, in Chromium with the real product on loopback: a new
 * account drops the clip, presses *Make captions*, and waits for the first words and the editor. It presses as soon as
 * the page lets it, and in every second run only once the preview is there, as before speech stopped waiting for it.
 *
 *     node bench/first-word.ts [clip] [runs]     default: 60 s of somebody talking, 1080×1920, 30 fps; 3 runs each
 *
 * Targets: button 1.5 s after the drop, first words 5 s, the editor 2 s after the last word. Run it on an idle machine,
 * after a build of the pages (`./bin/start` builds them).
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

const [given, RUNS = '3'] = process.argv.slice(2)
const SECONDS = 60
const LONGEST_MS = 180_000

/** When the button is pressed: at once, or after the preview. */
const PRESSES = ['at once', 'after preview'] as const
type Press = (typeof PRESSES)[number]
const MARKS = ['uploaded', 'button', 'word', 'editor', 'preview'] as const
/** Milliseconds after the drop. */
type Times = Record<(typeof MARKS)[number], number>

const clip = given === undefined || given === '' ? await talkingClip() : resolve(given)
const site = await openSite()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  console.log(`${clip}, ${((await stat(clip)).size / 1e6).toFixed(1)} MB`)
  const all: Record<Press, Times[]> = { 'at once': [], 'after preview': [] }
  for (let run = 0; run < Number(RUNS); run += 1) for (const press of PRESSES) all[press].push(await measureOnce(press))
  for (const press of PRESSES) {
    console.log(`pressed ${press}`)
    for (const name of MARKS)
      print(
        name,
        all[press].map((times) => times[name]),
      )
  }
} finally {
  await browser.close()
  await site.close()
}

function print(name: string, values: readonly number[]): void {
  const each = values.map((ms) => (ms / 1_000).toFixed(2)).join(' ')
  console.log(`  drop → ${name.padEnd(9)}${(median(values) / 1_000).toFixed(2).padStart(7)} s   (${each})`)
}

async function measureOnce(press: Press): Promise<Times> {
  const { cookies } = await signUp(site.url)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
  try {
    return await dropAndWait(context, press)
  } finally {
    await context.close()
  }
}

async function dropAndWait(context: BrowserContext, pressed: Press): Promise<Times> {
  const page = await context.newPage()
  await page.goto(`${site.url}/upload`)
  await page.waitForLoadState('networkidle')
  const begun = performance.now()
  const since = () => performance.now() - begun
  await dropClip(page, clip)
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/u, { timeout: LONGEST_MS })
  const uploading = untilRow(page, since, 'sha256 is not null')
  const preparing = untilRow(page, since, "stage = 'prepared'")
  if (pressed === 'after preview') await preparing
  const marks = await followCaptions(page, since)
  return { uploaded: await uploading, ...marks, preview: await preparing }
}

async function followCaptions(page: Page, since: () => number) {
  const press = page.getByRole('button', { name: /^Make captions · \d+ credits$/ })
  await press.click({ timeout: LONGEST_MS })
  const button = since()
  const words = page.locator('[role=log][aria-label="Words found so far"] > p:last-child')
  await words.filter({ hasText: /\w+ \w+/u }).waitFor({ timeout: LONGEST_MS })
  const word = since()
  await page.getByRole('list', { name: 'Transcript' }).getByRole('button').first().waitFor({ timeout: LONGEST_MS })
  return { button, word, editor: since() }
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

/** Somebody talking before moving colours with the grain of a phone's camera, with a keyframe every second; made once. */
async function talkingClip(): Promise<string> {
  const path = resolve(await benchFolder(), `talk-${SECONDS}.mp4`)
  if (await stat(path).catch(() => undefined)) return path
  const talk = await fixture('talk-vertical')
  const unfinished = `${path}.part.mp4`
  const input = ['-v', 'error', '-y', '-stream_loop', '-1', '-i', talk, '-t', String(SECONDS)]
  const picture = ['-vf', 'noise=alls=5:allf=t', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-g', '30']
  await measure('ffmpeg', [...input, ...picture, '-c:a', 'aac', '-b:a', '128k', unfinished])
  await rename(unfinished, path)
  return path
}
