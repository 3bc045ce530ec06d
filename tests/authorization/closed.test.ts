import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { LOOK_ID, LOOK_TOKEN } from './abuse.ts'
import { peopleOfEveryRole, type Role, ROLES } from './people.ts'
import { PROJECT_ID, REVIEW_TOKEN } from './table.ts'

/** Who opens what is closed to everybody else: operators who decide about reports. */
const JUDGES: readonly Role[] = ['operator', 'support']

/** Without an operator who views somebody's pages: that session opens no guest page at all. */
const CALLERS = ROLES.filter((role) => role !== 'viewing')

const { db, url, ownerId, cookiesOf, restore } = await peopleOfEveryRole()
beforeEach(async () => {
  await restore()
  // A second read within the hour adds no entry.
  await db.$client.query('delete from operator_actions where read_hour is not null')
})

test('a video that was taken down opens to operators who decide about reports', async () => {
  await takeDown('review', PROJECT_ID)
  for (const role of CALLERS) {
    expect(await review(role), role).toMatchObject({ state: JUDGES.includes(role) ? 'open' : 'revoked' })
    expect((await send(role, `/api/review/${REVIEW_TOKEN}/preview.mp4`)).status, role).toBe(
      JUDGES.includes(role) ? 200 : 403,
    )
  }
  expect(await reads()).toEqual([
    { operator: 'operator@example.com', about: expect.stringMatching(/^video “.+”$/u), subject: PROJECT_ID, ownerId },
    { operator: 'support@example.com', about: expect.stringMatching(/^video “.+”$/u), subject: PROJECT_ID, ownerId },
  ])
})

test('a look that was taken down opens to operators who decide about reports', async () => {
  await takeDown('look', LOOK_ID)
  for (const role of CALLERS) expect(await look(role), role).toBe(JUDGES.includes(role) ? 200 : 404)
  expect(await reads()).toMatchObject([
    { operator: 'operator@example.com', about: 'look “Neon”', subject: LOOK_ID, ownerId },
    { operator: 'support@example.com' },
  ])
})

test('links of a suspended account open to operators who decide about reports', async () => {
  await db.$client.query('update users set suspended_at = now() where id = $1', [ownerId])
  // Rows of a suspended user cannot be restored.
  onTestFinished(
    async () => void (await db.$client.query('update users set suspended_at = null where id = $1', [ownerId])),
  )
  for (const role of CALLERS) {
    expect(await review(role), role).toMatchObject({ state: JUDGES.includes(role) ? 'open' : 'revoked' })
    expect(await look(role), role).toBe(JUDGES.includes(role) ? 200 : 404)
  }
  expect(await reads()).toHaveLength(4)
})

test('operators open a closed video without the password of its link', async () => {
  await db.$client.query(`update review_links set password_hash = 'a hash'`)
  expect(await review('operator'), 'open to guests, as for any guest').toEqual({ state: 'locked' })
  await takeDown('review', PROJECT_ID)
  for (const role of CALLERS)
    expect(await review(role), role).toMatchObject({ state: JUDGES.includes(role) ? 'open' : 'revoked' })
})

test('what is open to everybody is read without an entry in the log', async () => {
  expect(await review('operator')).toMatchObject({ state: 'open' })
  expect(await look('operator')).toBe(200)
  expect(await reads()).toEqual([])
})

async function takeDown(kind: 'review' | 'look', id: string): Promise<void> {
  await db.$client.query(
    `insert into abuse_cases (id, kind, subject_id, link_id, owner_id, title, content_key, state, reports, created_at,
       changed_at, decided_at, reason)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'Reported', 'none', 'down', 1, now(), now(), now(), 'Spam')
     on conflict (kind, subject_id) do update set state = 'down', decided_at = now(), reason = 'Spam'`,
    [kind, id, ownerId],
  )
}

async function review(role: Role): Promise<unknown> {
  return (await send(role, `/api/review/${REVIEW_TOKEN}`)).json()
}

async function look(role: Role): Promise<number> {
  const body = JSON.stringify({ json: { token: LOOK_TOKEN } })
  return (await send(role, '/api/rpc/templates/linkedLook', { method: 'POST', body })).status
}

function send(role: Role, path: string, o: RequestInit = {}): Promise<Response> {
  const headers = { cookie: cookiesOf(role), origin: url, 'content-type': 'application/json' }
  return fetch(new URL(path, url), { ...o, headers })
}

/** The recorded reads of what is closed, by operator. */
async function reads() {
  const { rows } = await db.$client.query(
    `select operator_email as operator, about, subject_id as subject, person_id as "ownerId" from operator_actions
     where action = 'report.open' order by operator_email, subject_kind`,
  )
  return rows
}
