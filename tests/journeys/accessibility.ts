import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { LOOKS, settle, show } from './screens.ts'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All that another theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Which rules are looked for: all, those that depend on the theme, or all but those. */
type Rules = 'all' | 'colours' | 'all but colours'

/** Expects no fault axe knows of, against WCAG 2.2 AA. */
export async function expectAccessible(page: Page, where: string, rules: Rules = 'all'): Promise<void> {
  // Faded text has less contrast.
  await settle(page)
  const isThere = await page.evaluate(() => 'axe' in window)
  // Our pages hold no frames, so nothing has to be gathered on a second page; and axe stays on a page it once was on.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) }).setLegacyMode()
  axe.options({ resultTypes: ['violations'] })
  if (rules === 'colours') axe.withRules(COLOURS)
  else axe.withTags(WCAG_2_2_AA)
  if (rules === 'all but colours') axe.disableRules(COLOURS)
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
  expect.soft(found, where).toEqual([])
}

/** The same in both themes, on a desktop and on a phone: what a page has of its own there is looked at in colour, too. */
export async function expectAccessibleInEveryLook(page: Page, where: string): Promise<void> {
  let width = 0
  for (const look of LOOKS) {
    await show(page, look)
    await expectAccessible(page, `${where}, ${look.name}`, look.width === width ? 'colours' : 'all')
    width = look.width
  }
}

/**
 * The same for a page whose colours are those of the desktop: on a phone, where the layout is another, all but the
 * colours is looked at, and that nothing is wider than the screen.
 */
export async function expectAccessibleAndFitting(page: Page, where: string): Promise<void> {
  for (const { look, rules } of LAYOUTS) {
    await show(page, look)
    await expectAccessible(page, `${where}, ${look.name}`, rules)
  }
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), where)
    .toBeLessThanOrEqual(LOOKS[2].width)
}

const LAYOUTS = [
  { look: LOOKS[0], rules: 'all' },
  { look: LOOKS[1], rules: 'colours' },
  { look: LOOKS[2], rules: 'all but colours' },
] as const
