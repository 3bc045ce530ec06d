import { expect, test } from 'vitest'
import { testProduct } from '../../../../tests/support/product.ts'
import { Status } from '../model/index.ts'

const { product, url, browser } = await testProduct()

test('a visitor is told how the running product does: without a worker, that videos wait', async () => {
  const endWatching = product.startStatus(url)
  const told = Status.parse((await browser().call('operations/status')).output)
  await endWatching()
  expect(told.parts.map(({ part, state }) => [part, state])).toEqual([
    ['web', 'operational'],
    ['database', 'operational'],
    ['worker', 'down'],
    ['storage', 'operational'],
    ['queue', 'operational'],
  ])
})
