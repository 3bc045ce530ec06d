import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PROBE, captionsLab } from '../../../../../tests/support/captions-lab.ts'
import { transaction } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import {
  type CaptionDocument,
  type Command,
  joinDocument,
  type DocumentPart,
  type DocumentStart,
} from '../../model/index.ts'
import { createDocumentFor, dropOldBatches, PastVersions, rewriteDueSnapshots } from '../index.ts'
import { rewriteSnapshot } from '../storage/snapshots.ts'

const { db, threadPool, clientOf, ask, project, webProcess } = await captionsLab()
const DAY_MS = 24 * 60 * 60 * 1_000

test('lists saved edits newest first, each with its author and label', async () => {
  const { client, edit, ownerId } = await start()
  await edit(rename('first'))
  await edit({ type: 'deleteWords', ids: ['w2'] })
  const { entries, next } = await client.history({ projectId: client.projectId })
  expect(entries).toMatchObject([
    { revision: 3, label: 'Delete a word', authorId: ownerId, by: { name: 'Somebody', you: true } },
    { revision: 2, label: 'Change a word to “first”', by: { you: true } },
  ])
  expect(next).toBeNull()
})

test('pages through a long history without gaps, and reads what is new', async () => {
  const { client, edit } = await start()
  for (let at = 0; at < 210; at++) await edit(rename(`take${at}`))
  const { projectId } = client
  const seen: number[] = []
  for (let before: number | undefined; ;) {
    const page = await client.history({ projectId, ...(before !== undefined && { before }) })
    seen.push(...page.entries.map(({ revision }) => revision))
    if (page.next === null) break
    before = page.next
  }
  expect(seen).toEqual(Array.from({ length: 210 }, (_, at) => 211 - at))
  const { entries } = await client.history({ projectId, after: 208 })
  expect(entries.map(({ revision }) => revision)).toEqual([211, 210, 209])
})

test('reads every revision exactly, across snapshots and a new transcript', async () => {
  const { projectId, edit, read, documents } = await start()
  for (let at = 0; at < 5; at++) await edit(rename(`early${at}`))
  await rewriteSnapshot({ db, threadPool }, projectId, 'ada')
  for (let at = 0; at < 5; at++) await edit(rename(`late${at}`))
  documents.push(await transcribeAgain(projectId))
  for (let at = 0; at < 5; at++) await edit(rename(`fresh${at}`))
  await rewriteSnapshot({ db, threadPool }, projectId, 'ada')
  await edit(rename('last'))
  for (const document of documents) expect(await read(document.rev)).toEqual(document)
})

test.each(['0', '3', '2147483648', '99999999999999999999', '-1', 'x', '1e1'])(
  'refuses the version %s, which does not exist',
  async (revision) => {
    const { projectId, ownerId, edit } = await start()
    await edit(rename('first'))
    const response = await ask(`/${projectId}/versions/${revision}/document`, ownerId)
    expect(response.status).toBe(404)
  },
)

test('names, renames and forgets a version', async () => {
  const { client, edit } = await start()
  const { projectId } = client
  await edit(rename('first'))
  await edit(rename('second'))
  expect(await client.nameVersion({ projectId, revision: 2, name: ' Draft ' })).toMatchObject({ name: 'Draft' })
  await client.nameVersion({ projectId, revision: 2, name: 'First cut' })
  expect((await client.versions({ projectId })).named).toMatchObject([
    { revision: 2, name: 'First cut', by: { you: true } },
  ])
  await client.removeVersionName({ projectId, revision: 2 })
  await client.removeVersionName({ projectId, revision: 2 })
  expect((await client.versions({ projectId })).named).toEqual([])
})

test('keeps a named version after the edits around it have expired', async () => {
  const { projectId, ownerId, client, edit, read, documents } = await start()
  for (let at = 0; at < 250; at++) await edit(rename(`take${at}`))
  await client.nameVersion({ projectId, revision: 20, name: 'Before the break' })
  await expire(projectId)
  expect(await read(20)).toEqual(documents.find(({ rev }) => rev === 20))
  expect((await ask(`/${projectId}/versions/21/document`, ownerId)).status).toBe(404)
  const { entries } = await newestEntries(client)
  expect(entries.at(-1)?.revision).toBeGreaterThan(50)
  for (const { revision } of entries) expect((await read(revision)).rev).toBe(revision)
})

