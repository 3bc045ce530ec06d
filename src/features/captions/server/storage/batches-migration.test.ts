import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/migrations.ts'
import { captionServices } from '../../../../../tests/support/captions-lab.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { migrateUntil } from '../../../../../tests/support/migrations.ts'
import { applyCommands, type CaptionDocument, type Command, createDocument } from '../../model/index.ts'
import { batchesSince } from './batch-rows.ts'
import { packDocument } from './document-rows.ts'
import { captionBytes } from '../index.ts'

const old = await testDatabase()
const { clientOf } = await captionServices(old)

test('sends, merges and undoes batches stored before compression', async () => {
  await migrateUntil(old, '0028')
  const userId = randomUUID()
  const { projectId, batchIds } = await oldProject(userId)
  expect(await migrate(old.db)).toContain('0028_caption_batches.sql')

  const client = clientOf(userId)
  // An editor that was away since the first revision: both old batches are sent and replayed.
  const edit = (id: string, text: string) => ({ batchId: randomUUID(), commands: [setText(id, text)] })
  const [clashing, fitting] = [edit('w1', 'mine'), edit('w3', 'three')]
  const answer = await client.apply({
    projectId,
    clientId: randomUUID(),
    baseRevision: 1,
    batches: [fitting, clashing],
  })
  expect(answer.since).toMatchObject([
    { revision: 2, batchId: batchIds[0], commands: [setText('w1', 'wörd “one”')] },
    { revision: 3, batchId: batchIds[1], commands: [setText('w2', 'two')] },
  ])
  expect(answer.saved).toEqual([{ batchId: fitting.batchId, revision: 4 }])
  expect(answer.refused).toMatchObject([{ batchId: clashing.batchId }])
  const { document } = await client.get({ projectId })
  expect(document.words.map(({ text }) => text)).toEqual(['wörd “one”', 'two', 'three'])
  expect(await captionBytes(old.db, [projectId])).toBeGreaterThan(0)
})

test('keeps which batches replaced the document when the column is renamed', async () => {
  await migrateUntil(old, '0037')
  const projectId = await insertProject(randomUUID())
  await old.db.$client.query(
    'insert into caption_documents (project_id, revision, snapshot_revision, snapshot) values ($1, 3, 2, $2)',
    [projectId, Buffer.from(packDocument(document(projectId)))],
  )
  await old.db.$client.query(
    `insert into caption_batches (project_id, client_id, revision, batch_id, changes, steps, anew)
     select $1, gen_random_uuid(), b.revision, gen_random_uuid(), '{"commands":[],"inverse":[]}', 10, b.anew
     from (values (2, true), (3, false)) b (revision, anew)`,
    [projectId],
  )
  expect(await migrate(old.db)).toContain('0037_replacement_batches.sql')
  expect(await batchesSince(old.db, projectId, { revision: 1, most: 10 })).toMatchObject([
    { revision: 2, isReplacement: true },
    { revision: 3, isReplacement: false },
  ])
})

function setText(id: string, text: string): Command {
  return { type: 'setWordText', id, text }
}

/** Captions with two edits, as an earlier release stored them. */
async function oldProject(userId: string): Promise<{ projectId: string; batchIds: string[] }> {
  const { $client } = old.db
  const projectId = await insertProject(userId)
  let doc = document(projectId)
  await $client.query('insert into caption_documents (project_id, revision, document) values ($1, 1, $2)', [
    projectId,
    JSON.stringify(doc),
  ])
  const batchIds: string[] = []
  for (const command of [setText('w1', 'wörd “one”'), setText('w2', 'two')]) {
    const applied = applyCommands(doc, [command])
    doc = { ...applied.doc, rev: doc.rev + 1 }
    batchIds.push(randomUUID())
    await $client.query(
      `insert into caption_batches (project_id, revision, batch_id, client_id, commands, inverse)
       values ($1, $2, $3, $4, $5, $6)`,
      [projectId, doc.rev, batchIds.at(-1), randomUUID(), JSON.stringify([command]), JSON.stringify(applied.inverse)],
    )
  }
  await $client.query('update caption_documents set revision = $2, document = $3 where project_id = $1', [
    projectId,
    doc.rev,
    JSON.stringify(doc),
  ])
  return { projectId, batchIds }
}

/** Inserts a user with one project. */
async function insertProject(userId: string): Promise<string> {
  const { $client } = old.db
  const projectId = randomUUID()
  await $client.query('insert into users (id, email) values ($1, $2)', [userId, 'ada@example.org'])
  await $client.query("insert into projects (id, owner_id, title, size_bytes) values ($1, $2, 'My clip', 1)", [
    projectId,
    userId,
  ])
  return projectId
}

function document(projectId: string): CaptionDocument {
  return createDocument({
    id: randomUUID(),
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    media: { id: projectId, durMs: 5_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    words: ['never', 'lose', 'words'].map((text, at) => ({
      text,
      startMs: at * 300,
      endMs: at * 300 + 250,
      confidence: 0.9,
      timing: 'asr' as const,
    })),
  })
}
