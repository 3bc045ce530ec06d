import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type SecondFactorSetUp, SignInMessage } from '#features/accounts/model/index.ts'
import { type browser as makeBrowser, PASSWORD } from '../../../tests/support/browser.ts'
import { identityProvider } from '../../../tests/support/identity-provider.ts'
import { mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { codeOf, wrongCodeOf } from '../../../tests/support/totp.ts'

const SITE = 'http://127.0.0.1:4870'
const idp = await identityProvider({ callback: `${SITE}/api/auth/callback/oidc`, emailInToken: true })
const { db, browser } = await testProduct({ settings: { ...idp.settings, OPERATORS: 'olga@example.com' } })

test('is turned on with the password and a first code, which ends the other sessions', async () => {
  const { dana, email } = await person()
  const phone = browser()
  await phone.logIn({ email })
  expect((await post(dana, 'set-up', {})).status).toBe(403)
  expect((await post(dana, 'set-up', { password: 'wrong' })).status).toBe(403)
  const { uri, codes } = (await post(dana, 'set-up', { password: PASSWORD })).json() as SecondFactorSetUp
  expect(codes).toHaveLength(10)
  expect(await security(dana)).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 })
  expect((await post(dana, 'confirm', { code: wrongCodeOf(uri) })).status).toBe(403)
  expect((await browser().logIn({ email })).json()).toEqual({ done: true })

  expect((await post(dana, 'confirm', { code: codeOf(uri) })).status).toBe(200)
  expect(await security(dana)).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 })
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect(await mailsTo(db, email, 'has a second factor')).toHaveLength(1)
  expect((await post(dana, 'set-up', { password: PASSWORD })).status).toBe(409)
})

test('a log-in with the password signs nobody in before the code', async () => {
  const { email, uri } = await protectedPerson()
  const phone = browser()
  expect((await phone.logIn({ email })).json()).toEqual({ done: false })
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect((await post(phone, 'verify', { code: wrongCodeOf(uri) })).status).toBe(403)
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect((await post(phone, 'verify', { code: codeOf(uri) })).status).toBe(200)
  expect((await phone.call('accounts/me')).output).toMatchObject({ email })
  const elsewhere = browser()
  expect((await post(elsewhere, 'verify', { code: codeOf(uri) })).status).toBe(409)
})

