import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Site } from '../../tests/support/web.tsx'
import { Dialog } from './dialog.tsx'

afterEach(() => document.querySelector('#classic-scrollbars')?.remove())

test('does not move a page that does not scroll under a dialog where scrollbars take room', async () => {
  showClassicScrollbars()
  await page.viewport(800, 600)
  const { rerender } = await render(<Page isOpen={false} />)
  const before = box()
  await rerender(<Page isOpen />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(box()).toEqual(before)
  await rerender(<Page isOpen={false} />)
  expect(box()).toEqual(before)
})

test('stops the page from scrolling until the last dialog is closed', async () => {
  const { rerender } = await render(<Stack count={2} />)
  expect(overflow()).toBe('hidden')
  await rerender(<Stack count={1} />)
  expect(overflow()).toBe('hidden')
  await rerender(<Stack count={0} />)
  expect(overflow()).not.toBe('hidden')
})

test('on a wide screen no style of the whole page depends on the elements in it', async () => {
  await page.viewport(1_024, 600)
  await render(<Page isOpen={false} />)
  const selectors = [...document.styleSheets].flatMap((sheet) => selectorsOf(sheet.cssRules))
  expect(selectors).toContain('html[data-locked]')
  expect(
    selectors.filter((selector) => /^(html|:root)(?!\[data-scrollbar-room\])[^\s>]*:has\(/.test(selector)),
  ).toEqual([])
})

/** Dialogs, of which the first ones are open. */
function Stack({ count }: { count: number }) {
  return ['Rename', 'Delete'].map((title, at) => (
    <Dialog key={title} open={at < count} onClose={() => {}} title={title} />
  ))
}

function overflow(): string {
  return getComputedStyle(document.documentElement).overflowY
}

/** The selectors of rules that apply on this screen. */
function selectorsOf(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule.selectorText]
    if (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches) return []
    return rule instanceof CSSGroupingRule ? selectorsOf(rule.cssRules) : []
  })
}

function Page({ isOpen }: { isOpen: boolean }) {
  return (
    <Site path="/somewhere">
      <main>Words</main>
      <Dialog open={isOpen} onClose={() => {}} title="Rename" />
    </Site>
  )
}

function box() {
  const { left, width } = page.getByRole('main').element().getBoundingClientRect()
  return { left, width }
}

/** Headless Chromium hides its scrollbars; these take up space as on Windows. */
function showClassicScrollbars(): void {
  const style = document.createElement('style')
  style.id = 'classic-scrollbars'
  style.textContent = `html { scrollbar-color: auto !important; overflow-y: auto } ::-webkit-scrollbar { width: 15px }`
  document.head.append(style)
}
