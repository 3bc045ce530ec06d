import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { captionServices } from '../../../../../tests/support/captions-lab.ts'
import { applyCommands, CaptionDocument, checkDocument, Command, revertCommands, SCHEMA } from '../../model/index.ts'
import { packChanges, packEffects, unpackChanges, unpackEffects } from './batch-changes.ts'
import { unpackDocument } from './document-rows.ts'
import { documentOf } from '../index.ts'

const { db, clientOf } = await captionServices()

/** All versions that a release has written, with the folders of their files. */
const VERSIONS = [1, 2].map((version) => ({ version, folder: `tests/fixtures/captiondoc-${version}` }))

test.each(VERSIONS)('reads a document of version $version from the database', async ({ folder }) => {
  const { projectId, ada } = await start(folder)
  const doc = await documentOf(db, projectId)
  expect(CaptionDocument.parse(doc)).toEqual(doc)
  expect((await ada.get({ projectId })).document).toEqual(doc)
  if (doc !== undefined) checkDocument(doc)
})

test.each(VERSIONS)('saves an edit of a document of version $version in the newest one', async ({ folder }) => {
  const { projectId, ada, revision } = await start(folder)
  const commands: Command[] = [{ type: 'setWordText', id: 'w1', text: 'Hi' }]
  const batches = [{ batchId: randomUUID(), commands }]
  await ada.apply({ projectId, clientId: randomUUID(), baseRevision: revision, batches })
  const doc = await documentOf(db, projectId)
  expect(doc).toMatchObject({ schema: SCHEMA, rev: revision + 1 })
  expect(doc?.words[0]?.text).toBe('Hi')
})

test.each(VERSIONS)('reverts and replays saved batches of version $version', ({ folder }) => {
  const first = readStored(`${folder}/first-document.json`)
  const last = readStored(`${folder}/document.json`)
  const batches = readBatches(folder)
  for (const { commands, inverse } of batches) z.array(Command).parse([...commands, ...inverse])
  const replayed = batches.reduce((doc, { commands }) => applyCommands(doc, commands).doc, first)
  expect({ ...replayed, rev: last.rev }).toEqual(last)
  const inverses = batches.toReversed().map(({ inverse }) => inverse)
  expect({ ...revertCommands(last, inverses), rev: 1 }).toEqual(first)
})

test.each(VERSIONS)('rebases a late edit onto saved batches of version $version', async ({ folder }) => {
  const { projectId, ada, revision } = await start(folder)
  const commands: Command[] = [{ type: 'setWordText', id: 'w29', text: 'legend.' }]
  const batches = [{ batchId: randomUUID(), commands }]
  const answer = await ada.apply({ projectId, clientId: randomUUID(), baseRevision: revision - 2, batches })
  expect(answer).toMatchObject({ saved: [{ revision: revision + 1 }], refused: [] })
  expect(answer.since).toHaveLength(2)
})

test('reports a stored document or batch of a later version', () => {
  const json = JSON.stringify({ ...readStored('tests/fixtures/captiondoc-1/document.json'), schema: 'captiondoc/99' })
  expect(() => unpackDocument(Buffer.from(json))).toThrow('made with a newer version of Wordpop (captiondoc/99)')
  const changes = packChanges({ commands: [], inverse: [] })
  expect(unpackChanges(changes)).toEqual({ commands: [], inverse: [] })
  const later = Buffer.from(Buffer.from(changes).toString().replace(SCHEMA, 'captiondoc/99'))
  expect(() => unpackChanges(later)).toThrow(expect.objectContaining({ code: 'unprocessable' }))
  const effects = packEffects([{ template: { id: 'boxed', version: 1 } }])
  expect(unpackEffects(effects)).toEqual([{ template: { id: 'boxed', version: 1 } }])
  const laterEffects = Buffer.from(Buffer.from(effects).toString().replace(SCHEMA, 'captiondoc/99'))
  expect(() => unpackEffects(laterEffects)).toThrow(expect.objectContaining({ code: 'unprocessable' }))
})

function readStored(path: string): CaptionDocument {
  return unpackDocument(readFileSync(path))
}

function readBatches(folder: string) {
  const Rows = z.array(z.object({ revision: z.int(), changes: z.base64() }))
  const rows = Rows.parse(JSON.parse(readFileSync(`${folder}/batches.json`, 'utf8')))
  return rows.map(({ changes }) => unpackChanges(Buffer.from(changes, 'base64')))
}

/** Ada's project with captions and batches of an earlier release. */
async function start(folder: string) {
  const projectId = randomUUID()
  const json = readFileSync(`${folder}/document.json`, 'utf8')
  const batches = readFileSync(`${folder}/batches.json`, 'utf8')
  const { rev: revision } = z.object({ rev: z.int() }).parse(JSON.parse(json))
  await db.$client.query("insert into projects (id, owner_id, title, size_bytes) values ($1, 'ada', 'Old', 1)", [
    projectId,
  ])
  await db.$client.query(
    'insert into caption_documents (project_id, revision, snapshot_revision, snapshot) values ($1, $2, $2, $3)',
    [projectId, revision, Buffer.from(json)],
  )
  await db.$client.query(
    `insert into caption_batches (project_id, client_id, revision, batch_id, changes, steps)
     select $1, gen_random_uuid(), b.revision, gen_random_uuid(), decode(b.changes, 'base64'), 10
     from jsonb_to_recordset($2::jsonb) as b(revision integer, changes text)`,
    [projectId, batches],
  )
  return { projectId, revision, ada: clientOf('ada') }
}
