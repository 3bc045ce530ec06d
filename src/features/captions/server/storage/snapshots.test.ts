import { expect, test } from 'vitest'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { captionsLab } from '../../../../../tests/support/captions-lab.ts'
import type { Command } from '../../model/index.ts'
import { unpackDocument } from './document-rows.ts'
import { documentOf, dropOldBatches, rewriteDueSnapshots } from '../index.ts'
import { rewriteSnapshot } from './snapshots.ts'

const { db, threadPool, project, createCaptions, webProcess } = await captionsLab()
const DAY_MS = 24 * 60 * 60 * 1_000

test('saves an edit without writing the document', async () => {
  const { projectId, ada } = await start()
  await ada.apply([rename('first')], 1)
  expect(await snapshot(projectId)).toMatchObject({ revision: 2, snapshot_revision: 1, word: 'word0' })
  expect(await documentOf(db, projectId)).toMatchObject({ rev: 2, words: [{ text: 'first' }, {}, {}] })
})

test('rewrites a snapshot after 100 batches that are larger than itself', async () => {
  const { projectId, ada } = await start()
  for (let revision = 1; revision < 100; revision++) await ada.apply([rename(`take${revision}`)], revision)
  await rewriteDue()
  expect(await snapshot(projectId)).toMatchObject({ revision: 100, snapshot_revision: 1 })
  await ada.apply([rename('last')], 100)
  await rewriteDue()
  expect(await snapshot(projectId)).toMatchObject({ revision: 101, snapshot_revision: 101, word: 'last' })
  expect(await replay(projectId)).toEqual({ bytes: 0, steps: 0 })
})

test.each<{ what: string; column: string; most: string; revisions: number }>([
  {
    what: 'as long as its batches weigh no more',
    column: 'replay_bytes',
    most: 'pg_column_size(snapshot)',
    revisions: 100,
  },
  { what: 'up to 400,000 steps', column: 'replay_steps', most: '400000', revisions: 1 },
])('keeps a snapshot $what', async ({ column, most, revisions }) => {
  const { projectId, ada } = await start()
  for (let revision = 1; revision <= revisions; revision++) await ada.apply([rename(`take${revision}`)], revision)
  await db.$client.query(`update caption_documents set ${column} = ${most} where project_id = $1`, [projectId])
  await rewriteDue()
  expect(await snapshot(projectId)).toMatchObject({ snapshot_revision: 1 })
  await db.$client.query(`update caption_documents set ${column} = ${column} + 1 where project_id = $1`, [projectId])
  await rewriteDue()
  expect(await snapshot(projectId)).toMatchObject({ snapshot_revision: revisions + 1 })
})

test('rewrites a snapshot after a day with a batch', async () => {
  const { projectId, ada } = await start()
  await ada.apply([rename('first')], 1)
  const now = new Date()
  await rewriteDue(new Date(now.getTime() + DAY_MS - 60_000))
  expect(await snapshot(projectId)).toMatchObject({ snapshot_revision: 1 })
  await rewriteDue(new Date(now.getTime() + DAY_MS + 60_000))
  expect(await snapshot(projectId)).toMatchObject({ snapshot_revision: 2 })
})

test('keeps edits saved while a snapshot is written', async () => {
  const { projectId, ada } = await start()
  await ada.apply([rename('first')], 1)
  const pool = before(() => ada.apply([rename('second')], 2))
  await rewriteSnapshot({ db, threadPool: pool }, projectId, 'ada')
  expect(await snapshot(projectId)).toMatchObject({ revision: 3, snapshot_revision: 2, word: 'first' })
  expect(await replay(projectId)).not.toEqual({ bytes: 0, steps: 0 })
  expect(await documentOf(db, projectId)).toMatchObject({ rev: 3, words: [{ text: 'second' }, {}, {}] })
})

test('never writes a snapshot over captions of a new transcript', async () => {
  const { projectId, ada } = await start()
  await ada.apply([rename('first')], 1)
  const pool = before(async () => {
    await db.$client.query('delete from caption_documents where project_id = $1', [projectId])
    await createCaptions(projectId, 3)
    await webProcess()(ada.userId, projectId).apply([rename('other')], 1)
  })
  await rewriteSnapshot({ db, threadPool: pool }, projectId, 'ada')
  expect(await snapshot(projectId)).toMatchObject({ revision: 2, snapshot_revision: 1, word: 'word0' })
  expect(await documentOf(db, projectId)).toMatchObject({ words: [{ text: 'other' }, {}, {}] })
})

