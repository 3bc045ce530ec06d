import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { type Range, RangeSlider } from './range-slider.tsx'
import { Slider } from './slider.tsx'

test('moves each end by keys, keeps their distance, and reports the value after each press', async () => {
  const commit = vi.fn<(value: Range) => void>()
  await render(<Loop onCommit={commit} />)
  const start = page.getByRole('slider', { name: 'Loop, start' })
  const end = page.getByRole('slider', { name: 'Loop, end' })
  await expect.element(start).toBeInTheDocument()
  start.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(start).toHaveValue('3')
  expect(commit).toHaveBeenLastCalledWith([3, 8])
  end.element().focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect.element(end).toHaveValue('5')
  await expect.element(end).toHaveAttribute('aria-valuetext', '5 s')
  await expect.element(page.getByText('3 s – 5 s')).toBeVisible()
})

test('a press on the track moves the nearer end', async () => {
  await render(<Loop onCommit={() => {}} />)
  const box = page.getByRole('group', { name: 'Loop' }).element().getBoundingClientRect()
  await page.getByRole('group', { name: 'Loop' }).click({ position: { x: box.width * 0.9, y: box.height - 12 } })
  await expect.element(page.getByRole('slider', { name: 'Loop, end' })).toHaveValue('9')
  await expect.element(page.getByRole('slider', { name: 'Loop, start' })).toHaveValue('2')
})

test('the track of a slider has the colours of the theme', async () => {
  await render(
    <div data-theme="light">
      <Slider label="Size" value={40} min={0} max={100} onChange={() => {}} />
    </div>,
  )
  const slider = page.getByRole('slider', { name: 'Size' }).element()
  expect(getComputedStyle(slider).appearance).toBe('none')
  expect(getComputedStyle(slider).getPropertyValue('--filled')).toBe('0.4')
})

function Loop({ onCommit }: { onCommit: (value: Range) => void }) {
  const [value, setValue] = useState<Range>([2, 8])
  return (
    <RangeSlider
      label="Loop"
      value={value}
      min={0}
      max={10}
      minSteps={2}
      format={(seconds) => `${seconds} s`}
      onChange={setValue}
      onCommit={onCommit}
    />
  )
}
