import type { Locator, Page, TestInfo } from '@playwright/test'

/** The theme and screen size of a page. */
export type Screen = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** Both themes on a desktop and on a phone; neighbours differ in one thing. */
export const SCREENS = [
  { name: 'desktop dark', ...DESKTOP, theme: 'dark' },
  { name: 'desktop light', ...DESKTOP, theme: 'light' },
  { name: 'phone light', ...PHONE, theme: 'light' },
  { name: 'phone dark', ...PHONE, theme: 'dark' },
] as const satisfies readonly Screen[]

/** Changes size and theme of the open page, as turning a phone or switching the theme does. */
export async function show(page: Page, { width, height, theme }: Screen): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme })
  // The page shown for a broken one has no scripts, and only follows the system.
  if (await page.evaluate(() => document.querySelector('script[type=module]') === null)) return
  // As if chosen in another tab: every page follows, once hydrated.
  await page.waitForFunction((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    return document.documentElement.dataset['theme'] === chosen
  }, theme)
}

/**
 * Takes a picture of the page on every screen, for people to look at, and leaves it on the first one. A picture proves
 * nothing, so only `PICTURES=1` asks for them.
 * @param o.part is scrolled into view
 * @param o.fullPage default: what is on screen
 */
export async function picture(
  page: Page,
  testInfo: TestInfo,
  name: string,
  { part, fullPage = false }: { readonly part?: Locator; readonly fullPage?: boolean } = {},
): Promise<void> {
  const screens = process.env['PICTURES'] === '1' ? SCREENS : []
  if (screens.length > 0) await settle(page)
  for (const screen of screens) {
    await show(page, screen)
    await part?.scrollIntoViewIfNeeded()
    await page.screenshot({ path: testInfo.outputPath(`${name} ${screen.name}.png`), fullPage })
  }
  await show(page, SCREENS[0])
}

/** Takes a whole {@link picture} of each page, once it has loaded. @param pages addresses by the name of the picture */
export async function picturePages(
  page: Page,
  testInfo: TestInfo,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, path] of process.env['PICTURES'] === '1' ? Object.entries(pages) : []) {
    await page.goto(path)
    await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' })
    await picture(page, testInfo, name, { fullPage: true })
  }
}

/**
 * Stops all motion on the open page, so that every change is immediate: otherwise late changes, such as the current
 * word when a video finds its frame, would be caught halfway. Then waits for the layout to follow the window's size.
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
