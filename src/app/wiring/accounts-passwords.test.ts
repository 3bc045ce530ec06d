import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { interleave } from '../../../tests/support/interleave.ts'
import { mailsTo, linkTo, tokenTo } from '../../../tests/support/outbox.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, signedUp } = await testProduct()
const NEW_PASSWORD = 'seven tall lanterns'
const RESET = 'Set a new password'

test('resets a forgotten password through a mailed link, and ends every session', async () => {
  const { dana, email } = await signedUp()
  await ask('/request-password-reset', { email: email.toUpperCase() })
  const link = await linkTo(db, email, RESET)
  expect(link.pathname).toBe('/reset-password')
  const done = await ask('/reset-password', { token: link.searchParams.get('token'), newPassword: NEW_PASSWORD })
  expect(done.json()).toEqual({ done: true })
  expect((await dana.call('accounts/me')).output).toBeNull()
  expect((await browser().logIn({ email })).status).toBe(401)
  expect((await browser().logIn({ email, password: NEW_PASSWORD })).status).toBe(200)
  expect(await mailsTo(db, email, 'password has changed')).toHaveLength(1)
})

test('a reset or verification reveals no account, by its answer or its timing', async () => {
  const { email } = await signedUp()
  for (const path of ['/request-password-reset', '/send-verification-email']) {
    for (const address of [email, newEmail()]) {
      const before = performance.now()
      const answer = await ask(path, { email: address })
      expect(answer.status).toBe(200)
      expect(answer.json()).toEqual({ done: true })
      expect(performance.now() - before).toBeGreaterThanOrEqual(245)
    }
  }
  expect(await mailsTo(db, email, RESET)).toHaveLength(1)
})

