import { Profiler, useEffect } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { afterPaint, useAfterPaint } from './use-after-paint.ts'

test('shows a new value only after the page was rendered with it', async () => {
  const shown: string[] = []
  function Both({ value }: { value: string }) {
    shown.push(`${value} ${useAfterPaint(value)}`)
    return null
  }
  const { rerender } = await render(<Both value="first" />)
  expect(shown).toEqual(['first first'])
  await rerender(<Both value="second" />)
  await expect.poll(() => shown).toEqual(['first first', 'second first', 'second second'])
})

test('renders all that follows a paint in one pass, a store too', async () => {
  let passes = 0
  const store = createStore(() => ({ value: 'before' }))
  function Stored({ value }: { value: string }) {
    useEffect(() => afterPaint(() => store.setState({ value })), [value])
    return <p>{useStore(store).value}</p>
  }
  function Part({ value }: { value: string }) {
    return <p>{useAfterPaint(value)}</p>
  }
  const pageOf = (value: string) => (
    <Profiler id="page" onRender={() => void (passes += 1)}>
      <Stored value={value} />
      <Part value={value} />
    </Profiler>
  )
  const { rerender, container } = await render(pageOf('before'))
  passes = 0
  await rerender(pageOf('after'))
  await expect.poll(() => container.textContent).toBe('afterafter')
  expect(passes).toBe(2)
})
