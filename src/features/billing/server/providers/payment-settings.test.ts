import { expect, test } from 'vitest'
import { paymentSettingsOf } from './payment-settings.ts'

const ENV = {
  BILLING: 'on',
  STRIPE_SECRET_KEY: undefined,
  STRIPE_WEBHOOK_SECRET: undefined,
  STRIPE_API_BASE: undefined,
  STRIPE_TAX: false,
  ALLOW_TEST_PAYMENTS: false,
} as const

test.each([
  { publicUrl: 'http://127.0.0.1:4870', allowed: false, takes: true },
  { publicUrl: 'http://localhost:4870', allowed: false, takes: true },
  { publicUrl: 'https://captions.example.com', allowed: false, takes: false },
  { publicUrl: 'https://captions.example.com', allowed: true, takes: true },
])('test money at $publicUrl, allowed by the operator: $allowed, is taken: $takes', ({ publicUrl, allowed, takes }) => {
  const settings = paymentSettingsOf({ ...ENV, ALLOW_TEST_PAYMENTS: allowed }, publicUrl)
  expect(settings).toEqual({ billing: true, stripe: undefined, allowTestPayments: takes })
})

test('a Stripe key without a webhook secret is refused, since payments would go unnoticed', () => {
  const withKey = { ...ENV, STRIPE_SECRET_KEY: 'sk_test' }
  expect(() => paymentSettingsOf(withKey, 'https://captions.example.com')).toThrow('STRIPE_WEBHOOK_SECRET is missing')
  const complete = { ...withKey, STRIPE_WEBHOOK_SECRET: 'whsec' }
  expect(paymentSettingsOf(complete, 'https://captions.example.com').stripe).toMatchObject({
    secretKey: 'sk_test',
    webhookSecret: 'whsec',
  })
})

test('a webhook secret without a Stripe key is refused, since nobody could pay', () => {
  const withSecret = { ...ENV, STRIPE_WEBHOOK_SECRET: 'whsec' }
  expect(() => paymentSettingsOf(withSecret, 'https://captions.example.com')).toThrow('STRIPE_SECRET_KEY is missing')
})