test('keeps one older copy for each day of work, and lists it', async () => {
  const { projectId, client, edit, read } = await start()
  for (let at = 0; at < 250; at++) await edit(rename(`take${at}`))
  await rewriteSnapshot({ db, threadPool }, projectId, 'ada')
  for (const revision of [10, 30]) await client.nameVersion({ projectId, revision, name: 'For now' })
  for (const revision of [10, 30]) await client.removeVersionName({ projectId, revision })
  await db.$client.query(
    "update caption_snapshots set created_at = created_at - interval '2 days' where project_id = $1 and revision < 20",
    [projectId],
  )
  await expire(projectId)
  const { copies } = await client.versions({ projectId })
  expect(copies.map(({ revision }) => revision)).toEqual([30, 1])
  for (const { revision } of copies) expect((await read(revision)).rev).toBe(revision)
})

test('refuses the 101st named version, also when several are named at once', async () => {
  const { client, edit } = await start()
  const { projectId } = client
  await db.$client.query('alter table caption_versions drop constraint caption_versions_project_id_revision_fkey')
  await db.$client.query(
    `insert into caption_versions (project_id, revision, name, author_id)
     select $1, revision, 'Draft', 'ada' from generate_series(1001, 1099) revision`,
    [projectId],
  )
  for (const text of ['one', 'two', 'three']) await edit(rename(text))
  const outcomes = await Promise.allSettled(
    [2, 3, 4].map((revision) => client.nameVersion({ projectId, revision, name: 'Another' })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
})

test('replays a version once for concurrent readers, and drops answers from memory', async () => {
  const { projectId, ownerId, edit } = await start()
  for (const text of ['one', 'two', 'three']) await edit(rename(text))
  let runs = 0
  const pool: Pick<ThreadPool, 'run'> = {
    run: (...task) => {
      runs += 1
      return threadPool.run(...task)
    },
  }
  const versions = new PastVersions({ db, threadPool: pool, mostBytes: 2_000 })
  const read = (revision: number) => versions.read({ projectId, revision, encoding: null, account: ownerId })
  const [one, other] = await Promise.all([read(2), read(2)])
  expect(one).toEqual(other)
  await read(2)
  expect(runs).toBe(1)
  for (const revision of [3, 4, 2]) await read(revision)
  expect(versions.bytes).toBeLessThanOrEqual(2_000)
  expect(runs).toBe(4)
})

test('removes versions with their project', async () => {
  const { projectId, client, edit } = await start()
  await edit(rename('first'))
  await client.nameVersion({ projectId, revision: 2, name: 'Draft' })
  await db.$client.query('delete from projects where id = $1', [projectId])
  const { rowCount } = await db.$client.query('select 1 from caption_versions where project_id = $1', [projectId])
  expect(rowCount).toBe(0)
})

function rename(text: string): Command {
  return { type: 'setWordText', id: 'w1', text }
}

/** Captions of three words, with their owner's calls. Every saved document is recorded. */
async function start() {
  const { projectId, ownerId, document } = await project({ words: 3 })
  const editor = webProcess()(ownerId, projectId)
  const documents: CaptionDocument[] = [document]
  return {
    projectId,
    ownerId,
    documents,
    client: Object.assign(clientOf(ownerId), { projectId }),
    async edit(command: Command) {
      await editor.apply([command], documents.at(-1)?.rev ?? 1)
      documents.push(await editor.get())
    },
    async read(revision: number): Promise<CaptionDocument> {
      const response = await ask(`/${projectId}/versions/${revision}/document`, ownerId)
      const [first, ...parts] = (await response.text()).trim().split('\n')
      const [head, rest] = [
        JSON.parse(first ?? '') as DocumentStart,
        parts.map((line) => JSON.parse(line) as DocumentPart),
      ]
      return joinDocument(head, rest)
    },
  }
}

function newestEntries(client: Awaited<ReturnType<typeof start>>['client']) {
  return client.history({ projectId: client.projectId })
}

/** Eight days later, with a new snapshot: only the newest batches are left. */
async function expire(projectId: string): Promise<void> {
  await db.$client.query(
    "update caption_batches set created_at = created_at - interval '8 days' where project_id = $1",
    [projectId],
  )
  const now = () => new Date(Date.now() + DAY_MS / 2)
  await rewriteDueSnapshots({ db, threadPool, now })
  await dropOldBatches({ db, now })
}

function transcribeAgain(projectId: string): Promise<CaptionDocument> {
  const words = ['quite', 'another', 'text'].map((text, at) => ({
    text,
    startMs: at * 400,
    endMs: at * 400 + 400,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  const transcript = { words, lang: 'de', provenance: { engine: randomUUID(), model: 'test' } }
  return transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe: PROBE }, transcript))
}
