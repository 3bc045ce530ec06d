import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../../../tests/support/blocked-queries.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import { findProject } from '../projects.ts'

const lab = await testMedia(await testDatabase(), { worker: false })
const { db } = lab

test('removing a video waits for work that is just starting, and ends it too', async () => {
  const projectId = await project()
  const beginning = await db.$client.connect()
  await beginning.query('begin')
  // The first statement of every new row about a project, for example a transcription or an export.
  await beginning.query('select 1 from projects where id = $1 for key share', [projectId])

  const removing = call(lab.feature.procedures.remove, { projectId }, lab.context('ada'))
  onTestFinished(async () => {
    beginning.release(true)
    await removing
  })
  await expect.poll(() => countBlockedQueries(db)).toBe(1)
  expect(lab.removed).toEqual([])
  await beginning.query('commit')
  await removing

  expect(lab.removed.map(({ id }) => id)).toEqual([projectId])
  expect(await findProject(db, projectId)).toBeUndefined()
})

async function project(): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, 'ada', 'Clip', 'checking', 1, repeat('0', 64))`,
    [id],
  )
  return id
}
