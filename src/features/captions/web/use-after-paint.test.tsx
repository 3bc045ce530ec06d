import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAfterPaint } from './use-after-paint.ts'

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
