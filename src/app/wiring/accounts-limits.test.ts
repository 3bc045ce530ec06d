import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

const OFTEN = { window: 60, max: 100 }
// Limits per address; accounts-account-limits.test.ts covers limits per account.
const rateLimits = { logIn: { window: 60, max: 3 }, signUp: OFTEN, other: OFTEN, account: OFTEN }
const { browser } = await testProduct({ rateLimits })
const unknown = { email: 'nobody@example.com' }

test('limits log-in attempts per address, without slowing other addresses', async () => {
  for (let n = 0; n < 3; n += 1) expect((await browser('127.0.0.2').logIn(unknown)).status).toBe(401)
  const refused = await browser('127.0.0.2').logIn(unknown)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  expect((await browser('127.0.0.3').logIn(unknown)).status).toBe(401)
})

test.each([
  { header: 'x-forwarded-for', address: '127.0.1.1' },
  { header: 'x-client-address', address: '127.0.1.2' },
  { header: 'x-real-ip', address: '127.0.1.3' },
  { header: 'forwarded', address: '127.0.1.4' },
])('gives no more attempts for a forged address in $header', async ({ header, address }) => {
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const tried = await browser(address).send('/api/auth/sign-in/email', {
      json: { ...unknown, password: 'whatever it is' },
      headers: { [header]: `10.0.0.${n}` },
    })
    statuses.push(tried.status)
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429])
})
