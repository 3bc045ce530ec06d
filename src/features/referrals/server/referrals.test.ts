import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { router } from '#platform/server/http.ts'
import { testProduct } from '../../../../tests/support/product.ts'
import { closeAffiliate, rejectReservedUsernames } from './affiliates.ts'
import { referralRedirect } from './referral-redirect.ts'

const { db, browser } = await testProduct()
const NOW = new Date('2026-11-20T10:00:00Z')
const redirect = referralRedirect({ db, now: () => NOW, site: { sells: true } })
/** The answers required besides a name. */
const ANSWERS = { channel: 'A channel about cooking', country: 'DE', acceptsTerms: true }
const site = router().get('*', async (c) => (await redirect(c)) ?? c.text('Page Not Found', 404))

test('choosing a name and accepting the terms makes a user an affiliate with a code', async () => {
  const { call } = await somebody({ name: 'Ada' })
  expect((await call('referrals/affiliate')).output).toBeNull()
  const username = freeName()
  const { output } = await join({ call }, ` ${username.toUpperCase()} `)
  expect(output).toEqual({
    referralCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    referralUsername: username,
    displayName: 'Ada',
  })
  expect((await call('referrals/affiliate')).output).toEqual(output)
})

test('nobody joins without accepting the terms', async () => {
  const { call } = await somebody()
  expect((await call('referrals/join', { username: freeName(), ...ANSWERS, acceptsTerms: false })).status).toBe(422)
  expect((await call('referrals/affiliate')).output).toBeNull()
})

test('B6: refuses a name that is taken, reserved or malformed', async () => {
  const username = freeName()
  await join(await somebody(), username)
  const { call } = await somebody()
  expect(await join({ call }, username)).toMatchObject({ status: 409, output: { message: 'This username is taken.' } })
  expect((await join({ call }, 'pricing')).status).toBe(422)
  expect((await join({ call }, 'a.b')).status).toBe(422)
  expect((await call('referrals/affiliate')).output).toBeNull()
})

test('joining again changes nothing; another name is refused', async () => {
  const { call } = await somebody()
  const username = freeName()
  const [first, second] = await Promise.all([join({ call }, username), join({ call }, username)])
  expect(first.output).toEqual(second.output)
  expect((await join({ call }, freeName())).status).toBe(409)
})

