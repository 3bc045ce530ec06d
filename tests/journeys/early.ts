import { type CDPSession, expect, type Page } from '@playwright/test'
import { expectAlive } from './alive.ts'

const SCRIPTS = /\/assets\/[^/]+\.js$/

/**
 * Opens a page whose scripts are held back, so that everything before `release` happens before hydration.
 * @returns releases the scripts and waits for hydration
 */
export async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    release()
    await expectAlive(page)
  }
}

/** Opens a page on a slow phone: a sixth of the processor, 1.6 Mbit/s. Does not wait for hydration. */
export async function openOnSlowPhone(page: Page, path: string): Promise<void> {
  const phone = await page.context().newCDPSession(page)
  await phone.send('Network.enable')
  const bytesPerSecond = 1_600_000 / 8
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto(path, { waitUntil: 'commit' })
}

/**
 * Drops files from the desktop through the browser itself: a page that does not accept them would be replaced by the
 * file.
 */
export async function dropFromDesktop(page: Page, ...files: readonly string[]): Promise<void> {
  const desktop: CDPSession = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  const dropped = await page.evaluateHandle(() => {
    const seen = { drops: 0 }
    addEventListener('drop', () => (seen.drops += 1), { capture: true, once: true })
    return seen
  })
  // The browser asks the page before a drop; a drop before its answer counts as cancelled.
  await expect(async () => {
    for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
      await desktop.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data })
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    expect(await dropped.evaluate(({ drops }) => drops)).toBe(1)
  }).toPass({ intervals: [100, 500, 1_000] })
}

/** The bodies a page posts to an address, in order. */
export function postsTo(page: Page, path: string): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) posts.push(request.postData() ?? '')
  })
  return posts
}
