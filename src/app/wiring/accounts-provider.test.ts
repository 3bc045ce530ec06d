import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SignInMessage } from '#features/accounts/model/index.ts'
import { identityProvider, type Person } from '../../../tests/support/identity-provider.ts'
import { mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const SITE = 'http://127.0.0.1:4870'
const idp = await identityProvider({ callback: `${SITE}/api/auth/callback/oidc`, emailInToken: false })
const { db, browser } = await testProduct({ settings: idp.settings })

test('tells the log-in page which providers to offer', async () => {
  expect((await browser().call('accounts/providers')).output).toEqual([{ id: 'oidc', name: 'Northwind' }])
})

test('a first sign-in with a provider creates an account with 30 credits', async () => {
  const { dana, email, news } = await signIn({ name: 'Dana Ray', picture: 'https://elsewhere.example/dana.png' })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({
    email,
    displayName: 'Dana Ray',
    emailVerified: true,
    plan: 'free',
    photo: null,
  })
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30 })
  expect((await dana.call('accounts/security')).output).toMatchObject({ hasPassword: false, providers: ['oidc'] })
  expect(await mailsTo(db, email)).toEqual([])
})

test('a second sign-in opens a new session of the same account', async () => {
  const { dana, email, sub } = await signIn({})
  const before = new Map(dana.cookies)
  await popup(dana, sub)
  expect(dana.cookies).not.toEqual(before)
  const old = browser()
  for (const [name, value] of before) old.cookies.set(name, value)
  expect((await old.call('accounts/me')).output).toBeNull()
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30 })
  const { rows } = await db.$client.query('select 1 from users where email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('mails a confirmation for an address the provider has not verified', async () => {
  const { dana, email } = await signIn({ email_verified: false })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email, emailVerified: false })
  expect(await mailsTo(db, email, 'Confirm your e-mail address')).toHaveLength(1)
})

test('links the provider to a confirmed account, and notifies its owner', async () => {
  const email = `${randomUUID()}@example.com`
  const dana = browser()
  await dana.signUp({ email })
  await browser().send('/api/auth/verify-email', { json: { token: await tokenTo(db, email, 'Confirm your e-mail') } })
  const { dana: phone, news } = await signIn({ email })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await phone.call('accounts/security')).output).toMatchObject({ hasPassword: true, providers: ['oidc'] })
  expect(await mailsTo(db, email, 'You can now log in to Wordpop with Northwind')).toHaveLength(1)
})

