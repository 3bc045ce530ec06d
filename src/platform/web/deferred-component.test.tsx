import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { deferredComponent } from './deferred-component.tsx'

test('shows the fallback until the code is loaded, then the component at once', async () => {
  const code = Promise.withResolvers<typeof Greeting>()
  const Deferred = deferredComponent(() => code.promise, <p>Loading</p>)
  await render(<Deferred name="Ada" />)
  expect(page.getByText('Loading').query()).not.toBeNull()
  code.resolve(Greeting)
  await expect.element(page.getByText('Hello, Ada')).toBeVisible()
})

test('code that was loaded before is shown in the first render', async () => {
  const loaded = Promise.withResolvers<void>()
  const Deferred = deferredComponent(
    async () => {
      queueMicrotask(loaded.resolve)
      return Greeting
    },
    <p>Loading</p>,
  )
  Deferred.preload()
  await loaded.promise
  let firstRender = ''
  await render(
    <div ref={(element) => void (firstRender ||= element?.textContent ?? '')}>
      <Deferred name="Ada" />
    </div>,
  )
  expect(firstRender).toBe('Hello, Ada')
})

test('code that failed to load early is loaded again when it is shown', async () => {
  let loads = 0
  const failed = Promise.withResolvers<void>()
  const Deferred = deferredComponent(
    async () => {
      loads += 1
      if (loads > 1) return Greeting
      queueMicrotask(failed.resolve)
      throw new TypeError('offline')
    },
    <p>Loading</p>,
  )
  Deferred.preload()
  await failed.promise
  await render(<Deferred name="Ada" />)
  await expect.element(page.getByText('Hello, Ada')).toBeVisible()
  expect(loads).toBe(2)
})

test('code that is not urgent loads once the browser is idle', async () => {
  const order: string[] = []
  const Deferred = deferredComponent(
    async () => {
      order.push('loads')
      return Greeting
    },
    <p>Loading</p>,
    { isUrgent: false },
  )
  await render(<Deferred name="Ada" />)
  order.push('shown')
  await expect.element(page.getByText('Hello, Ada')).toBeVisible()
  expect(order).toEqual(['shown', 'loads'])
})

function Greeting({ name }: { name: string }) {
  return <p>Hello, {name}</p>
}
