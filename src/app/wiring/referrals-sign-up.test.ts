import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SignInMessage } from '#features/accounts/model/index.ts'
import { referralsContract } from '#features/referrals/model/index.ts'
import { identityProvider } from '../../../tests/support/identity-provider.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const NO_VISIT = { clickId: null, affiliateId: null, type: null }
const SITE = 'http://127.0.0.1:4870'
const idp = await identityProvider({ callback: `${SITE}/api/auth/callback/oidc`, emailInToken: false })
const { db, browser } = await testProduct({ settings: idp.settings })

/** The fields that joining needs besides a name. */
const ANSWERS = { channel: 'A channel about cooking', country: 'DE', acceptsTerms: true }

test('D1: a sign-up through a link creates the referral and 30 credits in one transaction', async () => {
  const ada = await affiliate()
  const { person, email } = await signUp({ code: ada.code })
  expect((await person.call('credits/balance')).output).toMatchObject({ available: 30 })
  expect((await person.call('accounts/me')).output).toMatchObject({ plan: 'free' })
  expect((await person.call('referrals/details')).output).toMatchObject({
    referralCode: ada.code,
    referralUsername: ada.username,
    affiliateName: 'Ada',
    status: 'active',
    userType: 'free',
    conversionDate: null,
  })
  const { rows } = await db.$client.query(
    'select 1 from users u join referrals r on r.user_id = u.id and r.xmin = u.xmin where u.email = $1',
    [email],
  )
  expect(rows).toHaveLength(1)
})

test('D2: a sign-up with a provider ties the same referral; the code travels in the signed state', async () => {
  const ada = await affiliate()
  const { person, news } = await popup({ ref: ada.code })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await person.call('referrals/details')).output).toMatchObject({ referralCode: ada.code, userType: 'free' })
  expect((await person.call('credits/balance')).output).toMatchObject({ available: 30 })
})

test('D2: creates no referral when an existing account signs in with a provider', async () => {
  const ada = await affiliate()
  const { sub } = await popup({})
  const { person, news } = await popup({ ref: ada.code, sub })
  expect(news).toEqual({ type: 'signed-in' })
  expect((await person.call('referrals/details')).output).toBeNull()
})

test('D3: an unknown code affects neither the sign-up nor its credits', async () => {
  for (const referral of [{ code: 'AAAAAAAA' }, { code: 'x'.repeat(2_000) }, { code: 7 }, 'nonsense', null]) {
    const { person, status } = await signUp(referral)
    expect(status).toBe(200)
    expect((await person.call('referrals/details')).output).toBeNull()
    expect((await person.call('credits/balance')).output).toMatchObject({ available: 30 })
  }
})

test('C5: ignores a referrer or a commission sent by the client', async () => {
  const [ada, ben] = [await affiliate(), await affiliate()]
  const { person } = await signUp({
    code: ada.code,
    affiliateId: ben.id,
    bps: '10000',
    expirationTime: '9999999999999',
  })
  expect((await person.call('referrals/details')).output).toMatchObject({ referralCode: ada.code })
  const { rows } = await db.$client.query('select 1 from referrals where affiliate_id = $1', [ben.id])
  expect(rows).toEqual([])
})

test('C2: tracks a referral right after the sign-up if its lookup failed', async () => {
  const ada = await affiliate()
  const { person } = await signUp(undefined)
  const track = async (input: object) => (await person.call('referrals/track', input)).output
  expect(await track({ code: 'AAAAAAAA' })).toEqual({ success: false, error: 'Invalid referral code' })
  expect(await track({ code: ada.code })).toEqual({ success: true, alreadyReferred: false })
  expect(await track({ code: (await affiliate()).code })).toEqual({ success: true, alreadyReferred: true })
})

test("D7: refuses a second account for an address, with no referral: 'User already exists'", async () => {
  const [ada, ben] = [await affiliate(), await affiliate()]
  const { email } = await signUp({ code: ada.code })
  const again = await browser().send('/api/auth/sign-up/email', {
    json: { email, password: PASSWORD, referral: { code: ben.code } },
  })
  expect(again.text).toContain('User already exists')
  const { rows } = await db.$client.query(
    'select referral_code as code from referrals r join users u on u.id = r.user_id where u.email = $1',
    [email],
  )
  expect(rows).toEqual([{ code: ada.code }])
})

