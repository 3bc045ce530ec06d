import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { AnchoredPopover, Popover } from './popover.tsx'

test('turns to the side with room, and stays inside the window', async () => {
  await page.viewport(800, 600)
  await render(
    <div style={{ position: 'fixed', right: 4, bottom: 4 }}>
      <Popover title="Speed" trigger={<Button>Speed</Button>}>
        <p style={{ height: 120 }}>Faster or slower</p>
      </Popover>
    </div>,
  )
  await page.getByRole('button', { name: 'Speed' }).click()
  const panel = page.getByRole('dialog', { name: 'Speed' })
  await expect.element(panel).toBeVisible()
  const { right, bottom } = panel.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(800)
  expect(bottom).toBeLessThan(page.getByRole('button', { name: 'Speed' }).element().getBoundingClientRect().top)
})

test('a menu that ends at a button near the left edge stays inside the window', async () => {
  await page.viewport(390, 600)
  await render(
    <div style={{ position: 'fixed', left: 100, top: 4 }}>
      <Menu label="Actions" align="end" renderTrigger={(trigger) => <button {...trigger}>Actions</button>}>
        <MenuItem onSelect={() => undefined}>Rename</MenuItem>
      </Menu>
    </div>,
  )
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  expect(page.getByRole('menu').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0)
})

test('takes the focus, and Escape gives it back to the button', async () => {
  await render(
    <Popover title="Speed" trigger={<Button>Speed</Button>}>
      <Button>Slower</Button>
    </Popover>,
  )
  page.getByRole('button', { name: 'Speed' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Slower' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Speed' })).toHaveFocus()
})

test('stands beside a place on a canvas, and closes on a press outside', async () => {
  await page.viewport(800, 600)
  await render(<WordPopover />)
  await page.getByRole('button', { name: 'Open' }).click()
  const panel = page.getByRole('dialog', { name: 'Word' })
  await expect.element(panel).toBeVisible()
  await expect.poll(() => Math.round(panel.element().getBoundingClientRect().top)).toBe(226)
  await page.getByText('Elsewhere').click()
  await expect.element(panel).not.toBeInTheDocument()
})

test('can be used inside a modal dialog, where Escape closes the popover alone', async () => {
  await render(
    <Dialog open onClose={() => undefined} title="Export">
      <Popover title="Size" trigger={<Button>Size</Button>}>
        <Button>Larger</Button>
      </Popover>
    </Dialog>,
  )
  await page.getByRole('button', { name: 'Size' }).click()
  await page.getByRole('button', { name: 'Larger' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Size' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
})

/** A popover beside a rectangle that is 20 px high and begins 200 px from the top. */
function WordPopover() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <p style={{ marginTop: 400 }}>Elsewhere</p>
      <AnchoredPopover anchor={WORD} open={open} onClose={() => setOpen(false)} title="Word">
        <Button>Hide</Button>
      </AnchoredPopover>
    </>
  )
}

const WORD = { getBoundingClientRect: () => new DOMRect(400, 200, 60, 20) }
