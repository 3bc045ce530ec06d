import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { act } from 'react'
import { currentToasts } from './toast-store.ts'
import { toast, Toaster } from './toasts.tsx'
// The product's own styles.
import '../../../tests/support/web.tsx'

beforeEach(async () => {
  // A pointer that an earlier test left over the toasts would pause them.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const { id } of currentToasts()) toast.remove(id)
})

test('a toast disappears after 5000 ms, with an exit of 300 ms', async () => {
  await start(() => toast.success('Saved', { title: 'Done' }))
  const card = page.getByRole('status').filter({ hasText: 'Saved' })
  await pass(4_999)
  expect(card.element().hasAttribute('data-leaving')).toBe(false)
  await pass(1)
  expect(card.element().hasAttribute('data-leaving')).toBe(true)
  await pass(299)
  expect(card.query()).not.toBeNull()
  await pass(1)
  expect(card.query()).toBeNull()
})

test('a toast with its own duration stays that long', async () => {
  await start(() => toast.info('Quick', { duration: 800 }))
  await pass(800)
  await pass(300)
  expect(page.getByText('Quick').query()).toBeNull()
})

test.each(['success', 'error', 'info', 'warning', 'premium'] as const)(
  'a %s toast shows its title and message',
  async (type) => {
    await start(() => toast[type]('The message', { title: 'The title' }))
    const card = page.getByRole(type === 'error' ? 'alert' : 'status').filter({ hasText: 'The title' })
    expect(card.element().getAttribute('data-type')).toBe(type)
    expect(card.element().textContent).toContain('The message')
  },
)

test('dismissing a toast plays the same exit', async () => {
  await start(() => toast.warning('Careful'))
  await act(async () => dismissButton().click())
  expect(page.getByText('Careful').query()).not.toBeNull()
  await pass(300)
  expect(page.getByText('Careful').query()).toBeNull()
})

test('a hovered toast stays', async () => {
  await start(() => toast.info('Still reading'))
  await pass(4_999)
  const card = page.getByRole('status').filter({ hasText: 'Still reading' }).element()
  // React derives enter and leave from these two.
  await act(async () => card.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  await pass(20_000)
  expect(card.hasAttribute('data-leaving')).toBe(false)
  await act(async () =>
    card.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body })),
  )
  await pass(1)
  expect(card.hasAttribute('data-leaving')).toBe(true)
})

test('a focused toast stays, then only for the time it had left', async () => {
  await start(() => toast.info('Read me slowly'))
  await pass(4_000)
  await act(async () => dismissButton().focus())
  await pass(20_000)
  expect(page.getByText('Read me slowly').query()).not.toBeNull()
  await act(async () => dismissButton().blur())
  await pass(999)
  expect(page.getByText('Read me slowly').query()).not.toBeNull()
  await pass(1)
  await pass(300)
  expect(page.getByText('Read me slowly').query()).toBeNull()
})

test('progress becomes success in place', async () => {
  await start(() => {
    toast.info('Logging out...', { id: 'logout' })
    toast.success('Successfully logged out!', { id: 'logout' })
  })
  expect(currentToasts()).toHaveLength(1)
  expect(page.getByText('Logging out...').query()).toBeNull()
})

test('a replacement for a leaving toast stays for its full duration', async () => {
  await start(() => toast.info('Logging out...', { id: 'logout' }))
  await pass(5_100)
  expect(page.getByRole('status').filter({ hasText: 'Logging out' }).element().hasAttribute('data-leaving')).toBe(true)
  await act(async () => void toast.success('Successfully logged out!', { id: 'logout' }))
  const card = page.getByRole('status').filter({ hasText: 'Successfully logged out!' })
  await pass(4_999)
  expect(card.element().hasAttribute('data-leaving')).toBe(false)
  await pass(1)
  expect(card.element().hasAttribute('data-leaving')).toBe(true)
})

test('toasts are in the top layer, above dialogs, while there are any', async () => {
  await start(() => toast.error('Over it all'))
  const region = page.getByRole('region', { name: 'Notifications' }).element()
  expect(region.matches(':popover-open')).toBe(true)
  await pass(5_000)
  await pass(300)
  expect(region.matches(':popover-open')).toBe(false)
})

test('an unbreakable name keeps the dismiss button on a phone’s screen', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(320, 640)
  await start(() => toast.success(`${'wolfeschlegelsteinhausenbergerdorff'.repeat(2)}@example.com has a seat`))
  expect(dismissButton().getBoundingClientRect().right).toBeLessThan(320)
})

function dismissButton(): HTMLElement {
  const button = page.getByRole('button', { name: 'Dismiss notification' }).element()
  if (!(button instanceof HTMLElement)) throw new Error('not a button')
  return button
}

async function start(first: () => unknown): Promise<void> {
  await render(<Toaster />)
  // From here on, everything changes inside `act`, so that only the clock decides.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => void first())
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
