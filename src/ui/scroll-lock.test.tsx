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
