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
 * Ends all movement of the page on screen, and lets none begin until it is left: every change is there at once. What
 * changes on its own in between, as the word at the playhead does when a video has found its frame, would else be caught
 * halfway. Then lets the layout follow the size of the window.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (document.adoptedStyleSheets.length === 0) {
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }')
      document.adoptedStyleSheets.push(still)
    }
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}
