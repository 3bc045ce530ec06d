import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ListedUser, OperatorUser } from '#features/operations/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { probeOf } from '../../../tests/support/exports.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const { db, url, browser } = site
const operator = browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)

test('finds users by a part of their name or address, whatever its case and accents', async () => {
  await user({ email: 'zoe.winter@mail.test', name: 'Zoë Winter' })
  await user({ email: 'li@mail.test', name: '李 Na' })
  expect(await found('ZOE')).toEqual(['zoe.winter@mail.test'])
  expect(await found('ë win')).toEqual(['zoe.winter@mail.test'])
  expect(await found('winter@mail')).toEqual(['zoe.winter@mail.test'])
  expect(await found('李')).toEqual(['li@mail.test'])
  expect(await found('mail.test')).toHaveLength(2)
  // The pieces of this text are there, but apart.
  expect(await found('zoe winter@mail')).toEqual([])
  expect(await found('%')).toEqual([])
})

test('filters by plan, state, affiliates and videos', async () => {
  const pro = await user({ email: 'pro@filter.test', plan: 'pro' })
  const asleep = await user({ email: 'asleep@filter.test' })
  await db.$client.query(`update users set last_seen_at = now() - interval '31 days' where id = $1`, [asleep])
  const partner = await user({ email: 'partner@filter.test' })
  await db.$client.query(
    `insert into affiliates (user_id, referral_code, terms_accepted_at) values ($1, 'FXXTER22', now())`,
    [partner],
  )
  await addVideo(pro, 3e9)
  const of = async (filter: object) => emails(await list({ search: 'filter.test', ...filter }))
  expect(await of({ plan: 'pro' })).toEqual(['pro@filter.test'])
  expect(await of({ state: 'inactive' })).toEqual(['asleep@filter.test'])
  expect(await of({ state: 'active' })).toEqual(['partner@filter.test', 'pro@filter.test'])
  expect(await of({ isAffiliate: true })).toEqual(['partner@filter.test'])
  expect(await of({ minBytes: 3e9 })).toEqual(['pro@filter.test'])
  expect(await of({ minBytes: 3e9 + 1 })).toEqual([])
  expect(await of({ order: 'email' })).toEqual(['asleep@filter.test', 'partner@filter.test', 'pro@filter.test'])
})

test('lists each user once over pages, in every order', async () => {
  await db.$client.query(
    `insert into users (id, email, created_at, last_seen_at)
     select gen_random_uuid(), 'paged-' || n || '@example.com', now() - n * interval '1 hour', now() - (n % 7) * interval '1 day'
     from generate_series(1, 60) as n`,
  )
  const { rows } = await db.$client.query<{ id: string }>(`select id from users where email like 'paged-%'`)
  for (const { id } of rows) await addVideo(id, 1_000)
  for (const order of ['newest', 'seen', 'email', 'storage']) {
    const seen: string[] = []
    for (let before: string | null | undefined; before !== null;) {
      const page = (await operator.call('operator/users', { search: 'paged-', order, ...(before && { before }) }))
        .output as { users: ListedUser[]; next: string | null }
      seen.push(...page.users.map(({ id }) => id))
      before = page.next
    }
    expect(new Set(seen).size, order).toBe(60)
    expect(seen, order).toHaveLength(60)
  }
})

test('counts the stored videos of a user, without uploads and the trash', async () => {
  const id = await user({ email: 'videos@count.test' })
  const first = await addVideo(id, 1_000)
  const second = await addVideo(id, 500)
  expect(await one(id)).toMatchObject({ videos: 2, videoBytes: 1_500 })
  await db.$client.query('update projects set removed_at = now() where id = $1', [first])
  expect(await one(id)).toMatchObject({ videos: 1, videoBytes: 500 })
  await db.$client.query('update projects set removed_at = null where id = $1', [first])
  await db.$client.query(`update projects set stage = 'uploading', sha256 = null where id = $1`, [second])
  expect(await one(id)).toMatchObject({ videos: 1, videoBytes: 1_000 })
  await db.$client.query('delete from projects where id = any($1)', [[first, second]])
  expect(await one(id)).toMatchObject({ videos: 0, videoBytes: 0 })
})

