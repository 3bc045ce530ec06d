import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { LOOKS, settle, show } from './screens.ts'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All that another theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Expects no fault axe knows of, against WCAG 2.2 AA. @param only rules to look for, default all of them */
export async function expectAccessible(page: Page, where: string, only?: readonly string[]): Promise<void> {
  // Faded text has less contrast.
  await settle(page)
  // Our pages hold no frames, so nothing has to be gathered on a second page: half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (only ? axe.withRules([...only]) : axe.withTags(WCAG_2_2_AA)).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
  expect.soft(found, where).toEqual([])
}

/** The same in each of these looks; by default in both themes, on a desktop and on a phone. */
export async function expectAccessibleInEveryLook(page: Page, where: string, looks = LOOKS): Promise<void> {
  let width = 0
  for (const look of looks) {
    await show(page, look)
    await expectAccessible(page, `${where}, ${look.name}`, look.width === width ? COLOURS : undefined)
    width = look.width
  }
}
