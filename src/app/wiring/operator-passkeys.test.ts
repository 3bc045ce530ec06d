import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Security, SecondFactorSetUp } from '#features/accounts/model/index.ts'
import { authenticator } from '../../../tests/support/authenticator.ts'
import { type browser as makeBrowser, PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { codeOf } from '../../../tests/support/totp.ts'

const SITE = 'http://localhost:4870'
const OPERATORS = Array.from({ length: 4 }, () => `${randomUUID()}@example.com`)
const { db, browser } = await testProduct({
  settings: { PUBLIC_URL: SITE, OPERATORS: OPERATORS.join(','), OPERATOR_SECOND_FACTOR: 'required' },
})

type Browser = ReturnType<typeof makeBrowser>
type Device = ReturnType<typeof authenticator>

test('a passkey opens the pages of operators, in sessions that it opened', async () => {
  const { olga, email } = await operator(0)
  expect((await olga.call('operator/me')).output).toMatchObject({ role: null, mustSetUpSecondFactor: true })
  const device = authenticator(SITE)
  await add(olga, device)
  expect((await olga.call('operator/users', {})).status).toBe(200)

  const thief = browser()
  await thief.logIn({ email })
  expect((await thief.call('operator/me')).output).toEqual({
    role: null,
    mustConfirmEmail: false,
    mustSetUpSecondFactor: false,
    mustUsePasskey: true,
  })
  const refused = await thief.call('operator/users', {})
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Log in with your passkey first.')

  const phone = browser()
  await logIn(phone, device)
  expect((await phone.call('operator/me')).output).toMatchObject({ role: 'everything', mustUsePasskey: false })
  expect((await phone.call('operator/users', {})).status).toBe(200)
})

test('the password of an operator with passkeys alone adds no factor', async () => {
  const { olga, email } = await operator(1)
  const device = authenticator(SITE)
  await add(olga, device)
  const thief = browser()
  await thief.logIn({ email })
  expect((await post(thief, 'passkey/add-options', { password: PASSWORD })).status).toBe(403)
  expect((await post(thief, 'two-factor/set-up', { password: PASSWORD })).status).toBe(403)
  await logIn(thief, device)
  expect((await post(thief, 'passkey/add-options', { password: PASSWORD })).status).toBe(200)
})

test('an operator keeps the last factor', async () => {
  const { olga } = await operator(2)
  await add(olga, authenticator(SITE))
  const [first] = (await security(olga)).passkeys
  const removal = { id: first?.id, password: PASSWORD }
  const refused = await post(olga, 'passkey/remove', removal)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Operators of this site need a second factor.')
  expect((await security(olga)).passkeys).toHaveLength(1)

  const { uri, codes } = (await post(olga, 'two-factor/set-up', { password: PASSWORD })).json() as SecondFactorSetUp
  await post(olga, 'two-factor/confirm', { code: codeOf(uri) })
  expect((await post(olga, 'passkey/remove', removal)).status).toBe(200)
  const turnOff = { password: PASSWORD, code: codes[0] }
  expect((await post(olga, 'two-factor/turn-off', turnOff)).status).toBe(409)
  await add(olga, authenticator(SITE))
  expect((await post(olga, 'two-factor/turn-off', turnOff)).status).toBe(200)
})

test('a passkey that is removed closes the pages of operators in its session', async () => {
  const { olga } = await operator(3)
  await add(olga, authenticator(SITE))
  await add(olga, authenticator(SITE))
  const [, second] = (await security(olga)).passkeys
  expect((await post(olga, 'passkey/remove', { id: second?.id, password: PASSWORD })).status).toBe(200)
  expect((await olga.call('operator/me')).output).toMatchObject({ role: null, mustUsePasskey: true })
})

test('other users remove their last passkey', async () => {
  const dana = browser()
  await dana.signUp({ email: `${randomUUID()}@example.com` })
  await add(dana, authenticator(SITE))
  const [first] = (await security(dana)).passkeys
  expect((await post(dana, 'passkey/remove', { id: first?.id, password: PASSWORD })).status).toBe(200)
})

async function operator(nth: number) {
  const olga = browser()
  const email = OPERATORS[nth] ?? ''
  await olga.signUp({ email })
  await db.$client.query('update users set email_verified = true where email = $1', [email])
  return { olga, email }
}

async function add(by: Browser, device: Device): Promise<void> {
  const options = (await post(by, 'passkey/add-options', { password: PASSWORD })).json()
  const response = device.create(options as Parameters<Device['create']>[0])
  expect((await post(by, 'passkey/add', { name: 'Key', response })).status).toBe(200)
}

async function logIn(by: Browser, device: Device): Promise<void> {
  const options = (await post(by, 'passkey/log-in-options', {})).json()
  const response = device.get(options as Parameters<Device['get']>[0])
  expect((await post(by, 'passkey/log-in', { response })).status).toBe(200)
}

function post(by: Browser, path: string, json: object) {
  return by.send(`/api/auth/${path}`, { json })
}

async function security(by: Browser) {
  return (await by.call('accounts/security')).output as Security
}
