import { expect, test } from 'vitest'
import { credits, DEFAULT_DEDUCTION, insufficientCredits, MAX_CREDITS, START_CREDITS } from './credits.ts'

test('a new account starts with 30 credits and an action without a price costs 10', () => {
  expect(START_CREDITS).toBe(30)
  expect(DEFAULT_DEDUCTION).toBe(10)
})

test.each([0, 1, MAX_CREDITS])('%d is an amount of credits', (value) => {
  expect(credits(value)).toBe(value)
})

test.each([-1, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY])('%d is not an amount of credits', (value) => {
  expect(() => credits(value)).toThrow(RangeError)
})

test('a lack of credits is a refusal with the balance and the required amount', () => {
  expect(insufficientCredits(5, 10)).toMatchObject({
    code: 'insufficient_credits',
    message: 'Insufficient credits',
    details: { current: 5, required: 10 },
  })
})
