import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

const OFTEN = { window: 60, max: 100 }
const rateLimits = { logIn: { window: 60, max: 3 }, signUp: OFTEN, other: OFTEN, account: OFTEN }
const { browser } = await testProduct({ settings: { PUBLIC_URL: 'http://localhost:4870' }, rateLimits })

const SHARED = { id: 'none', rawId: 'none', type: 'public-key' }
const SIGNED = { ...SHARED, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }
const NEW = { ...SHARED, response: { clientDataJSON: 'e30', attestationObject: 'AA' } }

test.each([
  { step: 'log-in-options', json: {}, signedIn: false },
  { step: 'log-in', json: { response: SIGNED }, signedIn: false },
  { step: 'add-options', json: { password: 'whatever it is' }, signedIn: true },
  { step: 'add', json: { name: 'Phone', response: NEW }, signedIn: true },
])('limits passkey/$step per address, without slowing other addresses', async ({ step, json, signedIn }) => {
  const post = async (address: string) => {
    const person = browser(address)
    if (signedIn) await person.signUp({ email: `${address}-${step}-${count()}@example.com` })
    return person.send(`/api/auth/passkey/${step}`, { json })
  }
  const [near, far] = [`127.0.2.${step.length}`, `127.0.3.${step.length}`]
  for (let n = 0; n < 3; n += 1) expect((await post(near)).status).not.toBe(429)
  const refused = await post(near)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  expect((await post(far)).status).not.toBe(429)
})

let made = 0

function count(): number {
  made += 1
  return made
}