test('C7: creates no referral for an account made the day before', async () => {
  const ada = await affiliate()
  const { person, email } = await signUp(undefined)
  await db.$client.query("update users set created_at = now() - interval '1 day' where email = $1", [email])
  expect((await person.call('referrals/track', { code: ada.code })).output).toMatchObject({ success: false })
  expect((await person.call('referrals/click', { code: ada.code })).output).toEqual(NO_VISIT)
})

test('C5: the server names a visit, and the sign-up stores its time', async () => {
  const ada = await affiliate()
  const { output } = await browser().call('referrals/click', { code: ada.code.toLowerCase() })
  expect(output).toMatchObject({ clickId: expect.stringMatching(/^[0-9a-f-]{36}$/), type: 'code' })
  const { clickId } = output as { clickId: string }
  const { email } = await signUp({ code: ada.code, clickId })
  const { rows } = await db.$client.query(
    'select clicked_at is not null as clicked from referrals r join users u on u.id = r.user_id where email = $1',
    [email],
  )
  expect(rows).toEqual([{ clicked: true }])
  expect((await browser().call('referrals/click', { code: 'AAAAAAAA' })).output).toEqual(NO_VISIT)
})

test('E1: no procedure open to a referred user earns a commission', async () => {
  const ada = await affiliate()
  const { person } = await signUp({ code: ada.code })
  const forged = { code: ada.code, username: freeName(), acceptsTerms: true, commission: 100_000, amount: 250_000 }
  for (const procedure of Object.keys(referralsContract)) await person.call(`referrals/${procedure}`, forged)
  expect((await db.$client.query('select 1 from commissions')).rows).toEqual([])
})

test('F5: shows no statistics to a user who is no affiliate', async () => {
  const { person } = await signUp(undefined)
  const { status, output } = await person.call('referrals/dashboard')
  expect(status).toBe(404)
  expect(output).toMatchObject({ message: 'Affiliate not found' })
})

test('G5: payout details ask for the password and a confirmed address', async () => {
  const { person, email } = await signUp(undefined)
  await person.call('referrals/join', { username: freeName(), ...ANSWERS })
  await db.$client.query("update sessions set confirmed_at = now() - interval '1 hour'")
  const form = { method: { kind: 'paypal', email: 'ada@example.com' }, country: 'DE', taxResidency: 'DE' }
  const save = (more: object) => person.call('referrals/savePayoutSettings', { ...form, ...more })
  expect(await save({})).toMatchObject({ status: 403, output: { data: { field: 'password' } } })
  expect(await save({ password: 'not it' })).toMatchObject({ status: 403, output: { data: { field: 'password' } } })
  expect(await save({ password: PASSWORD })).toMatchObject({ status: 403, output: { data: { field: 'email' } } })
  await db.$client.query('update users set email_verified = true where email = $1', [email])
  const { status, output } = await save({ password: PASSWORD })
  expect(status).toBe(200)
  expect(output).toMatchObject({ label: 'PayPal, a•••@e•••.com', frozenUntil: expect.any(String) })
})

async function signUp(referral: unknown) {
  const email = `${randomUUID()}@example.com`
  const person = browser()
  const json = { email, password: PASSWORD, ...(referral !== undefined && { referral }) }
  const { status } = await person.send('/api/auth/sign-up/email', { json })
  return { person, email, status }
}

async function popup({ ref, sub = randomUUID() }: { ref?: string; sub?: string }) {
  const person = browser()
  if (!idp.people.has(sub)) idp.people.set(sub, { email: `${sub}@example.com`, email_verified: true, name: 'Dana' })
  idp.signsIn = sub
  const start = await person.send(`/api/auth/provider/oidc/start${ref === undefined ? '' : `?ref=${ref}`}`)
  const back = await idp.visit(start.headers.get('location') ?? '')
  const answer = await person.send(back.pathname + back.search)
  const end = new URL(answer.headers.get('location') ?? '/', SITE)
  const page = await person.send(end.pathname + end.search)
  const news = /data-news="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"')
  return { person, sub, news: SignInMessage.parse(JSON.parse(news ?? 'null')) }
}

async function affiliate() {
  const email = `${randomUUID()}@example.com`
  const person = browser()
  await person.signUp({ email, name: 'Ada' })
  const username = freeName()
  const { output } = await person.call('referrals/join', { username, ...ANSWERS })
  const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [email])
  const { referralCode: code } = output as { referralCode: string }
  return { code, username, id: rows[0]?.id ?? '' }
}

function freeName(): string {
  return `a${randomUUID().slice(0, 12)}`
}