test('a log-in at a provider asks for the code too', async () => {
  const { dana, email, uri } = await protectedPerson()
  await browser().send('/api/auth/verify-email', { json: { token: await tokenTo(db, email, 'Confirm your e-mail') } })
  const phone = browser()
  expect(await popup(phone, email)).toEqual({ type: 'second-factor' })
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect((await post(phone, 'verify', { code: codeOf(uri) })).status).toBe(200)
  expect((await phone.call('accounts/me')).output).toMatchObject({ email })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('a trusted device is not asked again, until the password changes', async () => {
  const { email, uri } = await protectedPerson()
  const phone = browser()
  await phone.logIn({ email })
  await post(phone, 'verify', { code: codeOf(uri), trustDevice: true })
  await phone.send('/api/auth/sign-out', { json: {} })
  expect((await phone.logIn({ email })).json()).toEqual({ done: true })
  expect((await browser().logIn({ email })).json()).toEqual({ done: false })
  const newPassword = 'green otter climbs'
  await phone.send('/api/auth/change-password', { json: { currentPassword: PASSWORD, newPassword } })
  await phone.send('/api/auth/sign-out', { json: {} })
  expect((await phone.logIn({ email, password: newPassword })).json()).toEqual({ done: false })
})

test('each recovery code logs in once, and the owner gets a mail', async () => {
  const { email, codes } = await protectedPerson()
  const [code = ''] = codes
  const phone = browser()
  await phone.logIn({ email })
  expect((await post(phone, 'recover', { code: 'aaaaa-aaaaa' })).status).toBe(403)
  expect((await post(phone, 'recover', { code: ` ${code.toUpperCase().replace('-', ' ')}` })).status).toBe(200)
  expect(await security(phone)).toMatchObject({ recoveryCodesLeft: 9 })
  const [mail] = await mailsTo(db, email, 'A recovery code')
  expect(mail?.paragraphs.join(' ')).toContain('9 codes left')
  const thief = browser()
  await thief.logIn({ email })
  expect((await post(thief, 'recover', { code })).status).toBe(403)

  const renewed = await post(phone, 'recovery-codes', { password: PASSWORD })
  expect(renewed.json()).toMatchObject({ codes: { length: 10 } })
  expect((await post(thief, 'recover', { code: codes[1] })).status).toBe(409)
})

test('five wrong codes end a log-in, and the account is locked after ten', async () => {
  const { email, uri } = await protectedPerson()
  const thief = browser()
  const guess = async () => (await post(thief, 'verify', { code: wrongCodeOf(uri) })).status
  await thief.logIn({ email })
  for (const n of [1, 2, 3, 4, 5]) expect(await guess(), `guess ${n}`).toBe(403)
  expect((await post(thief, 'verify', { code: codeOf(uri) })).status).toBe(409)
  await thief.logIn({ email })
  for (const n of [6, 7, 8, 9, 10]) expect(await guess(), `guess ${n}`).toBe(403)
  await thief.logIn({ email })
  expect((await post(thief, 'verify', { code: codeOf(uri) })).status).toBe(429)
})

test('a new password by mail neither logs in nor turns it off, and ends a waiting log-in', async () => {
  const { email, uri } = await protectedPerson()
  const thief = browser()
  await thief.logIn({ email })
  await browser().send('/api/auth/request-password-reset', { json: { email } })
  const token = await tokenTo(db, email, 'Set a new password')
  const phone = browser()
  await phone.send('/api/auth/reset-password', { json: { token, newPassword: 'green otter climbs' } })
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect((await post(thief, 'verify', { code: codeOf(uri) })).status).toBe(409)
  expect((await phone.logIn({ email, password: 'green otter climbs' })).json()).toEqual({ done: false })
})

test('is turned off with the password and a code only', async () => {
  const { dana, email, uri, codes } = await protectedPerson()
  expect((await post(dana, 'turn-off', { code: codeOf(uri) })).status).toBe(403)
  expect((await post(dana, 'turn-off', { password: PASSWORD, code: wrongCodeOf(uri) })).status).toBe(403)
  expect((await post(dana, 'turn-off', { password: 'wrong', code: codes[0] })).status).toBe(403)
  expect(await security(dana)).toMatchObject({ hasSecondFactor: true })
  expect((await post(dana, 'turn-off', { password: PASSWORD, code: codes[0] })).status).toBe(200)
  expect(await security(dana)).toMatchObject({ hasSecondFactor: false })
  expect(await mailsTo(db, email, 'is off')).toHaveLength(1)
  expect((await browser().logIn({ email })).json()).toEqual({ done: true })
})

test('an operator removes it with a reason, on record and with a mail', async () => {
  const { email, id } = await protectedPerson()
  const olga = browser()
  await olga.signUp({ email: 'olga@example.com' })
  await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
  expect((await olga.call('operator/user', { userId: id })).output).toMatchObject({ hasSecondFactor: true })
  const reset = { userId: id, decision: 'reset-second-factor', reason: 'Lost the phone' }
  expect((await olga.call('operator/decideUser', reset)).status).toBe(200)
  expect((await olga.call('operator/decideUser', reset)).status).toBe(409)
  expect((await browser().logIn({ email })).json()).toEqual({ done: true })
  expect(await mailsTo(db, email, 'was removed')).toHaveLength(1)
  const { rows } = await db.$client.query(
    'select action, reason from operator_actions where subject_id = $1 and read_hour is null',
    [id],
  )
  expect(rows).toEqual([{ action: 'user.reset-second-factor', reason: 'Lost the phone' }])
})

async function person() {
  const dana = browser()
  const email = `${randomUUID()}@example.com`
  await dana.signUp({ email })
  const { id } = (await dana.call('accounts/me')).output as { id: string }
  return { dana, email, id }
}

async function protectedPerson() {
  const somebody = await person()
  const setUp = (await post(somebody.dana, 'set-up', { password: PASSWORD })).json() as SecondFactorSetUp
  const { status } = await post(somebody.dana, 'confirm', { code: codeOf(setUp.uri) })
  expect(status).toBe(200)
  return { ...somebody, ...setUp }
}

function post(by: ReturnType<typeof makeBrowser>, step: string, json: object) {
  return by.send(`/api/auth/two-factor/${step}`, { json })
}

async function security(by: ReturnType<typeof makeBrowser>) {
  return (await by.call('accounts/security')).output
}

/** Logs in at the provider with this address. @returns what the popup reports */
async function popup(by: ReturnType<typeof makeBrowser>, email: string) {
  const sub = randomUUID()
  idp.people.set(sub, { email, email_verified: true })
  idp.signsIn = sub
  const start = await by.send('/api/auth/provider/oidc/start')
  const back = await idp.visit(start.headers.get('location') ?? '')
  const callback = await by.send(`${back.pathname}${back.search}`)
  const end = new URL(callback.headers.get('location') ?? '/', SITE)
  const last = await by.send(`${end.pathname}${end.search}`)
  const news = /data-news="([^"]*)"/.exec(last.text)?.[1]?.replaceAll('&quot;', '"')
  return SignInMessage.parse(JSON.parse(news ?? 'null'))
}
