import type { Page } from '@playwright/test'

/** How a page can look: in which theme, on which screen. */
export type Look = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** Both themes on a desktop and on a phone; neighbours differ in one thing. */
export const LOOKS = [
  { name: 'desktop dark', ...DESKTOP, theme: 'dark' },
  { name: 'desktop light', ...DESKTOP, theme: 'light' },
  { name: 'phone light', ...PHONE, theme: 'light' },
  { name: 'phone dark', ...PHONE, theme: 'dark' },
] as const satisfies readonly Look[]

/** Gives the page on screen another look, as a person who turns their phone or presses the theme's button. */
export async function show(page: Page, { width, height, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme })
  // A page that stands in for a broken one has no scripts, and follows the system alone.
  if (await page.evaluate(() => document.querySelector('script[type=module]') === null)) return
  // As if another tab had chosen it: every page of the browser follows, once its scripts have begun.
  await page.waitForFunction((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    return document.documentElement.dataset['theme'] === chosen
  }, theme)
}

/**
 * Ends all movement that comes to an end by itself, also what begins in the next frames: the word at the playhead is
 * marked in one. A page that is not in front has no frames, and nothing begins there.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      for (const animation of ending) animation.finish()
      const next = new Promise((resolve) => requestAnimationFrame(resolve))
      await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 100))])
    }
  })
}
