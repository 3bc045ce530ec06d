import { expect, test } from 'vitest'
import { wholeNumber } from './numbers.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [-1_500, '−1,500'],
  [1_234_567, '1,234,567'],
])('%i is written %s', (value, written) => {
  expect(wholeNumber(value)).toBe(written)
})
