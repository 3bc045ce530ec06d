import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrations.ts'
import { unpackText } from '#platform/server/packed-text.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { migrateUntil } from '../../../../tests/support/migrations.ts'
import { speechMaker } from '../../../../tests/support/speech.ts'
import { testTranscription } from '../../../../tests/support/transcription.ts'
import { endRun, insertRun, newestRun, sourceOf } from './run-rows.ts'
import { textOf } from './text-rows.ts'

const database = await testDatabase()
const old = await testDatabase()
const { db } = database
const lab = await testTranscription(database)
const sentence = await (
  await speechMaker()
).say('sentence', 'Every good video starts with one clear idea.', { voice: 'rms' })
const CUE = '1\n00:00:00,000 --> 00:00:03,000\n'

test('stores a long text in pieces, and reads it back unchanged', async () => {
  const { client, projectId } = await lab.creator({ sound: sentence })
  const text = CUE + noise(900_000)
  const { id } = await client.start({ projectId, source: { kind: 'subtitles', text } })
  const sizes = await sizesOf(id)
  expect(sizes.length).toBeGreaterThan(3)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(128_000)
  const source = await sourceOf(db, { id })
  expect(source.kind === 'subtitles' && unpackText(source.text) === text).toBe(true)
})

test.each([127_999, 128_000, 128_001, 256_000])('stores a text of %i bytes without an empty piece', async (bytes) => {
  const { id } = await insertedRun(new Uint8Array(bytes).fill(97))
  const sizes = await sizesOf(id)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes)
  expect(sizes).not.toContain(0)
  expect((await textOf(db, id)).byteLength).toBe(bytes)
})

test('removes the text of a run when the run ends', async () => {
  const { client, projectId } = await lab.creator({ sound: sentence })
  await lab.work()
  const { id } = await client.start({
    projectId,
    language: 'en',
    source: { kind: 'script', text: 'Every good video.' },
  })
  for await (const event of await client.watch({ projectId }))
    if (event.type === 'state' && event.transcription.state === 'done') break
  expect(await sizesOf(id)).toEqual([])
})

test('removes the text of a cancelled run and of a removed project', async () => {
  const cancelled = await insertedRun(Buffer.from('Every good video.'))
  const end = { state: 'cancelled' as const, at: new Date() }
  await transaction(db, (tx) => endRun(tx, lab.events, cancelled, end))
  expect(await sizesOf(cancelled.id)).toEqual([])
  const removed = await insertedRun(Buffer.from('Every good video.'))
  await db.$client.query('delete from projects where id = $1', [removed.projectId])
  expect(await sizesOf(removed.id)).toEqual([])
})

test('stores nothing of a text when the run is not stored', async () => {
  const { projectId } = await lab.creator({ sound: sentence })
  const run = {
    ...newRun(projectId),
    source: { kind: 'script' as const, text: Buffer.from('Every good video.'), keepsTimes: false },
  }
  const failed = transaction(db, async (tx) => {
    await insertRun(tx, run)
    throw new Error('the connection was lost')
  })
  await expect(failed).rejects.toThrow('the connection was lost')
  expect(await sizesOf(run.id)).toEqual([])
})

test('reads the text of a run stored before texts had their own rows', async () => {
  await migrateUntil(old, '0032')
  const projectId = await oldProject()
  const waiting = await oldRun(projectId, { kind: 'script', text: 'Every “good” video.\n' }, { isOver: false })
  const over = await oldRun(projectId, { kind: 'subtitles', text: 'over' }, { isOver: true })
  const spoken = await oldRun(await oldProject(), { kind: 'speech' }, { isOver: false })
  expect(await migrate(old.db)).toContain('0032_transcription_texts.sql')

  const source = await sourceOf(old.db, { id: waiting })
  expect(source).toEqual({ kind: 'script', text: Buffer.from('Every “good” video.\n'), keepsTimes: false })
  expect(await sourceOf(old.db, { id: spoken })).toEqual({ kind: 'speech' })
  expect((await textOf(old.db, over)).byteLength).toBe(0)
  expect(await newestRun(old.db, projectId)).toMatchObject({ state: 'queued' })
})

/** Letters that hardly compress. */
function noise(length: number): string {
  let state = 1
  const letter = () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (state % 26))
  }
  return Array.from({ length }, letter).join('')
}

async function sizesOf(runId: string): Promise<number[]> {
  const { rows } = await db.$client.query<{ size: number }>(
    'select octet_length(bytes) as size from transcription_texts where transcription_id = $1 order by place',
    [runId],
  )
  return rows.map(({ size }) => size)
}

function newRun(projectId: string) {
  return {
    id: randomUUID(),
    projectId,
    jobId: randomUUID(),
    askedLanguage: 'en',
    engineLabel: 'Your script',
    credits: 10,
    anyFit: false,
    startedBy: randomUUID(),
    createdAt: new Date(),
  }
}

async function insertedRun(text: Uint8Array): Promise<{ id: string; projectId: string }> {
  const { projectId } = await lab.creator({ sound: sentence })
  const run = newRun(projectId)
  await transaction(db, (tx) => insertRun(tx, { ...run, source: { kind: 'script', text, keepsTimes: false } }))
  return { id: run.id, projectId }
}

async function oldProject(): Promise<string> {
  const id = randomUUID()
  await old.db.$client.query(`insert into projects (id, owner_id, title, size_bytes) values ($1, $2, 'My clip', 1)`, [
    id,
    randomUUID(),
  ])
  return id
}

async function oldRun(projectId: string, source: object, { isOver }: { isOver: boolean }): Promise<string> {
  const run = newRun(projectId)
  await old.db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source, engine_label, credits, state, finished_at, created_at)
     values ($1, $2, $3, 'en', $4, 'Your script', 10, $5, $6, $7)`,
    [
      run.id,
      projectId,
      run.jobId,
      JSON.stringify(source),
      ...(isOver ? ['done', new Date(), new Date(0)] : ['queued', null, new Date()]),
    ],
  )
  return run.id
}
