import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackgroundAnimation } from './background-animation.tsx'
import { backgroundMoves, type BackgroundConditions } from './background-conditions.ts'

const GOOD: BackgroundConditions = { widthPx: 768, cores: 4, reducedMotion: false, modern: true }

test.each([
  { where: 'on a wide window of a quick machine', change: {}, moves: true },
  { where: 'under 768 px of width', change: { widthPx: 767 }, moves: false },
  { where: 'with fewer than 4 cores', change: { cores: 3 }, moves: false },
  { where: 'where the browser hides its cores', change: { cores: undefined }, moves: false },
  { where: 'in an old browser', change: { modern: false }, moves: false },
  { where: 'under reduced motion', change: { reducedMotion: true }, moves: false },
])('moves the background $where: $moves', ({ change, moves }) => {
  expect(backgroundMoves({ ...GOOD, ...change })).toBe(moves)
})

test('appears 300 ms after the page, leaves a narrow window, and returns', async () => {
  await open({ cores: 8 })
  expect(background().query()).toBeNull()
  await vi.advanceTimersByTimeAsync(299)
  expect(background().query()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(background()).toBeInTheDocument()

  await page.viewport(767, 720)
  await expect.element(background()).not.toBeInTheDocument()
  await page.viewport(1280, 720)
  await expect.element(background()).toBeInTheDocument()
})

test('never appears on a machine with two cores', async () => {
  await open({ cores: 2 })
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect(background().query()).toBeNull()
})

function background() {
  return page.getByTestId('background')
}

async function open({ cores }: { cores: number }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(cores)
  await render(<BackgroundAnimation />)
}
