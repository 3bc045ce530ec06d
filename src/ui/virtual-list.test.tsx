import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { VirtualList } from './virtual-list.tsx'

const ROWS = Array.from({ length: 20_000 }, (_, index) => `Caption ${index + 1}`)

test('holds only the rows on screen, and says how many there are', async () => {
  await render(<Captions />)
  await expect.element(page.getByRole('button', { name: 'Caption 1', exact: true })).toBeVisible()
  expect(page.getByRole('listitem').elements().length).toBeLessThan(40)
  await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '20000')
})

test('shows the last rows when scrolled to the end', async () => {
  await render(<Captions />)
  scroller().scrollTop = scroller().scrollHeight
  await expect.element(page.getByRole('button', { name: 'Caption 20000' })).toBeVisible()
  await expect.element(page.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '20000')
})

test('keeps the row that has the focus', async () => {
  await render(<Captions />)
  const row = page.getByRole('button', { name: 'Caption 3', exact: true })
  row.element().focus()
  scroller().scrollTop = 100_000
  await expect.element(page.getByRole('button', { name: 'Caption 2510', exact: true })).toBeInTheDocument()
  await expect.element(row).toHaveFocus()
})

function Captions() {
  return (
    <div style={{ height: 320 }}>
      <VirtualList
        label="Captions"
        items={ROWS}
        keyOf={(row) => row}
        rowHeightPx={40}
        className="h-full"
        renderItem={(row) => <button className="h-10">{row}</button>}
      />
    </div>
  )
}

function scroller(): Element {
  return page.getByRole('region', { name: 'Captions' }).element()
}
