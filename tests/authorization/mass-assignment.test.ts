import { beforeEach, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { peopleOfEveryRole } from './people.ts'
import { inputOf, requestOf } from './read-row.ts'
import { OFFERED_ID, PROCEDURES, PROJECT_ID, ROUTES } from './table.ts'

/** Fields a request may carry and nobody may set, under the names used here and elsewhere. */
const PRIVILEGES = {
  plan: 'enterprise',
  credits: 9_999,
  balance: 9_999,
  held: 0,
  downloadCount: 7,
  download_count: 7,
  role: 'admin',
  isAdmin: true,
  emailVerified: true,
  email_verified: true,
  banned: false,
  userType: 'paid',
  referredBy: 'x',
  referralCode: 'MINE01',
  referralUsername: 'mine',
  referralStatus: 'converted',
  lastPurchase: { amount: 1_000 },
  conversionDate: '2026-01-01',
  earnings: { total: 1_000 },
  commission: 1_000,
  userId: 'someone',
  ownerId: 'someone',
  owner_id: 'someone',
  createdAt: '2020-01-01T00:00:00Z',
}

const { db, url, cookiesOf, ownerId, restore } = await peopleOfEveryRole()
beforeEach(restore)

type ProtectedProject = { readonly id: string; readonly owner_id: string; readonly stage: string }

/** What procedures may change about projects. */
const PROJECT_CHANGES: Readonly<Record<string, (project: ProtectedProject) => ProtectedProject[]>> = {
  'media.remove': (project) => (project.id === PROJECT_ID ? [] : [project]),
  'media.acceptTransfer': (project) => [project.id === OFFERED_ID ? { ...project, owner_id: ownerId } : project],
}

test.each(Object.entries(PROCEDURES))('procedure %s ignores or refuses extra fields', async (name, row) => {
  const before = await readProtectedState()
  const path = name.replace('.', '/')
  const json = { ...PRIVILEGES, ...inputOf(row) }
  await ask(url, { method: 'POST', path: `/api/rpc/${path}`, cookies: cookiesOf('owner'), json: { json } })
  await ask(url, { method: 'POST', path: `/api/v1/${path}`, cookies: cookiesOf('owner'), json })
  const projects = before.projects.flatMap(PROJECT_CHANGES[name] ?? ((project) => [project]))
  expect(await readProtectedState()).toEqual({ ...before, projects })
})

const WRITES = Object.entries(ROUTES).filter(([name]) => !name.startsWith('GET') && !name.startsWith('OPTIONS'))

test.each(WRITES)('route %s ignores or refuses extra fields', async (name, row) => {
  const before = await readProtectedState()
  const asked = requestOf(row)
  const [method = '', pattern = ''] = name.split(' ')
  const json = { ...PRIVILEGES, ...asked.json }
  await ask(url, { ...asked, method, path: `/api${asked.path ?? pattern}`, cookies: cookiesOf('owner'), json })
  expect(await readProtectedState()).toEqual(before)
})

test('privileges sent with a sign-up have no effect', async () => {
  const { rows: anybody } = await users(`email = 'someone-else@example.com'`)
  const form = {
    ...PRIVILEGES,
    email: 'eve@example.com',
    password: 'purple otter climbs',
    image: 'https://evil.example/x',
  }
  expect(await ask(url, { method: 'POST', path: '/api/auth/sign-up/email', json: form })).toBe('let in')
  const { rows: eve } = await users(`email = 'eve@example.com'`)
  expect(eve).toEqual(anybody)
})

/** Accounts, credits and owners, without the fields that users may change themselves. */
async function readProtectedState() {
  const { rows: credits } = await db.$client.query(
    `select u.email, c.balance from credit_accounts c join users u on u.id = c.user_id
     where u.email not like 'newcomer%' order by 1`,
  )
  const { rows: projects } = await db.$client.query<ProtectedProject>(
    `select id, owner_id, stage from projects where stage = 'prepared' order by id`,
  )
  const { rows: commissions } = await db.$client.query('select id, amount, state from commissions order by id')
  const { rows: referrals } = await db.$client.query(
    'select user_id, affiliate_id, status, user_type from referrals order by id',
  )
  const { rows } = await users(`email like '%@example.com' and email not like 'newcomer%'`)
  return { users: rows, credits, projects, commissions, referrals }
}

function users(condition: string) {
  // The search keys follow the name and address.
  return db.$client.query(
    `select to_jsonb(users) - array['id', 'email', 'preferences', 'display_name', 'search_keys', 'created_at',
       'updated_at', 'last_seen_at'] as account
     from users where ${condition} order by users.email`,
  )
}