test('shows how long the jobs of a user ran', async () => {
  const { id } = await site.signedUp()
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, state, started_at, finished_at)
     values ($1, 'media.check', $2, 'some', '{}', 'done', now() - interval '5 minutes', now() - interval '2 minutes')`,
    [randomUUID(), id],
  )
  expect((await operator.call('operator/user', { userId: id })).output).toMatchObject({ workedMs: 180_000 })
})

test('shows the sessions, team and exports of a user', async () => {
  const { id } = await site.signedUp()
  expect((await operator.call('operator/userSessions', { userId: id })).output).toHaveLength(1)
  expect((await operator.call('operator/userExports', { userId: id })).output).toEqual({ exports: [], next: null })
  expect((await operator.call('operator/userTeam', { userId: id })).output).toEqual({
    collaborators: [],
    invitations: [],
    worksFor: [],
  })
  expect((await operator.call('operator/user', { userId: randomUUID() })).output).toBeNull()
})

test('suspending ends sessions, stops links and pauses jobs; reinstating restores them', async () => {
  const { dana, email, id } = await site.signedUp({ name: 'Spammer' })
  const video = await addVideo(id, 2_000)
  const token = randomUUID()
  await db.$client.query(
    `insert into review_links (id, project_id, token_hash, created_at) values (gen_random_uuid(), $1, $2, now())`,
    [video, createHash('sha256').update(token).digest('hex')],
  )
  await db.$client.query(
    `insert into own_looks (id, owner_id, name, name_key, look, link_token, created_at)
     values (gen_random_uuid(), $1, 'Neon', 'neon', '{"template":{"id":"karaoke","version":1},"patch":{}}', $2, now())`,
    [id, `look-${token}`],
  )
  const download = ((await dana.call('storage/link', { kind: 'video', id: video })).output as { url: string }).url
  const links = async () => ({
    review: ((await (await fetch(`${url}/api/review/${token}`)).json()) as { state: string }).state,
    look: (await browser().call('templates/linkedLook', { token: `look-${token}` })).status,
    file: (await fetch(`${url}${download}`, { method: 'HEAD' })).status,
  })
  const open = await links()
  expect(open).toMatchObject({ review: 'open', look: 200 })
  expect(open.file).not.toBe(404)

  expect((await decide(id, 'suspend')).status).toBe(200)
  expect((await dana.call('media/list')).status).toBe(401)
  const refused = await browser().logIn({ email })
  expect(refused).toMatchObject({ status: 403 })
  expect(refused.text).toContain('This account is suspended.')
  expect(await links()).toEqual({ review: 'revoked', look: 404, file: 404 })
  expect(await pausedOwners()).toContain(id)
  expect(emails(await list({ state: 'suspended' }))).toEqual([email])
  expect((await decide(id, 'suspend')).status).toBe(409)
  expect((await one(id)).suspendedAt).not.toBeNull()

  expect((await decide(id, 'reinstate')).status).toBe(200)
  expect(await links()).toEqual(open)
  expect(await pausedOwners()).not.toContain(id)
  expect((await decide(id, 'reinstate')).status).toBe(409)
  const again = browser()
  await again.logIn({ email })
  expect((await again.call('media/list')).status).toBe(200)
  expect(await log(id)).toMatchObject([
    { action: 'user.reinstate', before: { state: 'suspended' }, after: { state: 'active' }, reason: 'To reinstate' },
    { action: 'user.suspend', before: { state: 'active' }, after: { state: 'suspended' }, reason: 'To suspend' },
  ])
})

test('of a log-in and a suspension at once, no session survives', async () => {
  const { email, id } = await site.signedUp()
  const logIns = Array.from({ length: 5 }, async () => {
    await browser().logIn({ email })
  })
  await Promise.all([...logIns, decide(id, 'suspend')])
  const { rows } = await db.$client.query('select 1 from sessions where user_id = $1', [id])
  expect(rows).toEqual([])
})

test('hides the videos of a suspended owner from the team, and shows them again', async () => {
  const { id: owner } = await site.signedUp()
  const { dana: editor, id: editorId } = await site.signedUp()
  await db.$client.query(`update users set plan = 'pro' where id = $1`, [owner])
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [owner, editorId],
  )
  const video = await addVideo(owner, 1_000)
  const open = async () => (await editor.call('media/get', { projectId: video })).status
  expect(await open()).toBe(200)
  await decide(owner, 'suspend')
  expect(await open()).toBe(404)
  expect((await editor.call('media/shared')).output).toEqual([])
  await decide(owner, 'reinstate')
  expect(await open()).toBe(200)
})

test('ends sessions and confirms an address, with the reason on record', async () => {
  const { dana, id } = await site.signedUp()
  expect((await decide(id, 'verify')).status).toBe(200)
  expect((await decide(id, 'verify')).status).toBe(409)
  expect((await decide(id, 'end-sessions')).status).toBe(200)
  expect((await dana.call('media/list')).status).toBe(401)
  expect(await log(id)).toMatchObject([
    { action: 'user.end-sessions', before: { sessions: 1 }, after: { sessions: 0 } },
    { action: 'user.verify', before: { emailVerified: false }, after: { emailVerified: true } },
  ])
  expect((await operator.call('operator/decideUser', { userId: id, decision: 'suspend', reason: '' })).status).toBe(422)
})

test('adds notes, exports the data and erases an account, each on record', async () => {
  const { dana, email, id } = await site.signedUp({ name: 'Leaving' })
  const video = await addVideo(id, 1_000)
  await operator.call('operator/addNote', { userId: id, note: 'Called on Monday' })
  const exported = (await operator.call('operator/exportUser', { userId: id, reason: 'They asked' })).output
  expect(exported).toMatchObject({ account: { email, displayName: 'Leaving' } })
  const erase = (confirm: string) => operator.call('operator/eraseUser', { userId: id, reason: 'They asked', confirm })
  expect((await erase('another@example.com')).status).toBe(422)
  await decide(id, 'suspend')
  expect((await erase(` ${email.toUpperCase()} `)).status).toBe(200)
  expect((await operator.call('operator/user', { userId: id })).output).toBeNull()
  expect((await dana.call('media/list')).status).toBe(401)
  const { rows } = await db.$client.query('select 1 from projects where id = $1 and removed_at is null', [video])
  expect(rows).toEqual([])
  expect(await pausedOwners(), 'the jobs that erase the files').not.toContain(id)
  const actions = await log(id)
  expect(actions.map(({ action }) => action)).toEqual(['user.erase', 'user.suspend', 'user.export', 'user.note'])
  expect(actions[0]?.about, 'the log of the erasure does not name them').not.toContain(email)
})

test('neither suspends nor erases an operator', async () => {
  const { output } = await operator.call('accounts/me')
  const { id } = output as { id: string }
  expect((await decide(id, 'suspend')).status).toBe(409)
  const erased = { userId: id, reason: 'By mistake', confirm: 'olga@example.com' }
  expect((await operator.call('operator/eraseUser', erased)).status).toBe(409)
  expect((await operator.call('operator/me')).output).toMatchObject({ role: 'everything' })
})

async function user(o: { email: string; name?: string; plan?: string }): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    'insert into users (id, email, email_verified, display_name, plan) values ($1, $2, true, $3, $4)',
    [id, o.email, o.name ?? '', o.plan ?? 'free'],
  )
  return id
}

async function addVideo(ownerId: string, bytes: number): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe) values ($1, $2, 'Clip', 'prepared', $3, repeat('0', 64), $4)`,
    [id, ownerId, bytes, JSON.stringify(probeOf())],
  )
  return id
}

async function list(filter: object): Promise<ListedUser[]> {
  return ((await operator.call('operator/users', filter)).output as { users: ListedUser[] }).users
}

async function found(search: string): Promise<string[]> {
  return emails(await list({ search }))
}

function emails(users: readonly ListedUser[]): string[] {
  return users.map(({ email }) => email)
}

async function one(userId: string): Promise<OperatorUser> {
  return (await operator.call('operator/user', { userId })).output as OperatorUser
}

function decide(userId: string, decision: string) {
  return operator.call('operator/decideUser', { userId, decision, reason: `To ${decision}` })
}

async function log(subjectId: string) {
  const { output } = await operator.call('operator/actions', { subjectId, kind: 'changes' })
  return (output as { actions: { action: string; about: string; reason: string }[] }).actions
}

async function pausedOwners(): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: string }>('select owner_id as id from paused_job_owners')
  return rows.map(({ id }) => id)
}
