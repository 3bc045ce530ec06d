import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkTo, mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, signedUp } = await testProduct()
const VERIFY = 'Confirm your e-mail address'
const CONFIRM = 'Confirm your new e-mail address'

test('mails a new creator a confirmation link, and does not wait for it', async () => {
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

test('resends the link on request, unless the address is confirmed', async () => {
  const { email } = await signedUp()
  await ask('/send-verification-email', { email })
  expect(await mailsTo(db, email, VERIFY)).toHaveLength(2)
  await ask('/verify-email', { token: await tokenTo(db, email, VERIFY) })
  await ask('/send-verification-email', { email })
  expect(await mailsTo(db, email, VERIFY)).toHaveLength(2)
})

test('changes the address once the new one confirms, and notifies the old one before and after', async () => {
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

test('rejects a password link to the old address once the address has changed', async () => {
  const { dana, email } = await signedUp()
  await ask('/request-password-reset', { email })
  const token = await tokenTo(db, email, 'Set a new password')
  await dana.send('/api/auth/change-email', { json: { newEmail: `new-${email}`, password: PASSWORD } })
  await ask('/confirm-email', { token: await tokenTo(db, `new-${email}`, CONFIRM) })
  expect((await ask('/reset-password', { token, newPassword: 'seven tall lanterns' })).status).toBe(404)
})

test('cancels a pending address change when the password changes', async () => {
  const { dana, email } = await signedUp()
  await dana.send('/api/auth/change-email', { json: { newEmail: `new-${email}`, password: PASSWORD } })
  const form = { currentPassword: PASSWORD, newPassword: 'seven tall lanterns' }
  await dana.send('/api/auth/change-password', { json: form })
  expect((await ask('/confirm-email', { token: await tokenTo(db, `new-${email}`, CONFIRM) })).status).toBe(404)
})

test("refuses an address in use: 'User already exists'", async () => {
  const { dana } = await signedUp()
  const other = await signedUp()
  const refused = await dana.send('/api/auth/change-email', { json: { newEmail: other.email, password: PASSWORD } })
  expect(refused.status).toBe(409)
  expect(refused.json()).toEqual({
    error: { code: 'conflict', message: 'User already exists', details: { field: 'newEmail' } },
  })
})

test('gives a new address to one of two accounts that confirm it at once', async () => {
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

test('applies only the last of several requested changes', async () => {
  const { dana, email } = await signedUp()
  for (const n of [1, 2]) {
    await dana.send('/api/auth/change-email', { json: { newEmail: `new${n}-${email}`, password: PASSWORD } })
  }
  expect((await ask('/confirm-email', { token: await tokenTo(db, `new1-${email}`, CONFIRM) })).status).toBe(404)
  expect((await ask('/confirm-email', { token: await tokenTo(db, `new2-${email}`, CONFIRM) })).status).toBe(200)
})

test('accepts a link for its own purpose only', async () => {
  const { email } = await signedUp()
  const token = await tokenTo(db, email, VERIFY)
  expect((await ask('/reset-password', { token, newPassword: 'seven tall lanterns' })).status).toBe(404)
  expect((await ask('/confirm-email', { token })).status).toBe(404)
  expect((await ask('/verify-email', { token })).status).toBe(200)
})

function ask(path: string, json: object) {
  return browser().send(`/api/auth${path}`, { json })
}
