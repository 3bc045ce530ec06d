import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Session } from '#features/accounts/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { browser, signedUp } = await testProduct()

test('trims and saves a name, and refuses one that is too long', async () => {
  const { dana } = await signedUp()
  expect((await dana.call('accounts/updateProfile', { displayName: '  Dana Ray ' })).output).toMatchObject({
    displayName: 'Dana Ray',
  })
  expect((await dana.call('accounts/updateProfile', { displayName: 'x'.repeat(81) })).status).toBe(422)
  expect((await dana.call('accounts/me')).output).toMatchObject({ displayName: 'Dana Ray' })
})

test('ignores fields that a creator may not change', async () => {
  const { dana, email } = await signedUp()
  const wish = {
    plan: 'enterprise',
    credits: 9_999,
    downloadCount: 7,
    userType: 'paid',
    email: 'eve@example.com',
    emailVerified: true,
    deletedAt: null,
    id: randomUUID(),
  }
  await dana.call('accounts/updateProfile', { displayName: 'Dana', ...wish })
  await dana.call('accounts/updatePreferences', wish)
  for (const path of ['re-authenticate', 'change-email', 'change-password']) {
    await dana.send(`/api/auth/${path}`, {
      json: { ...wish, password: 'purple otter climbs', newEmail: `new-${email}` },
    })
  }
  expect((await dana.call('accounts/me')).output).toMatchObject({
    email,
    displayName: 'Dana',
    plan: 'free',
    downloadCount: 0,
    emailVerified: false,
  })
  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 30 })
})

test('lists a creator’s own sessions, the current one first', async () => {
  const { dana, email } = await signedUp()
  await signedUp()
  const phone = browser('127.0.0.7')
  await phone.send('/api/auth/sign-in/email', {
    json: { email, password: 'purple otter climbs' },
    headers: { 'user-agent': 'A phone' },
  })
  const sessions = await sessionsOf(dana)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({ current: true, address: '127.0.0.1' })
  expect(sessions[1]).toMatchObject({ current: false, address: '127.0.0.7', userAgent: 'A phone' })
})

test('a revoked session is logged out', async () => {
  const { dana, email } = await signedUp()
  const phone = browser()
  await phone.logIn({ email })
  const other = (await sessionsOf(dana)).find(({ current }) => !current)
  expect((await dana.call('accounts/revokeSession', { id: other?.id })).output).toEqual({ done: true })
  expect((await phone.call('accounts/me')).output).toBeNull()
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test("refuses to revoke another creator's session", async () => {
  const { dana, email } = await signedUp()
  const eve = await signedUp()
  const [mine] = await sessionsOf(dana)
  const refused = await eve.dana.call('accounts/revokeSession', { id: mine?.id })
  expect(refused.status).toBe(404)
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('ends all other sessions and keeps the current one', async () => {
  const { dana, email } = await signedUp()
  const others = [browser(), browser(), browser()]
  for (const other of others) await other.logIn({ email })
  await dana.call('accounts/revokeOtherSessions')
  for (const other of others) expect((await other.call('accounts/me')).output).toBeNull()
  expect(await sessionsOf(dana)).toHaveLength(1)
})

test('shows the owner how the account is secured', async () => {
  const { dana } = await signedUp()
  expect((await dana.call('accounts/security')).output).toEqual({
    hasPassword: true,
    emailVerified: false,
    providers: [],
    pendingEmail: null,
    hasSecondFactor: false,
    recoveryCodesLeft: 0,
    passkeys: [],
    stoppedMails: null,
    domainProvider: null,
  })
})

test('offers no provider and no popup when none is set up', async () => {
  expect((await browser().call('accounts/providers')).output).toEqual([])
  expect((await browser().send('/api/auth/provider/google/start')).status).toBe(404)
})

test.each(['updateProfile', 'sessions', 'revokeSession', 'revokeOtherSessions', 'security', 'updatePreferences'])(
  "answers a visitor’s accounts.%s with 'No user logged in'",
  async (name) => {
    const refused = await browser().call(`accounts/${name}`, { displayName: 'x', id: randomUUID() })
    expect(refused.status).toBe(401)
    expect(refused.output).toMatchObject({ message: 'No user logged in' })
  },
)

async function sessionsOf(person: ReturnType<typeof browser>): Promise<Session[]> {
  return z.array(Session).parse((await person.call('accounts/sessions')).output)
}
