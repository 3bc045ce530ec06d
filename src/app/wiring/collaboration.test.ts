import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { openOptionalMails, setPlan } from '#features/accounts/server/index.ts'
import type { Role } from '#features/collaboration/model/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { linkTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { wireCollaboration } from './collaboration.ts'

const { db, browser, product } = await testProduct()

test('pays an editor’s captions with the owner’s credits, and shows the owner who spent them', async () => {
  const { ada, bob, projectId } = await pair('editor')
  expect((await bob.call('transcription/quote', { projectId })).output).toMatchObject({
    credits: 10,
    enough: true,
    available: null,
  })
  expect((await bob.call('transcription/start', { projectId, ...SCRIPT })).status).toBe(200)
  expect((await ada.call('credits/balance')).output).toMatchObject({ available: 20, held: 10 })
  expect((await bob.call('credits/balance')).output).toMatchObject({ available: 30, held: 0 })
  const { rows } = await db.$client.query<{ owner: string; actor: string }>(
    `select o.email as owner, a.email as actor from credit_holds h join credit_accounts c on c.id = h.account_id
     join users o on o.id = c.user_id join users a on a.id = h.actor_id`,
  )
  expect(rows).toEqual([{ owner: ada.email, actor: bob.email }])
  const job = await db.$client.query<{ owner_id: string }>(
    `select owner_id from jobs where name = 'transcription.transcribe' and subject_id = $1`,
    [projectId],
  )
  expect(job.rows).toEqual([{ owner_id: ada.id }])
})

test('tells an editor that the owner’s credits are too few, without the numbers', async () => {
  const { ada, bob, projectId } = await pair('editor', { durationMs: 700_000 })
  expect((await bob.call('transcription/quote', { projectId })).output).toMatchObject({
    credits: 40,
    enough: false,
    available: null,
  })
  const refused = await bob.call('transcription/start', { projectId, ...SCRIPT })
  expect(refused.status).toBe(402)
  expect(refused.output).toMatchObject({
    message: 'The owner of this video does not have enough credits.',
    data: { required: 40 },
  })
  expect(refused.text).not.toContain('current')
  expect((await ada.call('transcription/start', { projectId, ...SCRIPT })).output).toMatchObject({
    message: 'Insufficient credits',
    data: { current: 30, required: 40 },
  })
})

test('refuses what exceeds an editor’s monthly limit with the reason, and charges nothing', async () => {
  const { ada, bob, projectId } = await pair('editor')
  const start = () => bob.call('transcription/start', { projectId, ...SCRIPT })
  const limit = (monthlyCredits: number | null) =>
    ada.call('collaboration/setLimit', { userId: bob.id, monthlyCredits })
  await limit(9)
  expect((await bob.call('transcription/quote', { projectId })).output).toMatchObject({ enough: true, limitLeft: 9 })
  const refused = await start()
  expect(refused.status).toBe(403)
  expect(refused.output).toMatchObject({
    message: expect.stringMatching(
      /^Ada lets you spend 9 credits a month\. You have 9 left until 1 .*, and this costs 10\.$/,
    ),
    data: { limit: 9, left: 9 },
  })
  expect((await ada.call('credits/balance')).output).toMatchObject({ available: 30, held: 0 })
  await limit(10)
  expect((await start()).status).toBe(200)
  expect((await bob.call('transcription/quote', { projectId })).output).toMatchObject({ limitLeft: 0 })
  expect((await ada.call('collaboration/team')).output).toMatchObject({
    collaborators: [{ lastAction: { kind: 'captioned', projectId, title: 'Clip' } }],
  })
})

