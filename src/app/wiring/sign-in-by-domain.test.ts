import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SignInMessage } from '#features/accounts/model/index.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { identityProvider, type Person } from '../../../tests/support/identity-provider.ts'
import { mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const SITE = 'http://127.0.0.1:4870'
const acme = await identityProvider({ callback: `${SITE}/api/auth/callback/acme.example`, emailInToken: true })
const everybodys = await identityProvider({ callback: `${SITE}/api/auth/callback/oidc`, emailInToken: true })
const site = await testProduct({
  settings: { ...everybodys.settings, OPERATORS: 'olga@example.com', ORGANISATION_SIGN_IN_ALLOW_PRIVATE: 'true' },
})
const { db, browser } = site
const operator = browser('127.0.0.2')
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
const SECRET = acme.settings.OIDC_CLIENT_SECRET
const ACME = {
  name: 'Acme',
  issuer: acme.issuer,
  clientId: acme.settings.OIDC_CLIENT_ID,
  domains: ['acme.example', 'acme.test'],
  isRequired: true,
  trustsAddresses: false,
}
/** Opened before the domain had a provider: one proved the address, one did not. */
const [proved, unproved] = [address(), address()]
const [before, squatter] = [browser(), browser()]
await before.signUp({ email: proved })
await confirm(proved)
await squatter.signUp({ email: unproved })
/** Opened with the provider for everybody. */
const linked = { email: address(), sub: randomUUID() }
everybodys.people.set(linked.sub, { email: linked.email, email_verified: true })
expect((await popup(browser(), { idp: everybodys, id: 'oidc', sub: linked.sub })).news).toEqual({ type: 'signed-in' })
const early = await resetTokenOf(proved)
expect((await save({})).status).toBe(200)

test('the secret is stored encrypted and never shown', async () => {
  const { text, output } = await operator.call('operator/signInProviders')
  expect(output).toMatchObject({
    providers: [{ id: 'acme.example', ...ACME }],
    isOn: true,
    callback: `${SITE}/api/auth/callback/`,
  })
  expect(text).not.toContain(SECRET)
  const { rows } = await db.$client.query<{ row: string }>('select row_to_json(p)::text as row from domain_providers p')
  expect(rows[0]?.row).not.toContain(SECRET)
  const log = await operator.call('operator/actions', { kind: 'provider' })
  expect(log.output).toMatchObject({
    actions: [{ action: 'provider.add', about: 'Acme', reason: 'They asked for it' }],
  })
  expect(log.text).not.toContain(SECRET)
})

test('a first sign-in of the domain opens an account with 30 credits', async () => {
  const email = address('acme.test')
  const { dana, news } = await signIn({ email, name: 'Dana Ray' })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email, displayName: 'Dana Ray', emailVerified: true })
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30 })
  expect((await dana.call('accounts/security')).output).toMatchObject({
    providers: ['acme.example'],
    domainProvider: { id: 'acme.example', name: 'Acme' },
  })
})

test('every other way in is refused, the same with and without an account', async () => {
  const details = { field: 'email', providerId: 'acme.example', providerName: 'Acme' }
  const answers = new Set<string>()
  for (const email of [proved, `nobody-${randomUUID()}@acme.example`]) {
    for (const answer of [
      await browser().logIn({ email }),
      await browser().logIn({ email, password: '' }),
      await browser().signUp({ email }),
      await browser().send('/api/auth/request-password-reset', { json: { email } }),
    ]) {
      expect(answer.status, answer.text).toBe(403)
      expect(answer.json()).toMatchObject({ error: { code: 'forbidden', details } })
      answers.add(answer.text)
    }
  }
  expect(answers.size).toBe(1)
  expect(await mailsTo(db, proved, 'Set a new password')).toHaveLength(1)
})

test('a reset link from before no longer sets a password', async () => {
  const json = { token: early, newPassword: 'seven tall lanterns' }
  const refused = await browser().send('/api/auth/reset-password', { json })
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Addresses of acme.example log in with Acme')
})

