import { expect, test } from 'vitest'
import { testProduct } from '../../../../tests/support/product.ts'
import { Status } from '../model/index.ts'

const { product, url, browser } = await testProduct()

test('tells a visitor the state of the running product: without a worker, videos wait', async () => {
  const endWatching = product.startStatus(url)
  const status = Status.parse((await browser().call('operations/status')).output)
  await endWatching()
  expect(status.parts.map(({ part, state }) => [part, state])).toEqual([
    ['web', 'operational'],
    ['database', 'operational'],
    ['worker', 'down'],
    ['storage', 'operational'],
    ['queue', 'operational'],
  ])
})
