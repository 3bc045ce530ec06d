import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { captionServices, PROBE } from '../../../../../tests/support/captions-lab.ts'
import { type CaptionsEvent, type Command, cuesOf, REPLAY_STEPS } from '../../model/index.ts'
import { captionBytes, createDocumentFor, documentOf, dropOldBatches, rewriteDueSnapshots } from '../index.ts'
import { rewriteSnapshot } from '../storage/snapshots.ts'

const { db, threadPool, clientOf } = await captionServices()

const RECUT: Command = { type: 'resegment', profile: 'netflix', newId: 'n' }
const DAY_MS = 24 * 60 * 60 * 1_000

test('rejects a small request that would fill the memory, and saves nothing of it', async () => {
  const { apply, projectId } = await start({ words: 3, wordMs: 14_000_000, text: 'a' })
  const grow = (at: number): Command => ({
    type: 'replaceText',
    find: 'a',
    replace: Array.from({ length: 200 }, () => 'a').join(' '),
    matchCase: false,
    wholeWords: false,
    newId: `n${at}`,
  })
  await expect(apply([grow(1), grow(2), grow(3)])).rejects.toMatchObject({
    code: 'unprocessable',
    message: 'Captions hold at most 30,000 words.',
  })
  expect((await documentOf(db, projectId))?.rev).toBe(1)
})

test('rejects a request beyond the budget, and saves nothing of it', async () => {
  const { apply, projectId } = await start({ words: 3_000 })
  await expect(apply(Array.from({ length: 2_000 }, () => RECUT))).rejects.toMatchObject({ code: 'too_large' })
  expect((await documentOf(db, projectId))?.rev).toBe(1)
})

test('rejects more commands than can be checked without delaying others', async () => {
  const { client, projectId } = await start({ words: 3 })
  const commands: Command[] = Array.from({ length: 2_000 }, () => ({ type: 'setWordText', id: 'w1', text: 'a' }))
  const batches = Array.from({ length: 6 }, () => ({ batchId: randomUUID(), commands }))
  const refused = client.apply({ projectId, clientId: randomUUID(), baseRevision: 1, batches })
  await expect(refused).rejects.toMatchObject({ code: 'too_large' })
})

test('applies cheap edits at once, and costly ones in a thread', async () => {
  const { apply, projectId, pool } = await start({ words: 3_000 })
  await apply([{ type: 'setWordText', id: 'w1', text: 'first' }])
  expect(pool.runs).toBe(0)
  await apply([RECUT], 2)
  expect(pool.runs).toBe(1)
  expect((await documentOf(db, projectId))?.qc.profile).toBe('netflix')
})

test('applies cheap edits of very long captions at once', async () => {
  const { apply, projectId, pool } = await start({ words: 20_000 })
  await apply([{ type: 'setWordText', id: 'w19999', text: 'changed' }])
  expect(pool.runs).toBe(0)
  expect((await documentOf(db, projectId))?.words[19_998]?.text).toBe('changed')
})

test('retries an edit in a thread on top of a concurrent save', async () => {
  const { apply, projectId, pool } = await start({ words: 3_000 })
  pool.beforeRun = () => apply([{ type: 'setStyle', styleId: 'main', patch: { fill: { active: '#ff0000' } } }])
  expect((await apply([RECUT])).saved).toMatchObject([{ revision: 3 }])
  expect(pool.runs).toBe(2)
  expect(await documentOf(db, projectId)).toMatchObject({ rev: 3, qc: { profile: 'netflix' } })
})

test('rejects edits behind by more than may be replayed', async () => {
  const { apply, projectId } = await start({ words: 10 })
  await apply([{ type: 'setWordText', id: 'w1', text: 'first' }])
  await db.$client.query('update caption_batches set steps = $2 where project_id = $1', [projectId, REPLAY_STEPS + 1])
  const late = apply([{ type: 'setWordText', id: 'w2', text: 'second' }])
  await expect(late).rejects.toMatchObject({ code: 'conflict', details: { revision: 2 } })
})

