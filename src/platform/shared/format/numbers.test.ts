import { expect, test } from 'vitest'
import { formatList, formatNumber, formatPercent, formatProgress, pluralize } from './numbers.ts'

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1_000, 0, '1,000'],
  [-1_500, 0, '−1,500'],
  [1_234_567, 0, '1,234,567'],
  [1_234.56, 1, '1,234.6'],
  [9.96, 1, '10'],
  [2.05, 2, '2.05'],
  [-0.04, 1, '0'],
])('writes %f with at most %i decimals as %s', (value, decimals, written) => {
  expect(formatNumber(value, decimals)).toBe(written)
})

test.each([
  [0.4, 1, '40%'],
  [0.125, 1, '12.5%'],
  [0.07, 1, '7%'],
  [12.5, 1, '1,250%'],
  [0.9995, 2, '99.95%'],
])('writes %f with at most %i decimals as %s', (fraction, decimals, written) => {
  expect(formatPercent(fraction, decimals)).toBe(written)
})

test('shows 100% only when the work is finished', () => {
  expect([0, 0.29, 0.999, 1].map(formatProgress)).toEqual(['0%', '29%', '99%', '100%'])
})

test('writes a count with its noun', () => {
  expect([pluralize(1, 'visit'), pluralize(2_030, 'visit'), pluralize(0, 'reply', 'replies')]).toEqual([
    '1 visit',
    '2,030 visits',
    '0 replies',
  ])
})

test('joins a list as in a sentence', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(formatList)).toEqual(['', 'a', 'a and b', 'a, b, and c'])
})
