import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Passkey, SecondFactorSetUp } from '#features/accounts/model/index.ts'
import { authenticator } from '../../../tests/support/authenticator.ts'
import { type browser as makeBrowser, PASSWORD } from '../../../tests/support/browser.ts'
import { mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { codeOf } from '../../../tests/support/totp.ts'

const SITE = 'http://localhost:4870'
const { db, browser } = await testProduct({ settings: { PUBLIC_URL: SITE, OPERATORS: 'olga@example.com' } })

type Browser = ReturnType<typeof makeBrowser>
type Device = ReturnType<typeof authenticator>

test('is added with the password, listed, and on record by mail', async () => {
  const { dana, email } = await person()
  expect((await post(dana, 'add-options', {})).status).toBe(403)
  expect((await post(dana, 'add-options', { password: 'wrong' })).status).toBe(403)
  expect((await add(dana, authenticator(SITE), 'Dana’s phone')).status).toBe(200)
  expect(await passkeys(dana)).toEqual([
    { id: expect.any(String), name: 'Dana’s phone', createdAt: expect.any(String), lastUsedAt: null },
  ])
  const [mail] = await mailsTo(db, email, 'has a new passkey')
  expect(mail?.paragraphs.join(' ')).toContain('“Dana’s phone”')
})

test('logs in without an address or a password, in a session of its own', async () => {
  const { dana, email, device } = await personWithPasskey()
  const phone = browser()
  expect((await logIn(phone, device)).status).toBe(200)
  expect((await phone.call('accounts/me')).output).toMatchObject({ email })
  expect((await phone.call('accounts/sessions')).output).toHaveLength(2)
  expect((await passkeys(dana))[0]?.lastUsedAt).not.toBeNull()
  expect((await browser().logIn({ email })).json()).toEqual({ done: true })
})

test('ends the session that the browser had', async () => {
  const { device } = await personWithPasskey()
  const { dana: other, email } = await person()
  const copy = browser()
  for (const [name, value] of other.cookies) copy.cookies.set(name, value)
  await logIn(other, device)
  expect((await copy.call('accounts/me')).output).toBeNull()
  expect((await other.call('accounts/me')).output).not.toMatchObject({ email })
})

test('is two factors at once: no code is asked for', async () => {
  const { dana, email, device } = await personWithPasskey()
  const setUp = await dana.send('/api/auth/two-factor/set-up', { json: { password: PASSWORD } })
  const { uri } = setUp.json() as SecondFactorSetUp
  expect((await dana.send('/api/auth/two-factor/confirm', { json: { code: codeOf(uri) } })).status).toBe(200)
  expect((await browser().logIn({ email })).json()).toEqual({ done: false })
  const phone = browser()
  expect((await logIn(phone, device)).json()).toEqual({ done: true })
  expect((await phone.call('accounts/me')).output).toMatchObject({ email })
})

test('opens no session where the domain of the address requires its provider', async () => {
  const { email, device } = await personWithPasskey()
  await db.$client.query('update users set email = $2 where email = $1', [email, `${randomUUID()}@acme.example`])
  await db.$client.query(
    `insert into domain_providers (id, name, issuer, client_id, client_secret, is_required, changed_at)
     values ('acme.example', 'Acme', 'https://login.acme.example', 'wordpop', 'encrypted', true, now())`,
  )
  await db.$client.query(`insert into domain_provider_domains values ('acme.example', 'acme.example')`)
  const phone = browser()
  const refused = await logIn(phone, device)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Addresses of acme.example log in with Acme')
  expect((await phone.call('accounts/me')).output).toBeNull()
})

test('refuses an authenticator that did not check who holds it', async () => {
  const { dana, device } = await personWithPasskey()
  const added = await add(dana, authenticator(SITE), 'Key', { userVerified: false })
  expect(added.status).toBe(403)
  expect(added.text).toContain('did not check that it is you')
  expect(await passkeys(dana)).toHaveLength(1)
  const phone = browser()
  expect((await logIn(phone, device, { userVerified: false })).status).toBe(403)
  expect((await phone.call('accounts/me')).output).toBeNull()
})

test('refuses the page of another site', async () => {
  const { dana, device } = await personWithPasskey()
  const origin = 'https://wordpop.example.evil.example'
  expect((await add(dana, authenticator(SITE), 'Key', { origin })).status).toBe(422)
  expect(await passkeys(dana)).toHaveLength(1)
  const phone = browser()
  expect((await logIn(phone, device, { origin })).status).toBe(401)
  expect((await phone.call('accounts/me')).output).toBeNull()
})

test('a challenge works once, in its browser, for five minutes', async () => {
  const { device } = await personWithPasskey()
  const phone = browser()
  const response = device.get(await options(phone, 'log-in-options', {}))
  expect((await post(browser(), 'log-in', { response })).status).toBe(409)
  const both = await Promise.all([post(phone, 'log-in', { response }), post(phone, 'log-in', { response })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await post(phone, 'log-in', { response })).status).toBe(409)

  const late = device.get(await options(phone, 'log-in-options', {}))
  await db.$client.query(`update verifications set expires_at = now() - interval '1 second'`)
  expect((await post(phone, 'log-in', { response: late })).status).toBe(409)
})

test('the challenge of a log-in adds no passkey, nor that of another user', async () => {
  const { dana } = await person()
  const { dana: other } = await person()
  const device = authenticator(SITE)
  const { challenge } = await options(dana, 'log-in-options', {})
  const forged = device.create({ challenge, rp: { id: 'localhost' } })
  expect((await post(dana, 'add', { name: 'Key', response: forged })).status).toBe(409)

  const response = device.create(await options(dana, 'add-options', { password: PASSWORD }))
  for (const name of dana.cookies.keys())
    if (name.includes('passkey')) other.cookies.set(name, dana.cookies.get(name) ?? '')
  expect((await post(other, 'add', { name: 'Key', response })).status).toBe(409)
  expect([...(await passkeys(dana)), ...(await passkeys(other))]).toEqual([])
})

test('refuses a counter that does not grow: the passkey may be a copy', async () => {
  const { device } = await personWithPasskey()
  expect((await logIn(browser(), device, { counter: 7 })).status).toBe(200)
  const thief = browser()
  expect((await logIn(thief, device, { counter: 7 })).status).toBe(401)
  expect((await thief.call('accounts/me')).output).toBeNull()
  expect((await logIn(browser(), device, { counter: 8 })).status).toBe(200)
})

test('is renamed and removed by its owner only', async () => {
  const { dana, device, email } = await personWithPasskey()
  const { dana: other } = await person()
  const [passkey] = await passkeys(dana)
  const id = passkey?.id ?? ''
  expect((await other.call('accounts/renamePasskey', { id, name: 'Mine' })).status).toBe(404)
  expect((await dana.call('accounts/renamePasskey', { id, name: ' ' })).status).toBe(422)
  expect((await dana.call('accounts/renamePasskey', { id, name: ' Work phone ' })).status).toBe(200)
  expect(await passkeys(dana)).toMatchObject([{ name: 'Work phone' }])

  expect((await post(other, 'remove', { id, password: PASSWORD })).status).toBe(404)
  expect((await post(dana, 'remove', { id })).status).toBe(403)
  const phone = browser()
  await logIn(phone, device)
  expect((await post(dana, 'remove', { id, password: PASSWORD })).status).toBe(200)
  expect(await passkeys(dana)).toEqual([])
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect(await mailsTo(db, email, 'passkey of your')).toHaveLength(1)
  expect((await logIn(browser(), device)).status).toBe(401)
})

test('an account has at most 20 passkeys', async () => {
  const { dana, id } = await person()
  await db.$client.query(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
     select gen_random_uuid(), $1, 'Key', '', gen_random_uuid()::text, 0, 'singleDevice', false from generate_series(1, 20)`,
    [id],
  )
  const refused = await post(dana, 'add-options', { password: PASSWORD })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('at most 20 passkeys')
})

test('a suspended user gets the reason, and no session', async () => {
  const { id, device } = await personWithPasskey()
  await db.$client.query('update users set suspended_at = now() where id = $1', [id])
  const phone = browser()
  const refused = await logIn(phone, device)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('This account is suspended.')
  expect((await phone.call('accounts/me')).output).toBeNull()
})

test('is in the data export without its key, and gone with the account', async () => {
  const { dana, email, device } = await personWithPasskey()
  const { text } = await dana.send('/api/account/export.json')
  expect(JSON.parse(text)).toMatchObject({ security: { passkeys: [{ name: 'Phone' }] } })
  expect(text).not.toContain('publicKey')
  await dana.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } })
  expect((await logIn(browser(), device)).status).toBe(401)
})

test('a new password by mail removes passkeys of an address that nobody had confirmed', async () => {
  const { dana, device, email } = await personWithPasskey()
  expect(await passkeys(dana)).toHaveLength(1)
  await reset(email)
  expect((await logIn(browser(), device)).status).toBe(401)

  const confirmed = authenticator(SITE)
  const phone = browser()
  await phone.logIn({ email, password: 'green otter climbs' })
  await add(phone, confirmed, 'Phone', {}, 'green otter climbs')
  await reset(email)
  expect((await logIn(browser(), confirmed)).status).toBe(200)
})

test('an operator removes the passkeys of somebody who lost them', async () => {
  const { id, email, device } = await personWithPasskey()
  const olga = browser()
  await olga.signUp({ email: 'olga@example.com' })
  await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
  expect((await olga.call('operator/user', { userId: id })).output).toMatchObject({ hasSecondFactor: true })
  const removal = { userId: id, decision: 'reset-second-factor', reason: 'Lost the phone' }
  expect((await olga.call('operator/decideUser', removal)).status).toBe(200)
  expect((await logIn(browser(), device)).status).toBe(401)
  expect(await mailsTo(db, email, 'was removed')).toHaveLength(1)
  expect((await olga.call('operator/decideUser', removal)).status).toBe(409)
})

async function person() {
  const dana = browser()
  const email = `${randomUUID()}@example.com`
  await dana.signUp({ email })
  const { id } = (await dana.call('accounts/me')).output as { id: string }
  return { dana, email, id }
}

async function personWithPasskey() {
  const somebody = await person()
  const device = authenticator(SITE)
  expect((await add(somebody.dana, device, 'Phone')).status).toBe(200)
  return { ...somebody, device }
}

async function add(
  by: Browser,
  device: Device,
  name: string,
  flaws: Parameters<Device['create']>[1] = {},
  password = PASSWORD,
) {
  const response = device.create(await options(by, 'add-options', { password }), flaws)
  return post(by, 'add', { name, response })
}

async function logIn(by: Browser, device: Device, flaws: Parameters<Device['get']>[1] = {}) {
  return post(by, 'log-in', { response: device.get(await options(by, 'log-in-options', {}), flaws) })
}

async function options(by: Browser, step: string, json: object) {
  const answer = await post(by, step, json)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Parameters<Device['create']>[0] & Parameters<Device['get']>[0]
}

function post(by: Browser, step: string, json: object) {
  return by.send(`/api/auth/passkey/${step}`, { json })
}

async function passkeys(by: Browser): Promise<readonly Passkey[]> {
  return ((await by.call('accounts/security')).output as { passkeys: Passkey[] }).passkeys
}

async function reset(email: string): Promise<void> {
  await browser().send('/api/auth/request-password-reset', { json: { email } })
  const token = await tokenTo(db, email, 'Set a new password')
  await browser().send('/api/auth/reset-password', { json: { token, newPassword: 'green otter climbs' } })
}