test('rejects an edit behind megabytes of changes as too old, and the editor reloads', async () => {
  const { apply, projectId, client } = await start({ words: 10 })
  const insert = Array.from({ length: 8_000 }, (_, at) => ({
    id: `put-${at}`,
    t0: 4_000 + at * 10,
    t1: 4_010 + at * 10,
    text: 'x'.repeat(40),
    raw: '',
    timing: 'manual' as const,
    tags: [],
    join: 'space' as const,
  }))
  const last = cuesOf((await documentOf(db, projectId)) ?? expect.unreachable()).at(-1)?.id ?? null
  const cue = { id: 'put', from: 'put-0', to: 'put-7999', breaks: [] }
  const words = [{ after: 'w10', remove: [], insert }]
  await apply([{ type: 'restore', words, cues: [{ after: last, remove: [], insert: [cue] }] }])
  const late = apply([{ type: 'setWordText', id: 'w1', text: 'first' }])
  await expect(late).rejects.toMatchObject({ code: 'conflict', details: { revision: 2 } })
  expect((await client.get({ projectId })).document.rev).toBe(2)
  // Followers learn of it without its commands.
  expect(await firstNews(await client.watch({ projectId, revision: 1 }))).toMatchObject({
    type: 'saved',
    batches: [{ revision: 2, commands: [], isReplacement: true, by: { you: true } }],
  })
})

test('stores a recut of thousands of words in few bytes, and counts them', async () => {
  const { apply, projectId } = await start({ words: 3_000 })
  const before = await captionBytes(db, [projectId])
  await apply([RECUT])
  const { rows } = await db.$client.query<{ bytes: number }>(
    'select octet_length(changes) as bytes from caption_batches where project_id = $1',
    [projectId],
  )
  expect(rows[0]?.bytes).toBeLessThan(6_000)
  expect(await captionBytes(db, [projectId])).toBeGreaterThan(before)
})

test('undoing a recut restores the captions exactly', async () => {
  const { apply, projectId, client } = await start({ words: 3_000 })
  const first = await documentOf(db, projectId)
  await apply([RECUT])
  // Based on the first revision, so that the server has to revert the recut.
  await client.apply({
    projectId,
    clientId: randomUUID(),
    baseRevision: 1,
    batches: [{ batchId: randomUUID(), commands: [{ type: 'setTemplate', template: { id: 'boxed', version: 1 } }] }],
  })
  const cues = (await documentOf(db, projectId)) ?? first
  expect(cues && first && cuesOf(cues).length).toBeLessThan(first === undefined ? 0 : cuesOf(first).length)
})

test('keeps batches for a week and the newest 200; an editor further behind reloads', async () => {
  const { apply, projectId, client } = await start({ words: 10 })
  for (let revision = 1; revision <= 203; revision++)
    await apply([{ type: 'setWordText', id: 'w1', text: `take${revision}` }], revision)
  const now = new Date()
  await dropOldBatches({ db, now: () => now })
  expect(await revisions(projectId)).toHaveLength(203)
  const later = () => new Date(now.getTime() + 8 * DAY_MS)
  await rewriteDueSnapshots({ db, threadPool, now: later })
  await dropOldBatches({ db, now: later })
  expect(await revisions(projectId)).toEqual(Array.from({ length: 200 }, (_, at) => at + 5))

  expect(await firstNews(await client.watch({ projectId, revision: 3 }))).toEqual({ type: 'reload' })
  expect(await firstNews(await client.watch({ projectId, revision: 4 }))).toMatchObject({ type: 'saved' })
  const late = apply([{ type: 'setWordText', id: 'w2', text: 'second' }], 3)
  await expect(late).rejects.toMatchObject({ code: 'conflict' })
})

