import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { SCREENS, settle, show } from './screens.ts'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The minified axe, half the size of the one AxeBuilder injects twice. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Placeholders of loading content (src/ui/skeleton.tsx), which axe ignores. */
const STILL_LOADING = '[data-skeleton]'

/** The rules that depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Which rules to check: all, those that depend on the theme, or all but those. */
type Rules = 'all' | 'colours' | 'all but colours'

/**
 * Expects no fault axe knows of, against WCAG 2.2 AA, once all of the page is there.
 * @param o.except ids of rules that what is on screen breaks with a reason
 * @param o.within a selector of what to check; default: the whole page
 */
export async function expectAccessible(
  page: Page,
  where: string,
  rules: Rules = 'all',
  { except = [], within }: { readonly except?: readonly string[]; readonly within?: string } = {},
): Promise<void> {
  await expect(page.locator(STILL_LOADING), where).toHaveCount(0)
  // A handle between panes tells its value once the panes are laid out.
  await expect(page.locator('[role=separator][tabindex]:not([aria-valuenow])'), where).toHaveCount(0)
  // Faded text has less contrast.
  await settle(page)
  // Axe stays loaded on a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Our pages have no frames, so no second page has to collect results.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode()
  axe.options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (rules === 'colours') axe.withRules(COLOURS)
  else axe.withTags(WCAG_2_2_AA)
  axe.disableRules([...except, ...(rules === 'all but colours' ? COLOURS : [])])
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
  expect.soft(found, where).toEqual([])
}

/** Checks both themes on a desktop and on a phone, with colours in each, for pages whose phone layout has its own. */
export async function expectAccessibleInEveryLook(page: Page, where: string): Promise<void> {
  let width = 0
  for (const screen of orderedFrom(SCREENS, page)) {
    await show(page, screen)
    await expectAccessible(page, `${where}, ${screen.name}`, screen.width === width ? 'colours' : 'all')
    width = screen.width
  }
}

/**
 * Checks both themes on a desktop, and everything but colours on a phone, for pages whose phone layout has no colours
 * of its own. Nothing may be wider than the screen.
 */
export async function expectAccessibleAndFitting(page: Page, where: string): Promise<void> {
  for (const { screen, rules } of orderedFrom(LAYOUTS, page)) {
    await show(page, screen)
    await expectAccessible(page, `${where}, ${screen.name}`, rules)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(width, `${where}, ${screen.name}`).toBeLessThanOrEqual(screen.width)
  }
}

const LAYOUTS = [
  { screen: SCREENS[0], rules: 'all' },
  { screen: SCREENS[1], rules: 'colours' },
  { screen: SCREENS[2], rules: 'all but colours' },
] as const

/** The screens in reverse if the page is still at the last one, a phone: one change fewer. */
function orderedFrom<T>(screens: readonly T[], page: Page): readonly T[] {
  return page.viewportSize()?.width === SCREENS[2].width ? screens.toReversed() : screens
}