test('a provider for everybody that claims the address gets neither the account nor a new one', async () => {
  for (const email of [proved, address()]) {
    const sub = randomUUID()
    everybodys.people.set(sub, { email, email_verified: true })
    const { dana, news } = await popup(browser(), { idp: everybodys, id: 'oidc', sub })
    expect(news).toMatchObject({ type: 'refused', message: expect.stringContaining('provider') })
    expect((await dana.call('accounts/me')).output).toBeNull()
    const { rows } = await db.$client.query(
      `select 1 from identities i join users u on u.id = i.user_id where u.email = $1 and i.provider_id = 'oidc'`,
      [email],
    )
    expect(rows).toEqual([])
  }
})

test('a provider for everybody opens no session of an account that it had opened before', async () => {
  const { dana, news } = await popup(browser(), { idp: everybodys, id: 'oidc', sub: linked.sub })
  expect(news).toMatchObject({ type: 'refused', message: expect.stringContaining('its own provider only') })
  expect((await dana.call('accounts/me')).output).toBeNull()
})

test('an account with a proved address is joined, and its owner is notified', async () => {
  const { dana, news } = await signIn({ email: proved })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email: proved })
  expect(await mailsTo(db, proved, 'You can now log in to Wordpop with Acme')).toHaveLength(1)
  // The session from before goes on.
  expect((await before.call('accounts/me')).output).toMatchObject({ email: proved })
})

test('an unproved account goes to the owner of its address, without the squatter’s ways in', async () => {
  const { dana, news } = await signIn({ email: unproved })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email: unproved, emailVerified: true })
  expect((await dana.call('accounts/security')).output).toMatchObject({ hasPassword: false })
  expect((await squatter.call('accounts/me')).output).toBeNull()
})

test('an address that the provider has not verified gets in nowhere', async () => {
  const email = address()
  const { dana, news } = await signIn({ email, email_verified: false })
  expect(news).toMatchObject({ type: 'refused', message: expect.stringContaining('Acme has not verified') })
  expect((await dana.call('accounts/me')).output).toBeNull()
  const { rows } = await db.$client.query('select 1 from users where email = $1', [email])
  expect(rows).toEqual([])
})

test('addresses without email_verified count only if an operator trusts the provider', async () => {
  const email = address()
  expect((await signIn({ email, email_verified: undefined })).news).toMatchObject({ type: 'refused' })
  await change({ trustsAddresses: true })
  expect((await signIn({ email: address(), email_verified: false })).news).toMatchObject({ type: 'refused' })
  expect((await signIn({ email: 'new@elsewhere.example', email_verified: undefined })).news).toMatchObject({
    type: 'refused',
  })
  const { dana, news } = await signIn({ email, email_verified: undefined })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email, emailVerified: true })
  const { output } = await operator.call('operator/actions', { subjectId: 'acme.example' })
  const [newest] = (output as { actions: unknown[] }).actions
  expect(newest).toMatchObject({ after: { addresses: 'trusted without email_verified' } })
  await change({ trustsAddresses: false })
})

test('the provider vouches for no address of another domain, with or without an account', async () => {
  const { email: victim } = await site.signedUp()
  await confirm(victim)
  for (const email of [victim, 'new@elsewhere.example', 'ada@sub.acme.example']) {
    const { dana, news } = await signIn({ email })
    expect(news).toMatchObject({ type: 'refused', message: expect.stringContaining('Acme does not manage') })
    expect((await dana.call('accounts/me')).output).toBeNull()
  }
})

test('a blocked domain gets no new account through its provider', async () => {
  await db.$client.query(
    `insert into blocked_addresses (id, target, reason, blocked_by, blocked_at)
     values (gen_random_uuid(), 'late@acme.test', 'They left', 'olga@example.com', now())`,
  )
  const { news } = await signIn({ email: 'late@acme.test' })
  expect(news).toMatchObject({ type: 'refused', message: expect.stringContaining('No account here can have') })
})

test('accounts change neither into nor out of a required domain', async () => {
  const { dana } = await signIn({})
  const out = await dana.send('/api/auth/change-email', { json: { newEmail: `${randomUUID()}@example.com` } })
  expect(out.status).toBe(422)
  expect(out.text).toContain('belong to Acme')
  const { dana: other } = await site.signedUp()
  const into = { json: { newEmail: address(), password: PASSWORD } }
  expect((await other.send('/api/auth/change-email', into)).status).toBe(422)
})

