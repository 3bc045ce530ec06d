import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

const { db, signedUp } = await testProduct()

test('summarizes the newest run of each video', async () => {
  const ada = await signedUp()
  const [none, retried, running] = [await video(ada.id), await video(ada.id), await video(ada.id)]
  await run(retried, 'failed', { minute: 1 })
  await run(retried, 'done', { minute: 2, progress: 1 })
  await run(running, 'running', { minute: 1, progress: 0.4 })
  const { output } = await ada.dana.call('transcription/overview')
  expect(output).toEqual({
    [retried]: { state: 'done', progress: 1 },
    [running]: { state: 'running', progress: 0.4 },
  })
  expect(output).not.toHaveProperty(none)
})

test('summarizes the unfinished and the stored exports of each video', async () => {
  const ada = await signedUp()
  const [none, queued, again, removed] = await Promise.all([1, 2, 3, 4].map(() => video(ada.id)))
  await made(queued, 'queued', {})
  await made(again, 'done', { revision: 1 })
  await made(again, 'running', { revision: 2, frames: [30, 120] })
  await made(removed, 'done', { isRemoved: true })
  const { output } = await ada.dana.call('rendering/overview')
  expect(output).toEqual({
    [queued ?? '']: { progress: 0, isExported: false },
    [again ?? '']: { progress: 0.25, isExported: true },
  })
  expect(output).not.toHaveProperty(none ?? '')
})

test('shows collaborators the states of shared videos, and nobody else', async () => {
  const [ada, bob, eve] = [await signedUp(), await signedUp(), await signedUp()]
  const id = await video(ada.id)
  await run(id, 'done', { minute: 1, progress: 1 })
  await made(id, 'done', {})
  const seen = async ({ dana }: typeof bob) =>
    (await Promise.all(['transcription', 'rendering'].map((of) => dana.call(`${of}/overview`)))).map(({ output }) =>
      Object.keys(output as object),
    )
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())`,
    [ada.id, bob.id],
  )
  // The free plan has no seat.
  expect(await seen(bob)).toEqual([[], []])
  await db.$client.query(`update users set plan = 'pro' where id = $1`, [ada.id])
  expect(await seen(bob)).toEqual([[id], [id]])
  expect(await seen(eve)).toEqual([[], []])
  await db.$client.query('update projects set removed_at = now() where id = $1', [id])
  expect(await seen(bob)).toEqual([[], []])
  expect(await seen(ada)).toEqual([[], []])
})

async function video(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, $2, 'Clip', 'prepared', 1, repeat('0', 64), $3)`,
    [id, ownerId, JSON.stringify(PROBE)],
  )
  return id
}

async function run(projectId: string, state: string, o: { minute: number; progress?: number }): Promise<void> {
  await db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, engine_label, credits, state, progress, created_at, finished_at)
     values ($1, $2, $1, 'auto', 'speech', 'test', 0, $3, $4, $5::timestamptz, case when $3 in ('done', 'failed') then now() end)`,
    [randomUUID(), projectId, state, o.progress ?? 0, `2026-11-20T10:0${o.minute}:00Z`],
  )
}

async function made(
  projectId: string | undefined,
  state: 'queued' | 'running' | 'done',
  o: { revision?: number; frames?: [number, number]; isRemoved?: boolean },
): Promise<void> {
  const isDone = state === 'done'
  await db.$client.query(
    `insert into renders (id, project_id, owner_id, quality, revision, state, captions, frames_done, frames_total, size_bytes, sha256, finished_at, removed_at)
     values ($1, $2, 'ada', 'standard', $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      randomUUID(),
      projectId,
      o.revision ?? 1,
      state,
      isDone ? null : Buffer.from('x'),
      ...(o.frames ?? [0, 0]),
      isDone ? 1 : null,
      isDone ? '0'.repeat(64) : null,
      isDone ? new Date() : null,
      o.isRemoved === true ? new Date() : null,
    ],
  )
}

const PROBE = {
  container: 'mp4',
  durationMs: 20_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  hdr: false,
  audio: null,
}