test('accepts one of twelve simultaneous uses of a link', async () => {
  const { email } = await signedUp()
  await ask('/request-password-reset', { email })
  const token = await tokenTo(db, email, RESET)
  // More than the database connections and hash threads: the rest queue.
  const passwords = Array.from({ length: 12 }, (_, n) => `lantern number ${n} is tall`)
  const answers = await Promise.all(passwords.map((newPassword) => ask('/reset-password', { token, newPassword })))
  const winners = passwords.filter((_, n) => answers[n]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(11)
  expect((await browser().logIn({ email, password: winners[0] ?? '' })).status).toBe(200)
  expect(await mailsTo(db, email, 'password has changed')).toHaveLength(1)
})

test('expires a link after an hour, or once another link is used', async () => {
  const { email } = await signedUp()
  await ask('/request-password-reset', { email })
  const first = await tokenTo(db, email, RESET)
  await ask('/request-password-reset', { email })
  const second = (await mailsTo(db, email, RESET)).map(({ action }) =>
    new URL(action?.url ?? '').searchParams.get('token'),
  )
  expect(new Set(second).size).toBe(2)
  expect((await ask('/reset-password', { token: first, newPassword: NEW_PASSWORD })).status).toBe(200)
  for (const token of second) expect((await ask('/reset-password', { token, newPassword: PASSWORD })).status).toBe(404)

  await ask('/request-password-reset', { email })
  const late = await linkTo(db, email, RESET)
  await db.$client.query(`update account_tokens set expires_at = now() where purpose = 'reset_password'`)
  const refused = await ask('/reset-password', { token: late.searchParams.get('token'), newPassword: PASSWORD })
  expect(refused.json()).toMatchObject({
    error: { code: 'not_found', message: expect.stringMatching(/used or expired/) },
  })
})

test('keeps the link valid after an invalid new password', async () => {
  const { email } = await signedUp()
  await ask('/request-password-reset', { email })
  const token = await tokenTo(db, email, RESET)
  for (const newPassword of ['short', 'Password12345!', email]) {
    const refused = await ask('/reset-password', { token, newPassword })
    expect(refused.json()).toMatchObject({ error: { code: 'unprocessable', details: { field: 'newPassword' } } })
  }
  expect((await ask('/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200)
})

test('stores no secret from which a link could be made', async () => {
  const { email } = await signedUp()
  await ask('/request-password-reset', { email })
  const token = await tokenTo(db, email, RESET)
  const { rows } = await db.$client.query('select * from account_tokens')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a password change ends every session but the current one', async () => {
  const { dana, email } = await signedUp()
  const elsewhere = browser()
  await elsewhere.logIn({ email })
  const form = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const wrong = await dana.send('/api/auth/change-password', { json: { ...form, currentPassword: 'not the password' } })
  expect(wrong.status).toBe(403)
  expect(wrong.json()).toMatchObject({ error: { code: 'forbidden', details: { field: 'currentPassword' } } })
  const common = await dana.send('/api/auth/change-password', { json: { ...form, newPassword: 'iloveyou1234!' } })
  expect(common.json()).toMatchObject({ error: { details: { field: 'newPassword' } } })
  expect((await elsewhere.call('accounts/me')).output).toMatchObject({ email })

  expect((await dana.send('/api/auth/change-password', { json: form })).status).toBe(200)
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
  expect((await elsewhere.call('accounts/me')).output).toBeNull()
  expect((await browser().logIn({ email })).status).toBe(401)
  expect((await browser().logIn({ email, password: NEW_PASSWORD })).status).toBe(200)
})

test('makes one of two simultaneous password changes', async () => {
  const { dana, email } = await signedUp()
  const passwords = ['seven tall lanterns', 'eight short candles']
  const answers = await Promise.all(
    passwords.map((newPassword) =>
      dana.send('/api/auth/change-password', { json: { currentPassword: PASSWORD, newPassword } }),
    ),
  )
  const made = passwords.filter((_, n) => answers[n]?.status === 200)
  expect(made).toHaveLength(1)
  expect((await browser().logIn({ email, password: made[0] ?? '' })).status).toBe(200)
})

test('drops a change when another one lands while its password is checked', async () => {
  const { dana, email } = await signedUp()
  const elsewhere = browser()
  await elsewhere.logIn({ email })
  const change = (newPassword: string) => ({ json: { currentPassword: PASSWORD, newPassword } })
  const first = interleave('select password from identities', async () => {
    return elsewhere.send('/api/auth/change-password', change('eight short candles'))
  })
  const second = await dana.send('/api/auth/change-password', change(NEW_PASSWORD))
  expect((await first).status).toBe(200)
  expect(second.json()).toMatchObject({ error: { code: 'conflict', message: expect.stringMatching(/just changed/) } })
  expect((await browser().logIn({ email, password: 'eight short candles' })).status).toBe(200)
})

test('asks for the password again, and remembers it for five minutes', async () => {
  const { dana, email } = await signedUp()
  const newEmail = `new-${email}`
  await db.$client.query(`update sessions set confirmed_at = now() - interval '6 minutes'`)
  const stale = await dana.send('/api/auth/change-email', { json: { newEmail } })
  expect(stale.json()).toMatchObject({ error: { code: 'forbidden', details: { field: 'password' } } })
  expect((await dana.send('/api/auth/re-authenticate', { json: { password: 'not the password' } })).status).toBe(403)
  expect((await dana.send('/api/auth/re-authenticate', { json: { password: PASSWORD } })).status).toBe(200)
  expect((await dana.send('/api/auth/change-email', { json: { newEmail } })).status).toBe(200)
})

test.each([
  { path: '/change-password', form: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } },
  { path: '/change-email', form: { newEmail: 'x@example.com', password: PASSWORD } },
  { path: '/re-authenticate', form: { password: PASSWORD } },
  { path: '/delete-account', form: { password: PASSWORD, confirm: 'x@example.com' } },
])("without a session $path answers 'No user logged in'", async ({ path, form }) => {
  const refused = await ask(path, form)
  expect(refused.status).toBe(401)
  expect(refused.json()).toMatchObject({ error: { code: 'unauthorized', message: 'No user logged in' } })
})

test('refuses all of it to requests from another site', async () => {
  const { dana, email } = await signedUp()
  for (const path of ['/change-password', '/change-email', '/re-authenticate', '/delete-account', '/reset-password']) {
    const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, password: PASSWORD, confirm: email }
    const headers = { origin: 'https://evil.example' }
    expect((await dana.send(`/api/auth${path}`, { json, headers })).status, path).toBe(403)
  }
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

function ask(path: string, json: object) {
  return browser().send(`/api/auth${path}`, { json })
}

function newEmail(): string {
  return `${randomUUID()}@example.com`
}
