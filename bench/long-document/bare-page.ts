import type { BrowserContext, Page } from 'playwright'
import { openTimedPage, type Samples } from './timed-page.ts'

const OPENINGS = 3

/**
 * Measures opening of, and inputs in, a page of the editor's elements, text and styles without its scripts: what the
 * browser alone spends on them.
 * @param context somebody who may edit, with the paint clock installed
 * @param o.editorUrl of captions in which one word may be opened for typing
 */
export async function measureBarePage(
  context: BrowserContext,
  o: { editorUrl: string; slowdown: number; repeats: number },
): Promise<Samples> {
  const html = await copyOf(context, o.editorUrl)
  const { page, samples, add, threadMs, timed } = await openTimedPage(context, o.slowdown)
  const url = new URL('/bare-page', o.editorUrl).href
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  for (let n = 0; n <= OPENINGS; n += 1) {
    await page.goto('about:blank')
    await page.goto(url, { waitUntil: 'commit' })
    const wallMs = await page.evaluate(() => window.paintClock.listed)
    // The first one fills the browser's cache.
    if (n > 0) add('opening', { wallMs, threadMs: await threadMs() })
  }
  const focus = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element: HTMLElement) => element.focus())
  await focus('ol[aria-label="Transcript"] input')
  for (let n = 0; n < o.repeats; n += 1) await timed('letter', () => page.keyboard.press('abcdefgh'[n % 8] ?? 'a'))
  await focus('[data-word]')
  await page.evaluate(moveFocusByArrows)
  for (let n = 0; n < o.repeats; n += 1) await timed('next word', () => page.keyboard.press('ArrowRight'))
  await focus('section[aria-label=Style] input[type=range]')
  for (let n = 0; n < o.repeats; n += 1)
    await timed('style slider', () => page.keyboard.press(n % 20 < 10 ? 'ArrowRight' : 'ArrowLeft'))
  await page.close()
  return samples
}

/** The HTML of an open editor in which a word is being typed. */
async function copyOf(context: BrowserContext, editorUrl: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(editorUrl)
  await page.evaluate(() => window.paintClock.opened)
  await page.locator('section[aria-label=Style] input[type=range]').first().waitFor({ state: 'attached' })
  await openWord(page)
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const each of copy.querySelectorAll('script, link[rel=modulepreload]')) each.remove()
    return copy.outerHTML
  })
  await page.close()
  return `<!doctype html>${html}`
}

async function openWord(page: Page): Promise<void> {
  await page
    .locator('[data-word]')
    .first()
    .evaluate((word: HTMLElement) => word.click())
  await page.keyboard.press('Enter')
  await page.locator('ol[aria-label="Transcript"] input').waitFor({ state: 'attached' })
}

/** Runs in the page: the right arrow key moves the focus to the next word, and nothing else. */
function moveFocusByArrows(): void {
  const words = [...document.querySelectorAll<HTMLElement>('[data-word]')]
  let at = 0
  addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowRight' || document.activeElement !== words[at]) return
    at += 1
    words[at]?.focus()
  })
}
