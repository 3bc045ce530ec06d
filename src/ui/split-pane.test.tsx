import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { SplitPane } from './split-pane.tsx'

test('arrow keys on the handle resize the panes, and the new share is reported', async () => {
  const resize = vi.fn<(percent: number) => void>()
  await render(<Panes onResize={resize} />)
  const handle = page.getByRole('separator', { name: 'Resize the transcript' })
  const before = widthOf('Transcript')
  handle.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => widthOf('Transcript')).toBeGreaterThan(before)
  expect(resize.mock.lastCall?.[0]).toBeGreaterThan(50)
})

test('panes keep their least width', async () => {
  await render(<Panes onResize={() => {}} />)
  page.getByRole('separator').element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => Math.round(widthOf('Transcript'))).toBe(200)
})

test('a pane has its least height in the first layout: what is in it does not jump', async () => {
  const heights: number[] = []
  const measure = (element: HTMLElement | null) => {
    if (element !== null) queueMicrotask(() => heights.push(element.getBoundingClientRect().height))
  }
  await render(
    <div style={{ width: 300, height: 500 }}>
      <SplitPane
        label="Resize the timeline"
        orientation="vertical"
        initialPercent={76}
        minSecondPx={160}
        first={null}
        second={<section ref={measure} aria-label="Timeline" style={{ height: '100%' }} />}
      />
    </div>,
  )
  expect(heights).toEqual([160])
})

test('where both least heights do not fit, the panes share the height in proportion', async () => {
  await render(
    <div style={{ width: 300, height: 300 }}>
      <SplitPane
        label="Resize the timeline"
        orientation="vertical"
        minFirstPx={240}
        minSecondPx={160}
        first={null}
        second={<section aria-label="Timeline" style={{ height: '100%' }} />}
      />
    </div>,
  )
  const handle = page.getByRole('separator').element().getBoundingClientRect()
  const timeline = page.getByRole('region', { name: 'Timeline' }).element().getBoundingClientRect()
  expect(timeline.height).toBeCloseTo(0.4 * 288, 0)
  expect(timeline.bottom - handle.bottom).toBeCloseTo(timeline.height, 0)
})

test('a drag moves the handle', async () => {
  await render(<Panes onResize={() => {}} />)
  const handle = page.getByRole('separator').element()
  const { left, top, width } = handle.getBoundingClientRect()
  const at = (x: number) => ({
    bubbles: true,
    cancelable: true,
    composed: true,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    buttons: 1,
    clientX: x,
    clientY: top + 40,
  })
  const from = left + width / 2
  handle.dispatchEvent(new PointerEvent('pointerdown', at(from)))
  handle.dispatchEvent(new PointerEvent('pointermove', at(from + 100)))
  handle.dispatchEvent(new PointerEvent('pointerup', at(from + 100)))
  await expect.poll(() => handle.getBoundingClientRect().left - left).toBeGreaterThan(90)
})

function Panes({ onResize }: { onResize: (percent: number) => void }) {
  return (
    <div style={{ width: 800, height: 300 }}>
      <SplitPane
        label="Resize the transcript"
        minFirstPx={200}
        first={<section aria-label="Transcript">Words</section>}
        second={<section aria-label="Picture">Video</section>}
        onResize={onResize}
      />
    </div>
  )
}

function widthOf(name: string): number {
  return page.getByRole('region', { name }).element().getBoundingClientRect().width
}