test('of twelve concurrent requests for a name, one gets it', async () => {
  const username = freeName()
  const people = await Promise.all(Array.from({ length: 12 }, () => somebody()))
  const answers = await Promise.all(people.map((person) => join(person, username)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
})

test("B7: a deleted affiliate's name leads nowhere and is never given to anyone else", async () => {
  const username = freeName()
  const { id, call } = await somebody()
  await join({ call }, username)
  await transaction(db, (tx) => closeAffiliate(tx, id))
  expect((await site.request(`/${username}`)).status).toBe(404)
  expect((await join(await somebody(), username)).status).toBe(409)
})

test('B7: a previous name still leads to its affiliate', async () => {
  const { code, username } = await affiliate()
  const former = freeName()
  await db.$client.query(
    `insert into affiliate_usernames (username, affiliate_id, is_current)
     select $1, user_id, false from affiliates where referral_code = $2`,
    [former, code],
  )
  expect((await site.request(`/${former}`)).headers.get('location')).toBe(`/?ref=${code}`)
  expect((await browser().call('referrals/lookup', { username: former })).output).toMatchObject({
    referralUsername: username,
  })
})

test('B1, B2: a link redirects home with the code, uncached, and counts one click', async () => {
  const { code, username } = await affiliate()
  for (const path of [`/${username}`, `/${username.toUpperCase()}/`, `/%20${username}`]) {
    const answer = await site.request(path)
    expect(answer.status, path).toBe(302)
    expect(answer.headers.get('location'), path).toBe(`/?ref=${code}`)
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    expect(answer.headers.get('referrer-policy'), path).toBe('strict-origin')
  }
  expect(await clicksOf(code)).toBe(3)
})

test.each([
  { who: 'a HEAD request', init: { method: 'HEAD' } },
  { who: 'a browser that looks ahead', init: { headers: { 'sec-purpose': 'prefetch;prerender' } } },
  { who: 'a program that shows a card of the link', init: { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } } },
])('B2: $who is redirected without a click', async ({ init }) => {
  const { code, username } = await affiliate()
  const answer = await site.request(`/${username}`, init)
  expect(answer.status).toBe(302)
  expect(await clicksOf(code)).toBe(0)
})

test('B3: an unknown, a banned and a reserved name are all Page Not Found', async () => {
  const { code, username } = await affiliate()
  await db.$client.query("update affiliates set state = 'banned' where referral_code = $1", [code])
  for (const path of ['/nobody-has-this', `/${username}`, '/pricing', '/a', '/a.b', '/%E0%A4%A'])
    expect((await site.request(path)).status, path).toBe(404)
  expect((await browser().call('referrals/lookup', { code })).output).toBeNull()
})

test('B8: the owner of a link is public: the name and the code, no address and no id', async () => {
  const { code, username } = await affiliate()
  const answer = await browser().call('referrals/lookup', { code: code.toLowerCase() })
  expect(answer.output).toEqual({ type: 'code', referralCode: code, referralUsername: username, displayName: '' })
  expect(answer.text).not.toMatch(/@|user_?id/i)
})

test('B4: a username takes precedence over a code, and an unknown one falls back to it', async () => {
  const [ada, ben] = [await affiliate(), await affiliate()]
  const lookup = async (input: object) => (await browser().call('referrals/lookup', input)).output
  expect(await lookup({ username: ada.username, code: ben.code })).toMatchObject({
    type: 'username',
    referralCode: ada.code,
  })
  expect(await lookup({ username: 'nobody-has-this', code: ben.code })).toMatchObject({
    type: 'code',
    referralCode: ben.code,
  })
  expect(await lookup({ username: 'nobody-has-this' })).toBeNull()
  expect(await lookup({})).toBeNull()
})

test('B8: limits an address to 60 lookups a minute, on both interfaces together', async () => {
  const { call, send } = browser('127.0.0.9')
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) statuses.push((await call('referrals/lookup', { code: 'AAAAAAAA' })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await call('referrals/lookup', {})).status).toBe(429)
  expect((await send('/api/v1/referrals/lookup', { json: {} })).status).toBe(429)
  expect((await browser('127.0.0.8').call('referrals/lookup', {})).status).toBe(200)
})

test('B6: a release whose page takes the name of a link does not start', async () => {
  await expect(rejectReservedUsernames(db)).resolves.toBeUndefined()
  const { code } = await affiliate()
  await db.$client.query(
    "update affiliate_usernames set username = 'pricing' where affiliate_id = (select user_id from affiliates where referral_code = $1)",
    [code],
  )
  await expect(rejectReservedUsernames(db)).rejects.toThrow('pricing')
  await db.$client.query("delete from affiliate_usernames where username = 'pricing'")
})

async function somebody({ name = '' } = {}) {
  const email = `${randomUUID()}@example.com`
  const { call, signUp } = browser()
  await signUp({ email, name })
  const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [email])
  return { id: rows[0]?.id ?? '', call }
}

async function affiliate(): Promise<{ code: string; username: string }> {
  const username = freeName()
  await join(await somebody(), username)
  const { rows } = await db.$client.query<{ code: string }>(
    'select referral_code as code from affiliates join affiliate_usernames on affiliate_id = user_id where username = $1',
    [username],
  )
  return { username, code: rows[0]?.code ?? '' }
}

function join({ call }: Pick<ReturnType<typeof browser>, 'call'>, username: string) {
  return call('referrals/join', { username, ...ANSWERS })
}

function freeName(): string {
  return `a${randomUUID().slice(0, 12)}`
}

async function clicksOf(code: string): Promise<number> {
  const { rows } = await db.$client.query<{ clicks: number }>(
    'select count(*)::int as clicks from affiliate_clicks join affiliates on user_id = affiliate_id where referral_code = $1',
    [code],
  )
  return rows[0]?.clicks ?? 0
}
