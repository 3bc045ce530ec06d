import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../tests/support/browser.ts'
import { testProduct } from '../../tests/support/product.ts'

const { db, browser, url } = await testProduct()

test('a creator signs up, is known, and has 30 credits', async () => {
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

test('the name may be left out', async () => {
  const nameless = browser()
  await nameless.signUp({ email: newEmail() })
  expect((await nameless.call('accounts/me')).output).toMatchObject({ displayName: '' })
})

test('a visitor is nobody, and has no credits to see', async () => {
  const visitor = browser()
  expect((await visitor.call('accounts/me')).output).toBeNull()
  const refused = await visitor.call('credits/balance')
  expect(refused.status).toBe(401)
  expect(refused.output).toMatchObject({ code: 'unauthorized', message: 'No user logged in' })
})

test('a second account for the same address is refused, also when both are made at once', async () => {
  const email = newEmail()
  const both = await Promise.all([browser().signUp({ email }), browser().signUp({ email })])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const third = await browser().signUp({ email })
  expect(third.json()).toEqual({
    error: { code: 'conflict', message: 'User already exists', details: { field: 'email' } },
  })
})

test('nobody signs up with a plan, credits or downloads of their own choice', async () => {
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

test('a wrong password and an unknown address get the same answer', async () => {
  const email = newEmail()
  await browser().signUp({ email })
  const wrong = await browser().logIn({ email, password: 'not the password' })
  const unknown = await browser().logIn({ email: newEmail() })
  expect(wrong.status).toBe(401)
  expect(unknown.status).toBe(401)
  expect(wrong.json()).toEqual(unknown.json())
})

test('logging out ends the session on the server too', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  const stolen = browser()
  for (const [name, value] of dana.cookies) stolen.cookies.set(name, value)
  expect((await dana.send('/api/auth/sign-out', { method: 'POST' })).status).toBe(200)
  expect((await dana.call('accounts/me')).output).toBeNull()
  expect((await stolen.call('accounts/me')).output).toBeNull()
})

test('logging in makes a new session and ends the one this browser had', async () => {
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

test('no script can read the session: it is in an HttpOnly cookie and nowhere else', async () => {
  const answer = await browser().signUp({ email: newEmail() })
  expect(answer.headers.getSetCookie()).toHaveLength(1)
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Path=\//i)
  expect(cookie).not.toMatch(/; Secure/i)
  expect(answer.json()).toEqual({ done: true })
})

test('a session that is used lives on, and its cookie with it', async () => {
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

test('a session that is over is nobody', async () => {
  const dana = browser()
  await dana.signUp({ email: newEmail() })
  await db.$client.query(`update sessions set expires_at = now() - interval '1 second'`)
  expect((await dana.call('accounts/me')).output).toBeNull()
})

test('a forged cookie is nobody', async () => {
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
])('another site cannot make a browser ask for %s', async (path) => {
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

test('preferences are merged, null removes one, and too much is refused', async () => {
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

test('starting credits that are missing are made up for when the record is loaded, once', async () => {
  const dana = browser()
  const email = newEmail()
  const id = randomUUID()
  await dana.signUp({ email })
  // As a sign-up before there were credits would have left it.
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

test('what the sign-in library offers besides is not reachable', async () => {
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