test('keeps at most 32 MB of batches and deletes the oldest first', async () => {
  const { apply, projectId } = await start({ words: 10 })
  for (let revision = 1; revision <= 6; revision++)
    await apply([{ type: 'setWordText', id: 'w1', text: `take${revision}` }], revision)
  await rewriteSnapshot({ db, threadPool }, projectId, 'ada')
  const grow = (bytes: number) =>
    db.$client.query(
      `update caption_batches set effects = null, changes = convert_to(repeat('x', $2), 'UTF8') where project_id = $1`,
      [projectId, bytes],
    )
  await grow(8_000_000)
  await dropOldBatches({ db, now: () => new Date() })
  expect(await revisions(projectId)).toEqual([4, 5, 6, 7])
  await grow(8_000_001)
  await dropOldBatches({ db, now: () => new Date() })
  expect(await revisions(projectId)).toEqual([5, 6, 7])
})

test('keeps one replaced snapshot a day', async () => {
  const { apply, projectId } = await start({ words: 10 })
  const rewrite = () => rewriteSnapshot({ db, threadPool }, projectId, 'ada')
  await apply([{ type: 'setWordText', id: 'w1', text: 'first' }])
  await rewrite()
  await apply([{ type: 'setWordText', id: 'w1', text: 'second' }], 2)
  await rewrite()
  expect(await snapshots(projectId)).toEqual([1])
  await db.$client.query(`update caption_snapshots set created_at = created_at - interval '1 day'`)
  await apply([{ type: 'setWordText', id: 'w1', text: 'third' }], 3)
  await rewrite()
  expect(await snapshots(projectId)).toEqual([1, 3])
})

/** The first event with content. */
async function firstNews(stream: AsyncIterable<CaptionsEvent>): Promise<CaptionsEvent | undefined> {
  for await (const event of stream)
    if (event.type === 'reload' || (event.type === 'saved' && event.batches.length > 0)) return event
  return undefined
}

async function revisions(projectId: string): Promise<number[]> {
  const { rows } = await db.$client.query<{ revision: number }>(
    'select revision from caption_batches where project_id = $1 order by revision',
    [projectId],
  )
  return rows.map(({ revision }) => revision)
}

async function snapshots(projectId: string): Promise<number[]> {
  const { rows } = await db.$client.query<{ revision: number }>(
    'select revision from caption_snapshots where project_id = $1 order by revision',
    [projectId],
  )
  return rows.map(({ revision }) => revision)
}

/** A project with captions of this many words, and its owner's editor. */
async function start({ words, wordMs = 300, text }: { words: number; wordMs?: number; text?: string }) {
  const projectId = randomUUID()
  const userId = randomUUID()
  await db.$client.query("insert into projects (id, owner_id, title, size_bytes) values ($1, $2, 'My clip', 1)", [
    projectId,
    userId,
  ])
  const spoken = Array.from({ length: words }, (_, at) => ({
    text: text ?? `word${at % 97}`,
    startMs: at * wordMs,
    endMs: (at + 1) * wordMs,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  const transcript = { words: spoken, lang: 'en', provenance: { engine: 'test', model: 'test' } }
  const probe = { ...PROBE, durationMs: words * wordMs }
  await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe }, transcript))
  const pool = watchedPool()
  const client = clientOf(userId, { threadPool: pool })
  const apply = (commands: Command[], baseRevision = 1) =>
    client.apply({
      projectId,
      clientId: randomUUID(),
      baseRevision,
      batches: [{ batchId: randomUUID(), commands }],
    })
  return { projectId, client, apply, pool }
}

/** The real pool, with counts; `beforeRun` runs once, before the next task. */
function watchedPool() {
  const pool = {
    runs: 0,
    beforeRun: undefined as (() => Promise<unknown>) | undefined,
    run: (async (...asked) => {
      pool.runs += 1
      const { beforeRun } = pool
      pool.beforeRun = undefined
      await beforeRun?.()
      return threadPool.run(...asked)
    }) as ThreadPool['run'],
  }
  return pool
}