test('keeps a squatter out of an address owner’s account, and tells the owner what to do', async () => {
  const email = `${randomUUID()}@example.com`
  await browser().signUp({ email })
  const { dana, sub, news } = await signIn({ email })
  expect(news).toMatchObject({ type: 'refused', message: expect.stringMatching(/Forgot password/) })
  expect((await dana.call('accounts/me')).output).toBeNull()

  // The mailed link reaches only the address's owner, and ends the squatter's access.
  await browser().send('/api/auth/request-password-reset', { json: { email } })
  const token = await tokenTo(db, email, 'Set a new password')
  await browser().send('/api/auth/reset-password', { json: { token, newPassword: 'seven tall lanterns' } })
  expect((await popup(dana, sub)).news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('does not link an account by an address the provider has not verified', async () => {
  const email = `${randomUUID()}@example.com`
  await browser().signUp({ email })
  await browser().send('/api/auth/verify-email', { json: { token: await tokenTo(db, email, 'Confirm your e-mail') } })
  const { dana, news } = await signIn({ email, email_verified: false })
  expect(news).toMatchObject({ type: 'refused' })
  expect((await dana.call('accounts/me')).output).toBeNull()
})

test('a provider brings no new account with a blocked address; one that exists is still opened', async () => {
  const { dana, email, sub } = await signIn({ email: `${randomUUID()}@blocked.example` })
  await db.$client.query(
    `insert into blocked_addresses (id, target, reason, blocked_by, blocked_at)
     values (gen_random_uuid(), 'blocked.example', 'A wave of sign-ups', 'olga@example.com', now())`,
  )
  const newcomer = await signIn({ email: `${randomUUID()}@mail.blocked.example` })
  expect(newcomer.news).toMatchObject({ type: 'refused', message: expect.stringContaining('No account here can have') })
  expect((await newcomer.dana.call('accounts/me')).output).toBeNull()
  const { rows } = await db.$client.query('select 1 from users where email = $1', [newcomer.email])
  expect(rows).toEqual([])
  expect((await popup(dana, sub)).news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('reports that nothing changed after a refusal at the provider', async () => {
  const { news } = await popup(browser(), 'nobody')
  expect(news).toEqual({ type: 'refused', message: 'You cancelled the log-in. Nothing has changed.' })
})

test('explains when the provider sends no address', async () => {
  const { news } = await signIn({ email: undefined })
  expect(news).toMatchObject({ type: 'refused', message: expect.stringMatching(/e-mail address/) })
})

test('refuses to finish a sign-in in another browser', async () => {
  const sub = knows({ email: `${randomUUID()}@example.com` })
  idp.signsIn = sub
  const back = await idp.visit(await startOf(browser()))
  const victim = browser()
  const { news } = await followCallback(victim, back)
  expect(news).toMatchObject({ type: 'refused' })
  expect((await victim.call('accounts/me')).output).toBeNull()
})

test('accepts the provider’s callback once', async () => {
  const dana = browser()
  idp.signsIn = knows({ email: `${randomUUID()}@example.com` })
  const back = await idp.visit(await startOf(dana))
  const cookies = new Map(dana.cookies)
  expect((await followCallback(dana, back)).news).toEqual({ type: 'signed-in' })
  const again = browser()
  for (const [name, value] of cookies) again.cookies.set(name, value)
  expect((await followCallback(again, back)).news).toMatchObject({ type: 'refused' })
  expect((await again.call('accounts/me')).output).toBeNull()
})

test('binds the request to the provider with state, nonce and PKCE', async () => {
  const { searchParams } = new URL(await startOf(browser()))
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('state')).toMatch(/^.{32,}$/)
  expect(searchParams.get('nonce')).toMatch(/^.{32,}$/)
  expect(searchParams.get('redirect_uri')).toBe(`${SITE}/api/auth/callback/oidc`)
  const again = new URL(await startOf(browser(), '?again'))
  expect(again.searchParams.get('prompt')).toBe('login')
})

test('the popup’s last page runs only its own script, and stores nothing of the provider', async () => {
  const { dana, last } = await signIn({})
  expect(last.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'sha256-/)
  expect(last.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(last.text).toContain("BroadcastChannel('wordpop-auth')")
  const me = (await dana.call('accounts/me')).output
  const { rows } = await db.$client.query(`select access_token, refresh_token, id_token from identities
    where provider_id = 'oidc' and user_id = (select id from users order by created_at desc limit 1)`)
  expect(me).not.toBeNull()
  expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
})

test('never shows a message from the last page’s address', async () => {
  const page = await browser().send('/api/auth/provider/done?error=<script>alert(1)</script>')
  expect(page.text).not.toContain('alert(1)')
  expect(page.text).toContain('The log-in failed. Try again.')
})

test('deletes an account without a password only shortly after a log-in', async () => {
  const { dana, email, sub } = await signIn({})
  await db.$client.query(`update sessions set confirmed_at = now() - interval '6 minutes'`)
  const stale = await dana.send('/api/auth/delete-account', { json: { confirm: email } })
  expect(stale.json()).toMatchObject({ error: { code: 'forbidden', message: expect.stringMatching(/provider/) } })
  const wrong = await dana.send('/api/auth/re-authenticate', { json: { password: PASSWORD } })
  expect(wrong.json()).toMatchObject({ error: { code: 'forbidden', message: expect.stringMatching(/no password/) } })
  await popup(dana, sub, '?again')
  expect((await dana.send('/api/auth/delete-account', { json: { confirm: email } })).status).toBe(200)
  expect((await popup(browser(), sub)).news).toEqual({ type: 'signed-in' })
})

async function signIn(person: Person) {
  const email = `${randomUUID()}@example.com`
  const sub = knows({ email, email_verified: true, ...person })
  const dana = browser()
  return { dana, email: person.email ?? email, sub, ...(await popup(dana, sub)) }
}

/** Creates a user at the provider. @returns their subject there */
function knows(person: Person): string {
  const sub = randomUUID()
  idp.people.set(sub, person)
  return sub
}

/** Runs the popup, from the button to its last page. */
async function popup(person: ReturnType<typeof browser>, sub: string, query = '') {
  idp.signsIn = sub
  return followCallback(person, await idp.visit(await startOf(person, query)))
}

async function startOf(person: ReturnType<typeof browser>, query = ''): Promise<string> {
  const start = await person.send(`/api/auth/provider/oidc/start${query}`)
  expect(start.status, start.text).toBe(302)
  return start.headers.get('location') ?? ''
}

async function followCallback(person: ReturnType<typeof browser>, back: URL) {
  expect(back.origin).toBe(SITE)
  const callback = await person.send(`${back.pathname}${back.search}`)
  const end = new URL(callback.headers.get('location') ?? '/', SITE)
  const last = await person.send(`${end.pathname}${end.search}`)
  const news = /data-news="([^"]*)"/.exec(last.text)?.[1]?.replaceAll('&quot;', '"')
  return { last, news: SignInMessage.parse(JSON.parse(news ?? 'null')) }
}
