import { expect, test } from 'vitest'
import { formatDollars } from './dollars.ts'

test('leaves out the cents of a whole dollar price', () => {
  expect([0, 12_00, 9_60, 1_234_50].map(formatDollars)).toEqual(['$0', '$12', '$9.60', '$1,234.50'])
})