test('the request is bound to the browser with state, nonce and PKCE, and used once', async () => {
  const dana = browser()
  const start = new URL(await startOf(dana, 'acme.example'))
  expect(start.searchParams.get('code_challenge_method')).toBe('S256')
  expect(start.searchParams.get('state')).toMatch(/^.{32,}$/)
  expect(start.searchParams.get('nonce')).toMatch(/^.{32,}$/)
  acme.signsIn = knows({ email: address() })
  const back = await acme.visit(start.href)
  const victim = browser()
  expect((await followCallback(victim, back)).news).toMatchObject({ type: 'refused' })
  expect((await victim.call('accounts/me')).output).toBeNull()
})

test('the provider of its domain gets the typed address for its form, and nobody else', async () => {
  const email = address('acme.test')
  acme.signsIn = knows({ email })
  const dana = browser()
  const back = await acme.visit(await startOf(dana, 'acme.example', email))
  expect(acme.hint).toBe(email)
  expect((await followCallback(dana, back)).news).toEqual({ type: 'signed-in' })
  for (const [id, hint] of [
    ['acme.example', 'eve@elsewhere.example'],
    ['acme.example', 'acme.example'],
    ['oidc', email],
  ] as const)
    expect(new URL(await startOf(browser(), id, hint)).searchParams.get('login_hint'), hint).toBeNull()
})

test('ten people of one domain sign in for the first time at once', async () => {
  const ready = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const dana = browser()
      const to = await startOf(dana, 'acme.example')
      acme.signsIn = knows({ email: address() })
      return { dana, to }
    }),
  )
  const backs: URL[] = []
  // One after another: the provider signs in the person who is set.
  for (const { to } of ready) {
    acme.signsIn = knows({ email: address() })
    backs.push(await acme.visit(to))
  }
  const done = await Promise.all(ready.map(({ dana }, n) => followCallback(dana, backs[n] ?? new URL(SITE))))
  expect(done.map(({ news }) => news.type)).toEqual(Array.from({ length: 10 }, () => 'signed-in'))
})

test('an optional provider leaves passwords alone, and is offered after a wrong one', async () => {
  await change({ isRequired: false })
  const email = address()
  expect((await browser().signUp({ email })).status).toBe(200)
  expect((await browser().logIn({ email })).status).toBe(200)
  const wrong = await browser().logIn({ email, password: 'not the password' })
  expect(wrong.status).toBe(401)
  expect(wrong.json()).toMatchObject({ error: { details: { providerId: 'acme.example', field: 'password' } } })
  // Not joined by another provider, even now.
  await confirm(email)
  const sub = randomUUID()
  everybodys.people.set(sub, { email, email_verified: true })
  expect((await popup(browser(), { idp: everybodys, id: 'oidc', sub })).news).toMatchObject({ type: 'refused' })
  await change({ isRequired: true })
})

test('a provider that becomes required ends the sessions of its people only if asked to', async () => {
  await change({ isRequired: false })
  const [person, stranger] = [browser(), browser()]
  await person.signUp({ email: address('acme.test') })
  await stranger.signUp({ email: `${randomUUID()}@example.com` })
  const isIn = async (one: typeof person) => (await one.call('accounts/me')).output !== null
  await change({ isRequired: false }, { endsSessions: true })
  await change({ isRequired: true })
  expect(await isIn(person)).toBe(true)
  await change({ isRequired: true }, { endsSessions: true })
  expect([await isIn(person), await isIn(stranger), await isIn(operator)]).toEqual([false, true, true])
  const { output } = await operator.call('operator/actions', { subjectId: 'acme.example' })
  const [newest] = (output as { actions: { after: { endedSessions: number } }[] }).actions
  expect(newest?.after.endedSessions).toBeGreaterThanOrEqual(1)
})

