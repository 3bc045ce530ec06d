import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, url } = await testProduct()

test('signs a creator up with 30 credits', async () => {
  const dana = browser()
  const email = newEmail()
  expect((await dana.signUp({ email: email.toUpperCase(), name: 'Dana' })).status).toBe(200)
  expect((await dana.call('accounts/me')).output).toMatchObject({
    email,
    displayName: 'Dana',
    plan: 'free',
    preferences: {},
    downloadCount: 0,
    photo: null,
  })
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30, held: 0 })
})

test('accepts a sign-up without a name', async () => {
  const nameless = browser()
  await nameless.signUp({ email: newEmail() })
  expect((await nameless.call('accounts/me')).output).toMatchObject({ displayName: '' })
})

test('a visitor has no account and no credits', async () => {
  const visitor = browser()
  expect((await visitor.call('accounts/me')).output).toBeNull()
  const refused = await visitor.call('credits/balance')
  expect(refused.status).toBe(401)
  expect(refused.output).toMatchObject({ code: 'unauthorized', message: 'No user logged in' })
})

test('refuses a second account for an address, also when both sign up at once', async () => {
  const email = newEmail()
  const both = await Promise.all([browser().signUp({ email }), browser().signUp({ email })])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const third = await browser().signUp({ email })
  expect(third.json()).toEqual({
    error: { code: 'conflict', message: 'User already exists', details: { field: 'email' } },
  })
})

test('ignores a plan, credits or downloads sent with a sign-up', async () => {
  const eve = browser()
  const email = newEmail()
  await eve.send('/api/auth/sign-up/email', {
    json: {
      email,
      password: PASSWORD,
      plan: 'enterprise',
      credits: 9_999,
      downloadCount: 7,
      emailVerified: true,
      image: 'https://evil.example/x.png',
    },
  })
  expect((await eve.call('accounts/me')).output).toMatchObject({ plan: 'free', downloadCount: 0, photo: null })
  expect((await eve.call('credits/balance')).output).toMatchObject({ available: 30, held: 0 })
  const { rows } = await db.$client.query('select email_verified from users where email = $1', [email])
  expect(rows).toEqual([{ email_verified: false }])
})

test.each([
  { form: { email: 'no-address', password: PASSWORD }, field: 'email' },
  { form: { email: 'dana@example.com', password: 'short' }, field: 'password' },
  { form: { email: 'dana@example.com', password: 'Password12345!' }, field: 'password' },
  { form: { email: 'dana@example.com', password: PASSWORD, name: 'x'.repeat(81) }, field: 'name' },
  { form: { email: 'dana@example.com' }, field: 'password' },
])('a sign-up with $form is refused at the field "$field"', async ({ form, field }) => {
  const refused = await browser().send('/api/auth/sign-up/email', { json: form })
  expect(refused.status).toBe(422)
  expect(refused.json()).toMatchObject({ error: { code: 'unprocessable', details: { field } } })
})

test('answers a wrong password and an unknown address alike', async () => {
  const email = newEmail()
  await browser().signUp({ email })
  const wrong = await browser().logIn({ email, password: 'not the password' })
  const unknown = await browser().logIn({ email: newEmail() })
  expect(wrong.status).toBe(401)
  expect(unknown.status).toBe(401)
  expect(wrong.json()).toEqual(unknown.json())
})

test('a log-out ends the session on the server too', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  const stolen = browser()
  for (const [name, value] of dana.cookies) stolen.cookies.set(name, value)
  expect((await dana.send('/api/auth/sign-out', { method: 'POST' })).status).toBe(200)
  expect((await dana.call('accounts/me')).output).toBeNull()
  expect((await stolen.call('accounts/me')).output).toBeNull()
})

