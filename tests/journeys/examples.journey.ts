import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'
import { reservePort } from '../support/reserve-port.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test as journey } from './journey.ts'
import { SCREENS, show } from './screens.ts'

/** The page of examples from its sources, as in development; the product is not needed. */
const test = journey.extend<object, { examples: string }>({
  examples: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const cacheDir = await mkdtemp(join(tmpdir(), 'examples-'))
      const port = await reservePort()
      const server = await createServer({
        cacheDir,
        logLevel: 'error',
        server: { port, hmr: false, watch: null },
      })
      await server.listen()
      await provide(`http://127.0.0.1:${port}`)
      await server.close()
      await rm(cacheDir, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ examples }, provide) => provide(examples),
})

/** Each screen, with all rules at the first of each size: the other theme changes nothing but colours. */
const CHECKED = SCREENS.map((screen, at) => ({
  screen,
  rules: screen.width === SCREENS[at - 1]?.width ? ('colours' as const) : ('all' as const),
}))

test('every component keeps WCAG 2.2 AA in both themes, and fits a phone', async ({ page }) => {
  await openExamples(page)
  for (const { screen, rules } of CHECKED) {
    await show(page, screen)
    await expectAccessible(page, screen.name, rules)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(width, screen.name).toBeLessThanOrEqual(screen.width)
  }
})

test('what floats over the page keeps WCAG 2.2 AA in both themes, and fits a phone', async ({ page }) => {
  await openExamples(page)
  for (const { screen, rules } of CHECKED) {
    await show(page, screen)
    for (const { name, open, except = [] } of OVERLAYS) {
      await open(page)
      // The colours of the page below do not depend on what floats over it.
      const within = rules === 'colours' ? { within: FLOATING } : {}
      await expectAccessible(page, `${name}, ${screen.name}`, rules, { except, ...within })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, `${name}, ${screen.name}`).toBeLessThanOrEqual(screen.width)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu').or(page.getByRole('dialog')).or(page.getByRole('listbox'))).toHaveCount(0)
    }
  }
})

test('the keyboard reaches every control, and shows where it is', async ({ page }) => {
  await openExamples(page)
  const wanted = await markControls(page)
  const reached = new Set<string>()
  for (let press = 0; press < wanted.length * 2; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await focusedControl(page)
    if (focused === undefined) break
    expect.soft(focused.isShown, `the focus on ${focused.label}`).toBe(true)
    reached.add(focused.id)
  }
  expect(wanted.filter(({ id }) => !reached.has(id)).map(({ label }) => label)).toEqual([])
})

test('the menu key opens a context menu at the focus, and Escape gives the focus back', async ({ page }) => {
  await openExamples(page)
  const caption = page.getByRole('button', { name: 'A caption on the timeline' })
  await caption.focus()
  for (const key of ['ContextMenu', 'Shift+F10']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('menu', { name: 'Caption' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(caption).toBeFocused()
  }
})

/** Base UI hides the page from assistive technology while a list is open; Tab closes the list before it leaves. */
const HIDES_THE_PAGE = ['aria-hidden-focus']

const FLOATING = '[role=menu], [role=dialog], [role=alertdialog], [role=listbox]'

type Overlay = {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
  /** Rules of axe that it breaks with a reason. */
  readonly except?: readonly string[]
}

const OVERLAYS: readonly Overlay[] = [
  {
    name: 'the combobox',
    except: HIDES_THE_PAGE,
    async open(page) {
      await page.getByRole('combobox', { name: 'Spoken language' }).fill('e')
      await expect(page.getByRole('option', { name: 'German Deutsch' })).toBeVisible()
    },
  },
  {
    name: 'the menu',
    async open(page) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
    },
  },
  {
    name: 'the context menu',
    async open(page) {
      await page.getByRole('button', { name: 'A caption on the timeline' }).click({ button: 'right' })
      await expect(page.getByRole('menuitem', { name: 'Split' })).toBeVisible()
    },
  },
  {
    name: 'the popover',
    async open(page) {
      await page.getByRole('button', { name: 'Open popover' }).click()
      await expect(page.getByRole('dialog', { name: 'Speed' })).toBeVisible()
    },
  },
  {
    name: 'the popover beside a word',
    async open(page) {
      await page.getByRole('button', { name: 'word', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Word' })).toBeVisible()
    },
  },
  {
    name: 'a combobox in a dialog',
    except: HIDES_THE_PAGE,
    async open(page) {
      await page.getByRole('button', { name: 'Open dialog' }).click()
      await page.getByRole('button', { name: 'Show options' }).last().click()
      await expect(page.getByRole('dialog').getByRole('option', { name: 'Spanish' })).toBeVisible()
    },
  },
  {
    name: 'the confirmation',
    async open(page) {
      await page.getByRole('button', { name: 'Open ConfirmDialog' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete this video?' })).toBeVisible()
    },
  },
]

async function openExamples(page: Page): Promise<void> {
  await page.goto('/__examples')
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible()
}

type Control = { readonly id: string; readonly label: string }

/** Gives every control that Tab should reach a mark, and lists them. */
async function markControls(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
    const reachable = [...all].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility()) return false
      // Tab goes to the chosen one of a set of radio buttons.
      if (element instanceof HTMLInputElement && element.type === 'radio') return element.checked
      return element.getAttribute('aria-hidden') !== 'true'
    })
    return reachable.map((element, index) => {
      element.dataset['control'] = String(index)
      const text = element.getAttribute('aria-label') ?? element.textContent
      return { id: String(index), label: `${element.tagName} ${text} ${element.id}` }
    })
  })
}

/** The control with the focus, and whether it or what is drawn for it has an outline; none on the page itself. */
async function focusedControl(page: Page): Promise<(Control & { readonly isShown: boolean }) | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    const drawn = [element, element.parentElement, ...element.children].filter((part) => part !== null)
    const isShown = drawn.some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
    const label = element.getAttribute('aria-label') ?? element.textContent
    return { id: element.dataset['control'] ?? '', label: `${element.tagName} ${label} ${element.id}`, isShown }
  })
}
