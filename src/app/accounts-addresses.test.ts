import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkTo, mailsTo, tokenTo } from '../../tests/support/outbox.ts'
import { PASSWORD } from '../../tests/support/browser.ts'
import { testProduct } from '../../tests/support/product.ts'

const { db, browser, signedUp } = await testProduct()
const VERIFY = 'Confirm your e-mail address'
const CONFIRM = 'Confirm your new e-mail address'

test('a new creator gets a link to confirm the address, and may work without', async () => {
  const { dana, email } = await signedUp()
  expect((await dana.call('accounts/me')).output).toMatchObject({ emailVerified: false })
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30 })
  const link = await linkTo(db, email, VERIFY)
  expect(link.pathname).toBe('/verify-email')
  const json = { token: link.searchParams.get('token') }
  // Mails are opened on other devices: no session is needed, and none is made.
  const phone = browser()
  expect((await phone.send('/api/auth/verify-email', { json })).json()).toEqual({ done: true })
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect((await dana.call('accounts/me')).output).toMatchObject({ emailVerified: true })
  expect((await phone.send('/api/auth/verify-email', { json })).status).toBe(404)
})

test('the link is sent again when asked for, and not to who has confirmed', async () => {
  const { email } = await signedUp()
  await ask('/send-verification-email', { email })
  expect(await mailsTo(db, email, VERIFY)).toHaveLength(2)
  await ask('/verify-email', { token: await tokenTo(db, email, VERIFY) })
  await ask('/send-verification-email', { email })
  expect(await mailsTo(db, email, VERIFY)).toHaveLength(2)
})

test('the address changes when the link sent to the new one is followed, and the old one is told before and after', async () => {
  const { dana, email } = await signedUp()
  const newEmail = `new-${email}`
  const asked = await dana.send('/api/auth/change-email', { json: { newEmail, password: PASSWORD } })
  expect(asked.json()).toEqual({ done: true })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
  expect((await dana.call('accounts/security')).output).toMatchObject({ pendingEmail: newEmail })
  expect(await mailsTo(db, email, 'A new e-mail address')).toHaveLength(1)

  const link = await linkTo(db, newEmail, CONFIRM)
  expect(link.pathname).toBe('/confirm-email')
  expect((await ask('/confirm-email', { token: link.searchParams.get('token') })).status).toBe(200)
  expect((await dana.call('accounts/me')).output).toMatchObject({ email: newEmail, emailVerified: true })
  expect((await dana.call('accounts/security')).output).toMatchObject({ pendingEmail: null })
  expect(await mailsTo(db, email, 'has changed')).toHaveLength(1)
  expect((await browser().logIn({ email })).status).toBe(401)
  expect((await browser().logIn({ email: newEmail })).status).toBe(200)
})

test('a password link sent to the old address is worthless once the address has changed', async () => {
  const { dana, email } = await signedUp()
  await ask('/request-password-reset', { email })
  const token = await tokenTo(db, email, 'Set a new password')
  await dana.send('/api/auth/change-email', { json: { newEmail: `new-${email}`, password: PASSWORD } })
  await ask('/confirm-email', { token: await tokenTo(db, `new-${email}`, CONFIRM) })
  expect((await ask('/reset-password', { token, newPassword: 'seven tall lanterns' })).status).toBe(404)
})

test('who has the password changed stops a change of the address', async () => {
  const { dana, email } = await signedUp()
  await dana.send('/api/auth/change-email', { json: { newEmail: `new-${email}`, password: PASSWORD } })
  const form = { currentPassword: PASSWORD, newPassword: 'seven tall lanterns' }
  await dana.send('/api/auth/change-password', { json: form })
  expect((await ask('/confirm-email', { token: await tokenTo(db, `new-${email}`, CONFIRM) })).status).toBe(404)
})

test("an address that somebody has is refused: 'User already exists'", async () => {
  const { dana } = await signedUp()
  const other = await signedUp()
  const refused = await dana.send('/api/auth/change-email', { json: { newEmail: other.email, password: PASSWORD } })
  expect(refused.status).toBe(409)
  expect(refused.json()).toEqual({
    error: { code: 'conflict', message: 'User already exists', details: { field: 'newEmail' } },
  })
})

test('of two accounts that confirm the same new address one gets it, and the other keeps its own', async () => {
  const [one, two] = [await signedUp(), await signedUp()]
  const newEmail = `wanted-${randomUUID()}@example.com`
  for (const { dana } of [one, two])
    await dana.send('/api/auth/change-email', { json: { newEmail, password: PASSWORD } })
  const tokens = (await mailsTo(db, newEmail, CONFIRM)).map(({ action }) =>
    new URL(action?.url ?? '').searchParams.get('token'),
  )
  const answers = await Promise.all(tokens.map((token) => ask('/confirm-email', { token })))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const { rows } = await db.$client.query('select 1 from users where email = any($1)', [[one.email, two.email]])
  expect(rows).toHaveLength(1)
})

test('the last of several asked changes counts', async () => {
  const { dana, email } = await signedUp()
  for (const n of [1, 2]) {
    await dana.send('/api/auth/change-email', { json: { newEmail: `new${n}-${email}`, password: PASSWORD } })
  }
  expect((await ask('/confirm-email', { token: await tokenTo(db, `new1-${email}`, CONFIRM) })).status).toBe(404)
  expect((await ask('/confirm-email', { token: await tokenTo(db, `new2-${email}`, CONFIRM) })).status).toBe(200)
})

test('a link is good for one thing only', async () => {
  const { email } = await signedUp()
  const token = await tokenTo(db, email, VERIFY)
  expect((await ask('/reset-password', { token, newPassword: 'seven tall lanterns' })).status).toBe(404)
  expect((await ask('/confirm-email', { token })).status).toBe(404)
  expect((await ask('/verify-email', { token })).status).toBe(200)
})

function ask(path: string, json: object) {
  return browser().send(`/api/auth${path}`, { json })
}
