import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyExponent, decimalAmount, formatMoney, parseAmount } from './money.ts'

test.each([
  { minorUnits: 1_200, currency: 'usd', decimal: '12.00', text: '$12.00' },
  { minorUnits: 8_000, currency: 'jpy', decimal: '8000', text: '¥8,000' },
  { minorUnits: 1_234, currency: 'kwd', decimal: '1.234', text: 'KWD\u00a01.234' },
  { minorUnits: 150_000, currency: 'huf', decimal: '1500.00', text: 'HUF\u00a01,500.00' },
  { minorUnits: 5, currency: 'usd', decimal: '0.05', text: '$0.05' },
  { minorUnits: -250, currency: 'usd', decimal: '-2.50', text: '-$2.50' },
])('writes $minorUnits minor units of $currency as $decimal', ({ minorUnits, currency, decimal, text }) => {
  expect(decimalAmount(minorUnits, currency)).toBe(decimal)
  expect(formatMoney(minorUnits, currency)).toBe(text)
})

test('counts currencies as Stripe does, not as people write them', () => {
  const exponents = ['ISK', 'UGX', 'MGA', 'HUF', 'IDR', 'IQD'].map((currency) => currencyExponent(currency))
  expect(exponents).toEqual([2, 2, 0, 2, 2, 3])
})

test('reads every amount that it writes', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999 }), fc.constantFrom('usd', 'jpy', 'kwd'), (minorUnits, currency) => {
      expect(parseAmount(decimalAmount(minorUnits, currency), currency)).toBe(minorUnits)
    }),
  )
})

test.each([
  ['12.505', 'usd'],
  ['80.5', 'jpy'],
  ['a dozen', 'usd'],
  ['-3', 'usd'],
])('refuses %s as an amount in %s', (entered, currency) => {
  expect(parseAmount(entered, currency)).toBeUndefined()
})
