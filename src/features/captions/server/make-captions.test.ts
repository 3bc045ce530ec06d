import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findProject } from '#features/media/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { openThreadPool } from '#platform/server/thread-pool.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { probeOf } from '../../../../tests/support/exports.ts'
import { documentOf } from './document-rows.ts'
import { makeCaptions, makeSilentCaptions } from './make-captions.ts'

const { db } = await testDatabase()
const threadPool = openThreadPool()
afterAll(() => threadPool.close())

test('turns the words of a finished run into captions with their language and engine', async () => {
  const projectId = await project()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  const document = await documentOf(db, projectId)
  expect(document?.words.map(({ text }) => text)).toEqual(['Hello', 'there'])
  expect(document).toMatchObject({ lang: 'en', provenance: { engine: 'parakeet-v2', model: 'int8' } })
})

test('makes no captions for a project removed meanwhile', async () => {
  const projectId = randomUUID()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  const { rows } = await db.$client.query('select 1 from caption_documents where project_id = $1', [projectId])
  expect(rows).toEqual([])
})

test('gives a video without sound empty captions, and one with sound none', async () => {
  const silent = await project(null)
  const spoken = await project()
  for (const id of [silent, spoken]) {
    const prepared = await findProject(db, id)
    if (prepared === undefined) throw new Error('the project is gone')
    await transaction(db, (tx) => makeSilentCaptions(tx, prepared))
  }
  expect(await documentOf(db, silent)).toMatchObject({ words: [], lang: 'und' })
  expect(await documentOf(db, spoken)).toBeUndefined()
})

/** A prepared video. @param audio null for a silent one */
async function project(audio?: null): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, 'ada', 'My clip', 'prepared', 1000, repeat('0', 64), $2)`,
    [id, JSON.stringify(probeOf(audio === null ? { audio } : {}))],
  )
  return id
}

function transcribedFor(projectId: string) {
  const words = ['Hello', 'there'].map((text, at) => ({
    text,
    startMs: at * 400,
    endMs: at * 400 + 300,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  return { projectId, language: 'en', words, engine: 'parakeet-v2', model: 'int8', attribution: null }
}