test('of two videos that an editor starts at once, the limit pays for one', async () => {
  const { ada, bob, projectId } = await pair('editor')
  const other = await addVideo(ada.id)
  await ada.call('collaboration/setLimit', { userId: bob.id, monthlyCredits: 19 })
  const answers = await Promise.all(
    [projectId, other].map((id) => bob.call('transcription/start', { projectId: id, ...SCRIPT })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect((await ada.call('credits/balance')).output).toMatchObject({ available: 20, held: 10 })
  expect((await ada.call('transcription/start', { projectId: other, ...SCRIPT })).status, 'or the owner').not.toBe(403)
})

test('lets a viewer see everything and change nothing', async () => {
  const { bob, projectId } = await pair('viewer')
  expect((await bob.call('media/get', { projectId })).output).toMatchObject({ access: 'viewer', ownerName: 'Ada' })
  for (const [procedure, input] of [
    ['media/rename', { projectId, title: 'Mine' }],
    ['transcription/start', { projectId, ...SCRIPT }],
    ['rendering/start', { projectId }],
  ] as const) {
    const refused = await bob.call(procedure, input)
    expect(refused.output, procedure).toMatchObject({
      code: 'forbidden',
      message: 'You can view this video, but not change it.',
    })
  }
})

test('lets a suggester watch, comment and suggest, and refuses everything else with the reason', async () => {
  const { bob, projectId } = await pair('suggester')
  expect((await bob.call('media/get', { projectId })).output).toMatchObject({ access: 'suggester', ownerName: 'Ada' })
  for (const [procedure, input] of [
    ['media/rename', { projectId, title: 'Mine' }],
    ['transcription/start', { projectId, ...SCRIPT }],
    ['transcription/cancel', { projectId }],
    ['glossary/put', { projectId, entry: { heard: 'a', write: 'b', language: null } }],
    ['rendering/start', { projectId }],
    ['storage/rename', { projectId, title: 'Mine' }],
  ] as const) {
    const refused = await bob.call(procedure, input)
    expect(refused.output, procedure).toMatchObject({
      code: 'forbidden',
      message: 'You can suggest edits to this video, but not change it.',
    })
  }
  expect((await bob.call('media/remove', { projectId })).output).toMatchObject({
    message: 'Only the owner of this video can do that.',
  })
})

test('lists shared projects under the owner’s name, apart from one’s own', async () => {
  const { bob, projectId } = await pair('editor')
  expect((await bob.call('media/shared')).output).toMatchObject([
    { ownerName: 'Ada', role: 'editor', suspended: false, projects: [{ id: projectId, access: 'editor' }] },
  ])
  expect((await bob.call('media/list')).output).toEqual([])
  const storage = await bob.call('storage/list')
  expect(storage.text).not.toContain(projectId)
  const exported = await bob.send('/api/account/export.json')
  expect(exported.text).not.toContain(projectId)
  expect(exported.json()).toMatchObject({ collaboration: { worksWith: [{ ownerName: 'Ada', role: 'editor' }] } })
})

test('closes every stream of a removed collaborator at once', async () => {
  const { ada, bob, projectId } = await pair('editor')
  await db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, engine_label, credits)
     values ($1, $1, $1, 'auto', 'speech', 'test', 0)`,
    [projectId],
  )
  const { media, transcription } = product.procedures
  const streams = await Promise.all([
    call(media.watch, { projectId }, as(bob)),
    call(transcription.watch, { projectId }, as(bob)),
  ])
  // The first event: from here on each stream is open.
  for (const stream of streams) expect((await stream.next()).done).toBe(false)
  await ada.call('collaboration/remove', { userId: bob.id })
  for (const stream of streams) await expect(stream.next()).rejects.toMatchObject({ code: 'not_found' })
  expect(await bob.call('media/get', { projectId })).toMatchObject({
    status: 404,
    output: {
      message: 'Ada removed you from their team, so you can no longer open this video.',
      data: { lost: 'removed' },
    },
  })
  const eve = await newcomer('Eve')
  expect((await eve.call('media/get', { projectId })).output).toMatchObject({ message: 'Project not found', data: {} })
})

test('a smaller plan closes the streams of collaborators without a seat', async () => {
  const { ada, bob, projectId } = await pair('editor')
  const stream = await call(product.procedures.media.watch, { projectId }, as(bob))
  await stream.next()
  const collaboration = await wireCollaboration(product, {
    optionalMail: openOptionalMails({ ...product, secret: 'of this test' }),
  })
  await transaction(db, async (tx) => {
    await setPlan(tx, ada.id, 'free')
    await collaboration.on.planChanged(tx, ada.id)
  })
  await expect(stream.next()).rejects.toMatchObject({ code: 'not_found' })
})

test('deleting the owner’s account ends everybody’s access', async () => {
  const { ada, bob, projectId } = await pair('editor')
  const form = { password: 'purple otter climbs', confirm: ada.email }
  expect((await ada.send('/api/auth/delete-account', { json: form })).status).toBe(200)
  expect((await bob.call('media/get', { projectId })).output).toMatchObject({ code: 'not_found' })
  expect((await bob.call('collaboration/memberships')).output).toEqual([])
})

const SCRIPT = { language: 'en', source: { kind: 'script', text: 'Every good video starts with one clear idea.' } }

/** Ada on pro with a prepared video, and Bob who accepted her invitation. */
async function pair(role: Role, o: { durationMs?: number } = {}) {
  const ada = await newcomer('Ada')
  const bob = await newcomer('Bob')
  await db.$client.query(`update users set plan = 'pro' where id = $1`, [ada.id])
  await ada.call('collaboration/invite', { email: bob.email, role })
  const link = await linkTo(db, bob.email, 'invites you')
  const accepted = await bob.call('collaboration/accept', { invitationId: link.pathname.split('/').at(-1) })
  expect(accepted.status).toBe(200)
  return { ada, bob, projectId: await addVideo(ada.id, o) }
}

/** A prepared video. @returns its id */
async function addVideo(ownerId: string, o: { durationMs?: number } = {}): Promise<string> {
  const projectId = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, size_bytes, stage, sha256, probe) values ($1, $2, 'Clip', 1, 'prepared', $3, $4)`,
    [projectId, ownerId, '0'.repeat(64), JSON.stringify({ ...PROBE, durationMs: o.durationMs ?? 20_000 })],
  )
  return projectId
}

async function newcomer(name: string) {
  const email = `${randomUUID()}@example.com`
  const person = browser()
  await person.signUp({ email, name })
  const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [email])
  return { ...person, email, id: rows[0]?.id ?? '' }
}

function as({ id: userId, email }: { id: string; email: string }) {
  return { context: { caller: { userId, email }, requestId: 'test' } }
}

const PROBE: Omit<Probe, 'durationMs'> = {
  container: 'mp4',
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  hdr: false,
  audio: { codec: 'aac', channels: 1, sampleRate: 44_100, tracks: 1, track: 0 },
}
