import { expect, test } from 'vitest'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const GENEROUS = { window: 60, max: 1_000 }
const rateLimits = {
  logIn: GENEROUS,
  other: GENEROUS,
  signUp: { window: 600, max: 8 },
  account: { window: 900, max: 3 },
  mail: { window: 3_600, max: 2 },
}
const { db, browser } = await testProduct({ rateLimits })

test('limits password attempts per account across all addresses, without slowing other accounts', async () => {
  const email = 'wanted@example.com'
  await browser().signUp({ email })
  const statuses: number[] = []
  for (let n = 1; n <= 5; n += 1) {
    statuses.push((await browser(`127.0.1.${n}`).logIn({ email, password: 'a guess of mine' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  const refused = await browser('127.0.1.9').logIn({ email: email.toUpperCase() })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await browser('127.0.1.1').logIn({ email: 'another@example.com' })).status).toBe(401)
})

test('limits attempts on an address without an account just the same', async () => {
  const statuses: number[] = []
  for (let n = 1; n <= 4; n += 1) statuses.push((await browser().logIn({ email: 'nobody@example.com' })).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('limits password guesses from an open session', async () => {
  const email = 'open@example.com'
  const dana = browser()
  await dana.signUp({ email })
  const tries: number[] = []
  for (const path of ['re-authenticate', 'change-password', 'delete-account', 're-authenticate']) {
    const json = { password: 'a guess', currentPassword: 'a guess', newPassword: 'seven tall lanterns', confirm: email }
    tries.push((await dana.send(`/api/auth/${path}`, { json })).status)
  }
  expect(tries).toEqual([403, 403, 403, 429])
})

test('sends one mailbox two mails an hour, whatever address asks', async () => {
  const email = 'mailbox@example.com'
  await browser().signUp({ email })
  const statuses: number[] = []
  for (let n = 1; n <= 4; n += 1) {
    const asked = await browser(`127.0.2.${n}`).send('/api/auth/request-password-reset', { json: { email } })
    statuses.push(asked.status)
  }
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(await mailsTo(db, email, 'Set a new password')).toHaveLength(2)
})

test('limits the mails and link attempts of one address', async () => {
  const asks: number[] = []
  for (let n = 1; n <= 9; n += 1) {
    const json = { email: `somebody-${n}@example.com` }
    asks.push((await browser('127.0.3.1').send('/api/auth/request-password-reset', { json })).status)
  }
  expect(asks).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
  const links: number[] = []
  for (let n = 1; n <= 9; n += 1) {
    const json = { token: `guess-${n}`, newPassword: 'seven tall lanterns' }
    links.push((await browser('127.0.3.2').send('/api/auth/reset-password', { json })).status)
  }
  expect(links).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 429])
})

test('stores no readable address in the rate-limit counts', async () => {
  const { rows } = await db.$client.query('select key from auth_rate_limits')
  expect(JSON.stringify(rows)).not.toContain('@example.com')
})
