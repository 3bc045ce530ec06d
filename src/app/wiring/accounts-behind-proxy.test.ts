import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

const rateLimits = { logIn: { window: 60, max: 2 }, signUp: { window: 60, max: 100 }, other: { window: 60, max: 100 } }
const settings = { PUBLIC_URL: 'https://wordpop.example', TRUST_PROXY: 'true' }
const { browser } = await testProduct({ settings, rateLimits })
const ORIGIN = { origin: settings.PUBLIC_URL }

test('counts visitors behind a proxy by the address the proxy saw, not the one they claim', async () => {
  const tries = async (claimed: string, seen: string) => {
    const json = { email: 'nobody@example.com', password: 'whatever it is' }
    return (
      await browser().send('/api/auth/sign-in/email', {
        json,
        headers: { ...ORIGIN, 'x-forwarded-for': `${claimed}, ${seen}` },
      })
    ).status
  }
  expect(await tries('1.1.1.1', '203.0.113.5')).toBe(401)
  expect(await tries('2.2.2.2', '203.0.113.5')).toBe(401)
  expect(await tries('3.3.3.3', '203.0.113.5')).toBe(429)
  expect(await tries('3.3.3.3', '203.0.113.6')).toBe(401)
})

test('sets a Secure cookie and HSTS on an https site', async () => {
  const answer = await browser().send('/api/auth/sign-up/email', {
    json: { email: 'dana@example.com', password: 'purple otter climbs' },
    headers: ORIGIN,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-.*; Secure/i)
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
})

test('accepts changes from the public origin only, whatever Host a request names', async () => {
  const headers = { origin: 'http://127.0.0.1' }
  const refused = await browser().send('/api/auth/sign-out', { method: 'POST', headers })
  expect(refused.status).toBe(403)
})
