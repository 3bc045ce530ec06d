import { randomUUID } from 'node:crypto'
import { expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { publishEvent } from '#platform/server/events.ts'
import { captionServices, PROBE } from '../../../../../tests/support/captions-lab.ts'
import { countBlockedQueries } from '../../../../../tests/support/blocked-queries.ts'
import { statementText } from '../../../../../tests/support/statement-text.ts'
import { type CaptionsEvent, type Command, PRESENCE_MS } from '../../model/index.ts'
import { createDocumentFor } from '../index.ts'

const { db, clientOf } = await captionServices()

test('shows a person with name and role to the others, never to themself', async () => {
  const { ada, bob, here } = await start()
  expect(await here(ada)).toEqual([])
  expect(await here(bob)).toEqual([{ userId: ada.userId, name: 'Ada', role: 'owner' }])
  expect(await here(ada)).toEqual([{ userId: bob.userId, name: 'bob', role: 'editor' }])
})

test('counts two windows of one person once', async () => {
  const { ada, bob, here } = await start()
  await here(bob)
  await here({ ...bob, clientId: randomUUID() })
  expect(await here(ada)).toHaveLength(1)
})

test('removes a vanished tab after 20 seconds, and a closed one at once', async () => {
  const { ada, bob, here, clock } = await start()
  await here(bob)
  clock.pass(PRESENCE_MS - 1)
  expect(await here(ada)).toHaveLength(1)
  clock.pass(1)
  expect(await here(ada)).toEqual([])
  await here(bob)
  expect(await here(ada)).toHaveLength(1)
  await here(bob, { leaving: true })
  expect(await here(ada)).toEqual([])
})

test('lets two sleeping pages return at once without waiting for each other', async () => {
  const { ada, bob, here, clock, projectId } = await start()
  const vanished = { ...ada, clientId: randomUUID() }
  for (const open of [vanished, ada, bob]) await here(open)
  clock.pass(PRESENCE_MS)
  // Like a third request that is deleting the vanished tab and will lock theirs next.
  const third = await db.$client.connect()
  onTestFinished(() => third.release())
  await third.query('begin')
  await third.query('delete from caption_presence where project_id = $1 and client_id = $2', [
    projectId,
    vanished.clientId,
  ])
  let areBack = false
  const back = Promise.all([here(ada), here(bob)]).then(() => (areBack = true))
  await expect.poll(async () => areBack || (await countBlockedQueries(db)) === 2).toBe(true)
  expect(areBack).toBe(true)
  await third.query('commit')

  await back
  expect(await here(ada)).toMatchObject([{ name: 'bob' }])
  expect(await here(bob)).toMatchObject([{ name: 'Ada' }])
})

test("rejects a goodbye in another person's name", async () => {
  const { ada, bob, here } = await start()
  await here(bob)
  await here({ ...ada, clientId: bob.clientId }, { leaving: true })
  expect(await here(ada)).toHaveLength(1)
})

test('hides people who lost access to the project', async () => {
  const { ada, bob, here } = await start()
  await here(bob)
  await db.$client.query('delete from collaborators where user_id = $1', [bob.userId])
  expect(await here(ada)).toEqual([])
  await expect(here(bob)).rejects.toMatchObject({ code: 'not_found' })
})

test('streams batches since a revision, then new batches and people as they come', async () => {
  const { ada, bob, here, projectId, save } = await start()
  await save(ada, 1, [{ type: 'setWordText', id: 'w1', text: 'one' }])
  await save(ada, 2, [{ type: 'setWordText', id: 'w2', text: 'two' }])
  const leaving = new AbortController()
  const stream = await bob.client.watch({ projectId, revision: 2 }, { signal: leaving.signal })
  const next = nextOf(stream)
  expect(await next('saved')).toMatchObject([{ revision: 3, by: { name: 'Ada', you: false } }])
  await save(bob, 3, [{ type: 'setWordText', id: 'w1', text: 'three' }])
  expect(await next('saved')).toMatchObject([{ revision: 4, by: { name: 'bob', you: true } }])
  await here(ada)
  expect(await next('people')).toMatchObject([{ name: 'Ada', role: 'owner' }])
  leaving.abort()
})

test('makes open editors reload the captions after a new transcript', async () => {
  const { ada, projectId, probe } = await start()
  const next = nextOf(await ada.client.watch({ projectId, revision: 1 }))
  await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe }, transcriptOf('entirely new words')))
  expect(await next('saved')).toMatchObject([{ revision: 2, isReplacement: true, by: null }])
})

test('streams changes to a viewer and rejects their edits', async () => {
  const { ada, bob, projectId, save } = await start({ role: 'viewer' })
  const next = nextOf(await bob.client.watch({ projectId, revision: 1 }))
  await save(ada, 1, [{ type: 'setWordText', id: 'w1', text: 'one' }])
  expect(await next('saved')).toHaveLength(1)
  await expect(save(bob, 2, [{ type: 'setWordText', id: 'w1', text: 'two' }])).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await bob.client.get({ projectId })).toMatchObject({ access: 'viewer' })
})

