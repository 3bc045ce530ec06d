/**
 * Takes a picture of every page and state of a running product: both themes, on a desktop and on a phone. `node
 * scripts/screens.ts http://127.0.0.1:4870 FOLDER [PARTS,OF,NAMES]`
 */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, errors, type Page } from 'playwright'
import { SCREENS, settle, show } from '../tests/journeys/screens.ts'
import { type Scene, SCENES, type Who } from './screens-scenes.ts'

const [address, folder, only = ''] = process.argv.slice(2)
if (address === undefined || folder === undefined) {
  throw new Error('node scripts/screens.ts ADDRESS FOLDER [PARTS,OF,NAMES]')
}
const parts = only.split(',')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  for (const who of ['visitor', 'creator', 'affiliate'] as const) {
    const scenes = SCENES.filter(({ name, who: whose }) => whose === who && parts.some((part) => name.includes(part)))
    if (scenes.length > 0) await captureScenes(await contextOf(browser, address, who), folder, scenes)
  }
} finally {
  await browser.close()
}

async function captureScenes(context: BrowserContext, folder: string, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    try {
      const page = await context.newPage()
      await captureScene(page, folder, scene)
      await context.setOffline(false)
      await page.close()
    } catch (error) {
      // A state that cannot be reached is reported and does not stop the others.
      console.error(`${scene.name}: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
  await context.close()
}

async function captureScene(page: Page, folder: string, { name, path, before, after }: Scene): Promise<void> {
  await before?.(page)
  for (const screen of SCREENS) {
    // Open the page at this width instead of resizing it.
    if (screen.theme === SCREENS[0]?.theme || screen.width !== page.viewportSize()?.width) {
      await page.context().setOffline(false)
      await page.setViewportSize({ width: screen.width, height: screen.height })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).or(page.getByRole('status')).first().waitFor()
      await quiet(page)
      await after?.(page)
    }
    await show(page, screen)
    await settle(page)
    const file = join(folder, `${name}-${screen.width}-${screen.theme}.png`)
    // An overlay covers the window, not the whole page.
    await page.screenshot({ path: file, fullPage: after === undefined, animations: 'disabled' })
  }
}

/** Waits until no request is pending; a page that waits by design is captured as it is. */
async function quiet(page: Page): Promise<void> {
  const idle = page.waitForLoadState('networkidle', { timeout: 2_000 })
  await idle.catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}

/** The browser of a new user. */
async function contextOf(browser: Browser, baseURL: string, who: Who): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  if (who === 'visitor') return context
  const headers = { origin: baseURL }
  const person = { email: `${randomUUID()}@example.com`, password: 'violet-harbour-lantern', name: 'Ada' }
  await expectOk(context.request.post('/api/auth/sign-up/email', { headers, data: person }))
  if (who === 'affiliate') {
    const username = `ada-${randomUUID().slice(0, 8)}`
    const data = { json: { username, channel: 'A channel about cooking', country: 'DE', acceptsTerms: true } }
    await expectOk(context.request.post('/api/rpc/referrals/join', { headers, data }))
  }
  return context
}

async function expectOk(answer: Promise<{ ok(): boolean; text(): Promise<string> }>): Promise<void> {
  const got = await answer
  if (!got.ok()) throw new Error(`the product refused: ${await got.text()}`)
}
