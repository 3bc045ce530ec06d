import { expect, test } from 'vitest'
import { type Entered, formOf, problemIn } from './payout-entry.ts'

const GOOD = { email: 'dana@example.com', threshold: '50', holder: 'Dana', iban: 'DE89 3704 0044 0532 0130 00' }

test.each([
  { entered: { email: 'dana' }, field: 'email' },
  { entered: { threshold: '49.99' }, field: 'threshold' },
  { entered: { threshold: 'fifty' }, field: 'threshold' },
  { entered: { threshold: '10001' }, field: 'threshold' },
])('refuses $entered at its field', ({ entered, field }) => {
  expect(problemIn(paypal(entered))?.field).toBe(field)
})

test.each([
  { entered: { holder: '' }, field: 'holder' },
  { entered: { iban: 'DE89' }, field: 'iban' },
  { entered: { bic: 'COBADE' }, field: 'bic' },
])('refuses a bank account with $entered at its field', ({ entered, field }) => {
  expect(problemIn(bank(entered))?.field).toBe(field)
})

test('requires both countries', () => {
  expect(problemIn({ ...paypal(), country: '' })?.field).toBe('country')
  expect(problemIn({ ...paypal(), taxResidency: '' })?.field).toBe('taxResidency')
})

test('omits empty fields and converts dollars to cents', () => {
  expect(problemIn(paypal({ threshold: '75,5' }))).toBeUndefined()
  expect(formOf(paypal({ threshold: '75,5' }))).toEqual({
    method: { kind: 'paypal', email: 'dana@example.com' },
    country: 'DE',
    taxResidency: 'DE',
    thresholdCents: 7_550,
  })
  expect(formOf(bank({ bic: 'COBADEFF', taxId: '12', password: 'p' }))).toEqual({
    method: { kind: 'bank', holder: 'Dana', iban: GOOD.iban, bic: 'COBADEFF' },
    country: 'DE',
    taxResidency: 'DE',
    thresholdCents: 5_000,
    taxId: '12',
    password: 'p',
  })
})

test('an unchanged method needs no account; a password is still sent', () => {
  const entered: Entered = { ...paypal({ email: '', threshold: '80', password: 'p' }), kind: 'known' }
  expect(problemIn(entered)).toBeUndefined()
  expect(formOf(entered)).toEqual({ country: 'DE', taxResidency: 'DE', thresholdCents: 8_000, password: 'p' })
})

function paypal(entered: Record<string, string> = {}): Entered {
  const texts: Record<string, string> = { ...GOOD, ...entered }
  return { kind: 'paypal', country: 'DE', taxResidency: 'DE', texts: (name) => texts[name] ?? '' }
}

function bank(entered: Record<string, string> = {}): Entered {
  return { ...paypal(entered), kind: 'bank' }
}
