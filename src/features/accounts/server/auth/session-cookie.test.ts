import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { silentLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { openAuth } from './auth.ts'
import { openDomainProviders } from '../domain-providers/open-domain-providers.ts'
import { readSessionCookie } from './session-cookie.ts'

const { db } = await testDatabase()
const SECRET = 's'.repeat(32)
const PUBLIC_URL = 'http://127.0.0.1:4870'
const DAY_SECONDS = 24 * 60 * 60
const COOKIE = {
  name: 'wordpop.session_token',
  secret: SECRET,
  expiresInSeconds: 30 * DAY_SECONDS,
  updateAgeSeconds: DAY_SECONDS,
}

test('finds a session by the cookie of the sign-in', async () => {
  const { cookie, userId, email, sessionId } = await signedUp()
  expect(await find(cookie)).toEqual({ userId, email, sessionId })
  expect(await find(`theme=dark; ${cookie}; other=1`)).toEqual({ userId, email, sessionId })
})

test('finds nothing for a cookie that was altered or signed with another secret', async () => {
  const { cookie } = await signedUp()
  const [name = '', value = ''] = cookie.split('=')
  const other = value.startsWith('A') ? 'B' : 'A'
  const altered = [`${other}${value.slice(1)}`, `${value}A`, value.slice(0, -6), value.split('.')[0] ?? '', '.', '']
  for (const changed of altered) expect(await find(`${name}=${changed}`), changed).toBeUndefined()
  expect(await find(`other.session_token=${value}`)).toBeUndefined()
  expect(await readSessionCookie(deps(), { ...COOKIE, secret: 'o'.repeat(32) })(cookie)).toBeUndefined()
})

test('leaves an ended session, and one to be extended, to Better Auth', async () => {
  const { cookie, sessionId } = await signedUp()
  for (const [left, found] of [
    ['29 days 1 minute', true],
    ['28 days 23 hours 59 minutes', false],
    ['-1 seconds', false],
  ] as const) {
    await db.$client.query('update sessions set expires_at = now() + $2::interval where id = $1', [sessionId, left])
    expect((await find(cookie)) !== undefined, left).toBe(found)
  }
})

test('no longer finds a session once it is revoked', async () => {
  const { cookie, sessionId } = await signedUp()
  expect(await find(cookie)).toBeDefined()
  await db.$client.query('delete from sessions where id = $1', [sessionId])
  expect(await find(cookie)).toBeUndefined()
})

function deps() {
  return { db, now: () => new Date() }
}

function find(cookies: string) {
  return readSessionCookie(deps(), COOKIE)(cookies)
}

/** Signs a user up as a browser does. */
async function signedUp() {
  const auth = openAuth({
    ...deps(),
    log: silentLog(),
    newId: randomUUID,
    secret: SECRET,
    publicUrl: PUBLIC_URL,
    providers: [],
    domainProviders: openDomainProviders({ db, secret: '', now: () => new Date(), isOn: false, allowPrivate: false }),
    mail: { send: async () => {} },
    addressProblem: async () => undefined,
    onUserCreated: async () => {},
  })
  const email = `${randomUUID()}@example.com`
  const headers = { 'content-type': 'application/json', origin: PUBLIC_URL, 'x-client-address': '127.0.0.1' }
  const body = JSON.stringify({ email, name: '', password: 'purple otter climbs' })
  const answer = await auth.handle(
    new Request(`${PUBLIC_URL}/api/auth/sign-up/email`, { method: 'POST', headers, body }),
  )
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { rows } = await db.$client.query<{ userId: string; sessionId: string }>(
    `select u.id as "userId", s.id as "sessionId" from users u join sessions s on s.user_id = u.id where u.email = $1`,
    [email],
  )
  return { cookie, email, userId: rows[0]?.userId, sessionId: rows[0]?.sessionId }
}