test('never expires a batch after the snapshot', async () => {
  const { projectId, ada } = await start()
  for (let revision = 1; revision <= 205; revision++) await ada.apply([rename(`take${revision}`)], revision)
  const later = new Date(Date.now() + 8 * DAY_MS)
  await dropOldBatches({ db, now: () => later })
  expect(await documentOf(db, projectId)).toMatchObject({ rev: 206, words: [{ text: 'take205' }, {}, {}] })
  await rewriteDue(later)
  await dropOldBatches({ db, now: () => later })
  const { rows } = await db.$client.query('select min(revision) as first from caption_batches where project_id = $1', [
    projectId,
  ])
  expect(rows).toEqual([{ first: 7 }])
})

test('makes a request that adds too much replay write the snapshot', async () => {
  const { projectId, ada } = await start()
  await pileUp(projectId, 799_000)
  await ada.apply([rename('first')], 1)
  expect(await snapshot(projectId)).toMatchObject({ snapshot_revision: 1 })
  await pileUp(projectId, 800_000)
  await ada.apply([rename('second')], 2)
  expect(await snapshot(projectId)).toMatchObject({ snapshot_revision: 3, word: 'second' })
})

test('saves edits even if their snapshot waits for a thread', async () => {
  const busy: Pick<ThreadPool, 'run'> = {
    run: () => Promise.reject(new AppError('too_many_requests', 'Too many large changes at once.')),
  }
  const { projectId, ada } = await start({ pool: busy })
  await pileUp(projectId, 800_000)
  expect(await ada.apply([rename('first')], 1)).toEqual([2])
  expect(await snapshot(projectId)).toMatchObject({ revision: 2, snapshot_revision: 1 })
})

test('writes other snapshots when one fails', async () => {
  const [broken, whole] = [await start(), await start()]
  for (const { ada } of [broken, whole]) await ada.apply([rename('first')], 1)
  for (const { projectId } of [broken, whole]) await pileUp(projectId, 500_000)
  await db.$client.query(
    `update caption_batches set effects = '[{"type":"restore","words":[{"after":"gone","remove":[],"insert":[]}]}]' where project_id = $1`,
    [broken.projectId],
  )
  await expect(rewriteDue()).rejects.toThrow('1 caption snapshots could not be written')
  expect(await snapshot(broken.projectId)).toMatchObject({ snapshot_revision: 1 })
  expect(await snapshot(whole.projectId)).toMatchObject({ snapshot_revision: 2 })
  await db.$client.query('delete from projects where id = $1', [broken.projectId])
})

function rewriteDue(now = new Date()): Promise<void> {
  return rewriteDueSnapshots({ db, threadPool, now: () => now })
}

function rename(text: string): Command {
  return { type: 'setWordText', id: 'w1', text }
}

async function pileUp(projectId: string, steps: number): Promise<void> {
  await db.$client.query('update caption_documents set replay_steps = $2 where project_id = $1', [projectId, steps])
}

/** The snapshot's revision and first word, with the revision of the captions. */
async function snapshot(projectId: string): Promise<unknown> {
  const { rows } = await db.$client.query<{ snapshot: Buffer }>(
    'select revision, snapshot_revision, snapshot from caption_documents where project_id = $1',
    [projectId],
  )
  const [row] = rows
  return { ...row, word: unpackDocument(row?.snapshot ?? Buffer.alloc(0)).words[0]?.text }
}

async function replay(projectId: string): Promise<unknown> {
  const { rows } = await db.$client.query<object>(
    'select replay_bytes::integer as bytes, replay_steps::integer as steps from caption_documents where project_id = $1',
    [projectId],
  )
  return rows[0]
}

/** The real pool, with work before its task. */
function before(work: () => Promise<unknown>): Pick<ThreadPool, 'run'> {
  return {
    run: async (...task) => {
      await work()
      return threadPool.run(...task)
    },
  }
}

/** Captions of three words, and Ada's editor. */
async function start({ pool = threadPool }: { pool?: Pick<ThreadPool, 'run'> } = {}) {
  const { projectId, ownerId } = await project({ words: 3 })
  return { projectId, ada: { userId: ownerId, ...webProcess({ pool })(ownerId, projectId) } }
}