test('a log-in opens a new session and ends this browser’s previous one', async () => {
  const dana = browser()
  const email = newEmail()
  await dana.signUp({ email })
  const before = new Map(dana.cookies)
  await dana.logIn({ email })
  expect(dana.cookies).not.toEqual(before)
  const old = browser()
  for (const [name, value] of before) old.cookies.set(name, value)
  expect((await old.call('accounts/me')).output).toBeNull()
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('keeps the session in an HttpOnly cookie only', async () => {
  const answer = await browser().signUp({ email: newEmail() })
  const [cookie = '', shown = '', ...others] = answer.headers.getSetCookie()
  expect(others).toEqual([])
  // Scripts learn only that somebody is signed in.
  expect(shown).toMatch(/^signed-in=1; /)
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Path=\//i)
  expect(cookie).not.toMatch(/; Secure/i)
  expect(answer.json()).toEqual({ done: true })
})

test('extends a used session and its cookie', async () => {
  const dana = browser()
  const email = newEmail()
  await dana.signUp({ email })
  const ofDana = `user_id = (select id from users where email = $1)`
  await db.$client.query(`update sessions set expires_at = now() + interval '28 days' where ${ofDana}`, [email])
  const [cookie = ''] = (await dana.call('accounts/me')).headers.getSetCookie()
  expect(cookie).toMatch(/; Max-Age=2592000/i)
  const { rows } = await db.$client.query(
    `select expires_at > now() + interval '29 days' as prolonged from sessions where ${ofDana}`,
    [email],
  )
  expect(rows).toEqual([{ prolonged: true }])
  expect((await dana.call('accounts/me')).headers.getSetCookie()).toEqual([])
})

test('an expired session is logged out', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  await db.$client.query(`update sessions set expires_at = now() - interval '1 second'`)
  expect((await dana.call('accounts/me')).output).toBeNull()
})

test('a forged cookie is logged out', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  const forger = browser()
  for (const [name, value] of dana.cookies)
    forger.cookies.set(
      name,
      value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    )
  for (const [name, value] of forger.cookies)
    forger.cookies.set(name, value.replace(/\.[^.]*$/, '.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D'))
  expect((await forger.call('accounts/me')).output).toBeNull()
})

test.each([
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/auth/sign-out',
  '/api/rpc/accounts/updatePreferences',
])('refuses %s from another site', async (path) => {
  const dana = browser()
  const email = newEmail()
  await dana.signUp({ email })
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: `${url}.evil.example` }]) {
    const refused = await dana.send(path, { json: { email, password: PASSWORD }, headers })
    expect(refused.status, headers.origin).toBe(403)
    expect(refused.headers.getSetCookie()).toEqual([])
  }
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('merges preferences, removes one on null, and refuses too many', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  await dana.call('accounts/updatePreferences', { theme: 'dark', editor: { snap: true } })
  await dana.call('accounts/updatePreferences', { theme: null, speed: 1.5 })
  expect((await dana.call('accounts/me')).output).toMatchObject({ preferences: { editor: { snap: true }, speed: 1.5 } })
  const refused = await dana.call('accounts/updatePreferences', { notes: 'x'.repeat(20_000) })
  expect(refused.status).toBe(422)
  expect((await dana.call('accounts/me')).output).toMatchObject({ preferences: { editor: { snap: true }, speed: 1.5 } })
  expect((await browser().call('accounts/updatePreferences', { theme: 'dark' })).output).toMatchObject({
    message: 'No user logged in',
  })
})

test('grants missing starting credits once when the record is loaded', async () => {
  const dana = browser()
  const email = newEmail()
  const id = randomUUID()
  await dana.signUp({ email })
  // The state of an account from before credits existed.
  await db.$client.query(`update users set email = $2 where email = $1`, [email, `${id}@gone.example`])
  await db.$client.query(`insert into users (id, email) values ($1, $2)`, [id, email])
  await db.$client.query(`update sessions set user_id = $1 where user_id = (select id from users where email = $2)`, [
    id,
    `${id}@gone.example`,
  ])
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 0, held: 0 })
  await Promise.all([dana.call('accounts/me'), dana.call('accounts/me'), dana.call('accounts/me')])
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30, held: 0 })
})

test('exposes no other endpoint of the sign-in library', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  for (const path of ['/get-session', '/update-user', '/list-sessions', '/delete-user', '/ok', '/sign-in/social']) {
    expect((await dana.send(`/api/auth${path}`)).status, path).toBe(404)
    expect((await dana.send(`/api/auth${path}`, { json: { name: 'x' } })).status, path).toBe(404)
  }
})

function newEmail(): string {
  return `${randomUUID()}@example.com`
}
