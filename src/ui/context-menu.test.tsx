import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from './context-menu.tsx'

test('opens at the pointer, runs the chosen action and closes', async () => {
  await render(<Caption />)
  await page.getByRole('button', { name: 'Caption 1' }).click({ button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Caption' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Split' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('split')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('works by keyboard: arrow keys, first letters, Enter and Escape', async () => {
  await render(<Caption />)
  const caption = page.getByRole('button', { name: 'Caption 1' })
  caption.element().focus()
  openByKey(caption.element())
  await expect.poll(() => page.getByRole('menu').element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('d')
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  // A disabled action can be read, too, but does nothing.
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Merge' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('split')

  openByKey(caption.element())
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(caption).toHaveFocus()
})

/** What a browser sends for the menu key and for Shift+F10. */
function openByKey(element: Element): void {
  const { left, bottom } = element.getBoundingClientRect()
  element.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
  )
}

function Caption() {
  const [done, setDone] = useState('')
  return (
    <>
      <ContextMenu
        label="Caption"
        items={
          <>
            <ContextMenuItem onSelect={() => setDone('split')}>Split</ContextMenuItem>
            <ContextMenuItem disabled onSelect={() => setDone('merged')}>
              Merge
            </ContextMenuItem>
            <ContextMenuSeparator />
            <ContextMenuItem tone="danger" onSelect={() => setDone('deleted')}>
              Delete
            </ContextMenuItem>
          </>
        }
      >
        <button>Caption 1</button>
      </ContextMenu>
      <output>{done}</output>
    </>
  )
}