test('tells an open editor what they may do, at once when the owner changes it', async () => {
  const { bob, projectId } = await start()
  const stream = (await bob.client.watch({ projectId, revision: 1 }))[Symbol.asyncIterator]()
  const nextAccess = async () => {
    for (;;) {
      const { value, done } = await stream.next()
      if (done === true) throw new Error('the stream ended')
      if (value.type === 'access') return value.access
    }
  }
  expect(await nextAccess()).toBe('editor')
  const changed = nextAccess()
  await db.$client.query("update collaborators set role = 'viewer' where user_id = $1", [bob.userId])
  await publishEvent(db, `access:${bob.userId}`)
  expect(await changed).toBe('viewer')
})

test('reads a change once for all streams of a person', async () => {
  const { ada, bob, projectId, save } = await start()
  const query = vi.spyOn(db.$client, 'query')
  onTestFinished(() => query.mockRestore())
  const leaving = new AbortController()
  const open: ReturnType<typeof nextOf>[] = []
  let revision = 1
  const readsOfOneChange = async (streams: number) => {
    while (open.length < streams) {
      open.push(nextOf(await bob.client.watch({ projectId, revision }, { signal: leaving.signal })))
    }
    const saved = open.map((next) => next('saved'))
    // Once the streams wait, they have read their first events.
    await save(ada, revision++, [{ type: 'setWordText', id: 'w1', text: `take${revision}` }])
    await Promise.all(saved)
    const all = open.map((next) => next('saved'))
    await untilIdle(query)
    query.mockClear()
    await save(ada, revision++, [{ type: 'setWordText', id: 'w1', text: `take${revision}` }])
    await Promise.all(all)
    return query.mock.calls.filter(([statement]) => /caption_batches b/.test(statementText(statement)))
  }
  expect(await readsOfOneChange(1)).toHaveLength(1)
  expect(await readsOfOneChange(12)).toHaveLength(1)
  leaving.abort()
  await Promise.allSettled(open.map((next) => next('saved')))
})

/** Waits until all statements are answered and none follows, so that all streams wait. */
async function untilIdle(query: MockInstance): Promise<void> {
  let seen = 0
  await expect
    .poll(async () => {
      await Promise.allSettled(query.mock.results.map(({ value }) => value))
      const before = seen
      seen = query.mock.calls.length
      return seen === before
    })
    .toBe(true)
}

/** The next batches, or people, of a stream. */
function nextOf(stream: AsyncIterable<CaptionsEvent>) {
  const reader = stream[Symbol.asyncIterator]()
  return async (type: 'saved' | 'people') => {
    for (;;) {
      const { value, done } = await reader.next()
      if (done === true) throw new Error('the stream ended')
      if (value.type !== 'saved' && value.type !== 'people') continue
      const items = value.type === 'saved' ? value.batches : value.people
      if (value.type === type && items.length > 0) return items
    }
  }
}

/** Ada's project with captions, and her collaborator Bob. */
async function start({ role = 'editor' }: { role?: 'editor' | 'viewer' } = {}) {
  let now = new Date('2026-05-04T12:00:00Z').getTime()
  const as = async (email: string, name: string) => {
    const userId = randomUUID()
    await db.$client.query(`insert into users (id, email, display_name, plan) values ($1, $2, $3, 'pro')`, [
      userId,
      `${email}-${userId}@example.org`,
      name,
    ])
    const client = clientOf(userId, { now: () => new Date(now) })
    return { userId, client, clientId: randomUUID() }
  }
  const ada = await as('ada', 'Ada')
  const bob = await as('bob', 'bob')
  await db.$client.query('insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, $3, now())', [
    ada.userId,
    bob.userId,
    role,
  ])
  const projectId = randomUUID()
  await db.$client.query("insert into projects (id, owner_id, title, size_bytes) values ($1, $2, 'My clip', 1)", [
    projectId,
    ada.userId,
  ])
  await transaction(db, (tx) =>
    createDocumentFor(tx, { id: projectId, probe: PROBE }, transcriptOf('never lose a word')),
  )
  type Someone = typeof ada
  return {
    ada,
    bob,
    projectId,
    probe: PROBE,
    clock: { pass: (ms: number) => void (now += ms) },
    here: async ({ client, clientId }: Someone, o: { leaving?: boolean } = {}) =>
      (await client.here({ projectId, clientId, ...o })).people,
    save: ({ client, clientId }: Someone, baseRevision: number, commands: Command[]) =>
      client.apply({ projectId, clientId, baseRevision, batches: [{ batchId: randomUUID(), commands }] }),
  }
}

function transcriptOf(text: string) {
  const words = text.split(' ').map((said, at) => ({
    text: said,
    startMs: at * 300,
    endMs: at * 300 + 250,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  return { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }
}