test('two operators do not overwrite each other, nor does a domain get two providers', async () => {
  const { changedAt } = await stored()
  const replaces = { id: 'acme.example', changedAt }
  const both = await Promise.all([save({ name: 'Acme A' }, replaces), save({ name: 'Acme B' }, replaces)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await change({ name: 'Acme' })
  const second = await save({ domains: ['other.example', 'acme.test'] })
  expect(second.status).toBe(409)
  expect(second.text).toContain('Another provider has one of these domains')
  for (const domains of [[], ['gmail.com'], ['localhost'], ['ada@acme.example'], ['*.acme.example']])
    expect((await save({ domains })).status, domains.join()).toBe(422)
})

test('a new issuer needs its secret again', async () => {
  const replaces = { id: 'acme.example', changedAt: (await stored()).changedAt }
  const answer = await operator.call('operator/saveSignInProvider', {
    replaces,
    settings: { ...ACME, issuer: everybodys.issuer },
    reason: 'They moved',
  })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('secret of the new issuer')
})

test('after the provider is removed, its accounts set a password by a mailed link', async () => {
  const email = address()
  await signIn({ email })
  const removed = await operator.call('operator/removeSignInProvider', { id: 'acme.example', reason: 'They left' })
  expect(removed.status, removed.text).toBe(200)
  expect((await browser().send('/api/auth/provider/acme.example/start')).status).toBe(404)
  const token = await resetTokenOf(email)
  const json = { token, newPassword: 'seven tall lanterns' }
  expect((await browser().send('/api/auth/reset-password', { json })).status).toBe(200)
  expect((await browser().logIn({ email, password: 'seven tall lanterns' })).status).toBe(200)
})

function address(domain = 'acme.example'): string {
  return `${randomUUID()}@${domain}`
}

function save(
  changes: Partial<typeof ACME>,
  replaces: { id: string; changedAt: string } | null = null,
  more: { endsSessions?: boolean } = {},
) {
  const settings = { ...ACME, ...changes }
  const reason = 'They asked for it'
  return operator.call('operator/saveSignInProvider', { replaces, settings, clientSecret: SECRET, reason, ...more })
}

async function change(changes: Partial<typeof ACME>, more: { endsSessions?: boolean } = {}): Promise<void> {
  const answer = await save(changes, { id: 'acme.example', changedAt: (await stored()).changedAt }, more)
  expect(answer.status, answer.text).toBe(200)
}

async function stored(): Promise<{ changedAt: string }> {
  const { output } = await operator.call('operator/signInProviders')
  return (output as { providers: { changedAt: string }[] }).providers[0] ?? { changedAt: '' }
}

async function confirm(email: string): Promise<void> {
  const token = await tokenTo(db, email, 'Confirm your e-mail')
  expect((await browser().send('/api/auth/verify-email', { json: { token } })).status).toBe(200)
}

async function resetTokenOf(email: string): Promise<string> {
  expect((await browser().send('/api/auth/request-password-reset', { json: { email } })).status).toBe(200)
  return tokenTo(db, email, 'Set a new password')
}

async function signIn(person: Person) {
  return popup(browser(), { idp: acme, id: 'acme.example', sub: knows(person) })
}

function knows(person: Person): string {
  const sub = randomUUID()
  acme.people.set(sub, { email: address(), email_verified: true, ...person })
  return sub
}

/** Runs the popup, from the button to its last page. */
async function popup(dana: ReturnType<typeof browser>, o: { idp: typeof acme; id: string; sub: string }) {
  o.idp.signsIn = o.sub
  return { dana, ...(await followCallback(dana, await o.idp.visit(await startOf(dana, o.id)))) }
}

async function startOf(dana: ReturnType<typeof browser>, id: string, hint = ''): Promise<string> {
  const start = await dana.send(`/api/auth/provider/${id}/start?${new URLSearchParams({ hint }).toString()}`)
  expect(start.status, start.text).toBe(302)
  return start.headers.get('location') ?? ''
}

async function followCallback(dana: ReturnType<typeof browser>, back: URL) {
  const callback = await dana.send(`${back.pathname}${back.search}`)
  const to = callback.headers.get('location')
  const end = to === null ? undefined : new URL(to, SITE)
  const last = end === undefined ? callback : await dana.send(`${end.pathname}${end.search}`)
  const news = /data-news="([^"]*)"/.exec(last.text)?.[1]?.replaceAll('&quot;', '"')
  return { news: SignInMessage.parse(JSON.parse(news ?? 'null')) }
}
