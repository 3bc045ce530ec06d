import { call } from '@orpc/server'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { documentOf } from '#features/captions/server/index.ts'
import { exactTemplateOf } from '#features/captions/model/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { closeDatabase, openDatabase, transaction, type Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import { hashFile } from '#platform/server/files/local.ts'
import { router } from '#platform/server/http.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { captionedProject } from '../../../../../tests/support/captioned.ts'
import { clipMaker, picture, QUICK_H264, runTool, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { describeExport, paced, type probeOf } from '../../../../../tests/support/exports.ts'
import { storeCopy } from '../../../../../tests/support/files.ts'
import { filesUnder, testMedia } from '../../../../../tests/support/media.ts'
import type { Render } from '../../model/index.ts'
import { endRendersOf, type RenderingJobDeps, renderingProcedures, renderJob, renderRoutes } from '../index.ts'
import { findRender, insertRender, templateOfRender } from './render-rows.ts'

const { db, url } = await testDatabase({ max: 8 })
const lab = await testMedia({ db, url }, { worker: false })
const clips = await clipMaker()
const clip = await clips.make(
  'clip.mp4',
  ...picture({ seconds: 3 }),
  ...tone({ seconds: 3 }),
  ...QUICK_H264,
  '-c:a',
  'aac',
)
const second = await clips.make('second.mp4', ...picture({ seconds: 1 }), ...QUICK_H264)
/** A minute of video, read slowly, for a long export. */
const minute = await clips.repeat('minute.mp4', second, 60)
const MINUTE = { durationMs: 60_000, audio: null }
const downloads: string[] = []
let finished: ReturnType<typeof exportOnce> | undefined
const deps = {
  ...lab,
  newId: randomUUID,
  now: systemClock,
  countDownload: async (_: unknown, userId: string) => void downloads.push(userId),
  claimRoom: async () => undefined,
  jobsInLine: async () => 20,
  exportLimit: async () => ({ height: 1080, fps: 60 }),
  ownFonts: async () => [],
  logos: async () => [],
}
const procedures = renderingProcedures(deps)
const worker = await startWorker({
  db,
  url,
  jobs: [renderJob({ ...deps, media: paced(lab.media, 8) })],
  concurrency: 2,
  log: lab.log,
})
afterAll(() => worker.stop())

test("burns captions in and serves the file under the project's title", async () => {
  const { projectId, started, done } = await exported()
  expect(started).toMatchObject({ state: 'queued', revision: 1, download: null, problem: null })
  expect(done).toMatchObject({
    state: 'done',
    framesDone: 75,
    framesTotal: 75,
    remainingMs: null,
    download: `/api/renders/${started.id}/video.mp4`,
  })
  const { file } = await recorded(started.id)
  const stored = lab.pathOf(`projects/${projectId}/renders/${started.id}/${file}`)
  expect((await describeExport(stored)).frames).toBe(75)
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders/${started.id}`))).toEqual([file])

  const answer = await fetchFrom(done)
  expect(answer.headers.get('content-disposition')).toContain('filename="Summer _best of_ (captioned).mp4"')
  expect((await answer.arrayBuffer()).byteLength).toBe((await stat(stored)).size)
  await counted(1)
})

test('answers an identical request with the waiting or the finished export', async () => {
  const projectId = await projectWith(clip)
  const [one, two] = await Promise.all([start(projectId), start(projectId)])
  expect(one.id).toBe(two.id)
  await watch(one.id)
  expect(await start(projectId)).toMatchObject({ id: one.id, state: 'done', download: expect.any(String) })
  expect(await list(projectId)).toHaveLength(1)

  await lab.files.remove(`projects/${projectId}/renders/${one.id}/${(await recorded(one.id)).file}`)
  const again = await start(projectId)
  expect(again).toMatchObject({ state: 'queued', revision: one.revision })
  expect(again.id).not.toBe(one.id)
})

test('creates another export for another quality, revision or a larger plan', async () => {
  const projectId = await projectWith(clip)
  const { id } = await start(projectId)
  await watch(id)
  const larger = renderingProcedures({ ...deps, exportLimit: async () => ({ height: 90, fps: 60 }) })
  const asked = { projectId, quality: 'standard' } as const
  expect((await call(larger.start, asked, lab.context('ada'))).id).not.toBe(id)
  expect((await start(projectId, 'best')).id).not.toBe(id)
  await db.$client.query('update caption_documents set revision = 2, snapshot_revision = 2 where project_id = $1', [
    projectId,
  ])
  expect((await start(projectId)).id).not.toBe(id)
})

test('keeps the recorded file when a second worker finishes the export later', async () => {
  const projectId = await projectWith(clip)
  const { id } = await start(projectId)
  // Like a second machine that took over the job of a stalled worker.
  await runExport(id, {
    workspace: () => lab.files.temporary(),
    async exportLimit() {
      await watch(id)
      return { height: 90, fps: 60 }
    },
  })

  expect((await list(projectId))[0]).toMatchObject({ state: 'done' })
  const { file, ...stored } = await recorded(id)
  expect(await hashFile(lab.pathOf(`projects/${projectId}/renders/${id}/${file}`))).toEqual(stored)
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders/${id}`))).toEqual([file])
})

test('holds no database connection while storing an export', async () => {
  const only = openDatabase(url, { max: 1 })
  onTestFinished(() => closeDatabase(only))
  const { id } = await unqueued()
  await runExport(id, {
    db: only,
    async adopt(...asked) {
      await only.$client.query('select 1')
      return lab.files.adopt(...asked)
    },
  })
  expect(await stateOf(id)).toBe('done')
})

test('leaves no file of an export cancelled while it is stored', async () => {
  const { id, projectId } = await unqueued()
  await runExport(id, {
    async adopt(...asked) {
      const stored = await lab.files.adopt(...asked)
      const cancelled = (tx: Tx) => jobWith({}).giveUp({ renderId: id }, 'cancelled', { tx, jobId: id, problem: null })
      await transaction(db, cancelled)
      return stored
    },
  })
  expect(await stateOf(id)).toBe('cancelled')
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders`)).catch(() => [])).toEqual([])
})

test('leaves no file of an export whose project is removed while it is stored', async () => {
  const { id, projectId } = await unqueued()
  await runExport(id, {
    async adopt(...asked) {
      const stored = await lab.files.adopt(...asked)
      await db.$client.query('delete from projects where id = $1', [projectId])
      return stored
    },
  })
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders`)).catch(() => [])).toEqual([])
})

test('repeats an export whose stored file vanished before it was recorded', async () => {
  const { id } = await unqueued()
  const vanished = runExport(id, {
    async adopt(path, key) {
      const stored = await lab.files.adopt(path, key)
      await lab.files.remove(key)
      return stored
    },
  })
  await expect(vanished).rejects.toThrow('vanished')
  expect(await stateOf(id)).toBe('running')
  await runExport(id)
  expect(await stateOf(id)).toBe('done')
})

test('deletes the file of a dead worker when its export is finished', async () => {
  const { id, projectId } = await unqueued()
  await storeCopy(lab.files, `projects/${projectId}/renders/${id}/${randomUUID()}.mp4`, clip)
  await runExport(id)
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders/${id}`))).toEqual([(await recorded(id)).file])
})

test('counts a finished download once, even in several ranges', async () => {
  const { done, size } = await exported()
  downloads.length = 0
  await (await fetchFrom(done)).arrayBuffer()
  await counted(1)
  for (const range of [`bytes=0-999`, `bytes=${size - 1_000}-`, `bytes=0-1999`])
    await (await fetchFrom(done, range)).arrayBuffer()
  await (await fetchFrom(done, 'bytes=1500-')).arrayBuffer()
  await counted(2)
  await (await fetchFrom(done, `bytes=${size - 1_000}-`)).arrayBuffer()
  const left = await fetchFrom(done)
  await left.body?.cancel()
  const head = await send(done, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  await (await fetchFrom(done)).arrayBuffer()
  await counted(3)
})

test('ends a cancelled export early and leaves no file', async () => {
  const projectId = await projectWith(minute, MINUTE)
  const { id } = await start(projectId, 'best')
  let asked = false
  for await (const { framesDone } of await call(procedures.watch, { renderId: id }, lab.context('ada'))) {
    if (framesDone > 0 && !asked) await call(procedures.cancel, { renderId: id }, lab.context('ada'))
    asked = framesDone > 0
    expect(framesDone).toBeLessThan(750)
  }
  expect((await list(projectId))[0]).toMatchObject({ state: 'cancelled', problem: null, download: null })
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders`)).catch(() => [])).toEqual([])
})

test('deletes the file of a dead worker when its export is cancelled', async () => {
  const projectId = await projectWith(minute, MINUTE)
  const { id } = await start(projectId)
  await storeCopy(lab.files, `projects/${projectId}/renders/${id}/video.mp4`, clip)
  await call(procedures.cancel, { renderId: id }, lab.context('ada'))
  expect((await watch(id)).at(-1)?.state).toBe('cancelled')
  expect(await filesUnder(lab.pathOf(`projects/${projectId}/renders`)).catch(() => [])).toEqual([])
})

test('cancels the running export of a removed project', async () => {
  const projectId = await projectWith(minute, MINUTE)
  const { id } = await start(projectId)
  const steps = await call(procedures.watch, { renderId: id }, lab.context('ada'))
  for await (const render of steps) if (render.framesDone > 0) break
  await transaction(db, async (tx) => {
    await endRendersOf(tx, lab, projectId)
    await tx.$client.query('delete from projects where id = $1', [projectId])
  })
  await expect.poll(async () => (await lab.jobs.bySubject(db, 'rendering.render', id))?.state).toBe('cancelled')
})

test('rejects an export without captions or with an unknown template', async () => {
  const projectId = await projectWith(clip, {}, null)
  await expect(start(projectId)).rejects.toThrow('There are no captions to export yet.')
  const other = await projectWith(clip)
  await setTemplate(other, { id: 'gone', version: 1 })
  await expect(start(other)).rejects.toThrow('does not exist')
})

test('draws the template copied at the order, even if the catalogue lacks it', async () => {
  const { id, projectId } = await unqueued()
  expect(await templateOfRender(db, id)).toMatchObject({ id: 'karaoke', version: newestTemplate('karaoke').version })
  // Like after the deploy of a release with other versions.
  await db.$client.query(`update renders set template = jsonb_set(template, '{version}', '99') where id = $1`, [id])
  const later = await picturesOf(id, projectId)

  const plain = await unqueued()
  const boxed = await unqueued()
  await db.$client.query('update renders set template = $2 where id = $1', [boxed.id, newestTemplate('boxed')])
  expect(later).toEqual(await picturesOf(plain.id, plain.projectId))
  expect(await picturesOf(boxed.id, boxed.projectId)).not.toEqual(later)
  expect(await templateOfRender(db, id)).toBeUndefined()
})

test('draws the named version for exports queued before templates were copied', async () => {
  const { id, projectId } = await unqueued()
  await db.$client.query('update renders set template = null where id = $1', [id])
  const plain = await unqueued()
  expect(await picturesOf(id, projectId)).toEqual(await picturesOf(plain.id, plain.projectId))
})

test('rejects an export with an unavailable template version', async () => {
  const projectId = await projectWith(clip)
  await setTemplate(projectId, { id: 'karaoke', version: 99 })
  await expect(start(projectId)).rejects.toThrow('version 99 of the template Karaoke, which is not available here')
})

test('hides an export from others, and serves no file of an unfinished one', async () => {
  const { done } = await exported()
  expect((await send(done, {}, 'eve')).status).toBe(404)
  expect((await send(done, {}, null)).status).toBe(401)
  await expect(call(procedures.cancel, { renderId: done.id }, lab.context('eve'))).rejects.toThrow('Export not found')
  const projectId = await projectWith(minute, MINUTE)
  const unfinished = await start(projectId)
  expect((await send(unfinished)).status).toBe(409)
  await call(procedures.cancel, { renderId: unfinished.id }, lab.context('ada'))
  await watch(unfinished.id)
})

/** A prepared project of ada's with three words, or with no captions at all. */
function projectWith(sourcePath: string, probe: Parameters<typeof probeOf>[0] = {}, said?: null): Promise<string> {
  return captionedProject(lab, { sourcePath, probe, ...(said === null && { said }) })
}

/** Sets a template that no edit could set. */
async function setTemplate(projectId: string, template: { id: string; version: number }): Promise<void> {
  const document = Buffer.from(JSON.stringify({ ...(await documentOf(db, projectId)), template }))
  await db.$client.query('update caption_documents set snapshot = $2 where project_id = $1', [projectId, document])
}

/** One finished export, made once on first use. */
function exported(): ReturnType<typeof exportOnce> {
  return (finished ??= exportOnce())
}

async function exportOnce() {
  const projectId = await projectWith(clip)
  const started = await start(projectId)
  const done = (await watch(started.id)).at(-1)
  if (done === undefined || done.sizeBytes === null) throw new Error('not exported')
  return { projectId, started, done, size: done.sizeBytes }
}

type JobParts = Partial<Pick<FileStore, 'adopt' | 'workspace'>> & Partial<Pick<RenderingJobDeps, 'db' | 'exportLimit'>>

function jobWith({ db: own = db, exportLimit, ...parts }: JobParts) {
  const files = { ...lab.files, ...parts }
  return renderJob({ ...deps, db: own, files, exportLimit: exportLimit ?? (async () => ({ height: 90, fps: 60 })) })
}

/** Runs an export's job once, besides the worker. */
function runExport(renderId: string, parts: JobParts = {}): Promise<void> {
  const io = { jobId: renderId, signal: new AbortController().signal, progress: () => undefined }
  return jobWith(parts).run({ renderId }, io)
}

/** A queued export without a job. */
async function unqueued(): Promise<{ id: string; projectId: string }> {
  const projectId = await projectWith(clip)
  const [id, document] = [randomUUID(), await documentOf(db, projectId)]
  if (document === undefined) throw new Error('no captions')
  const render = {
    id,
    projectId,
    ownerId: 'ada',
    quality: 'standard',
    document,
    template: exactTemplateOf(document),
    createdAt: new Date(),
  } as const
  await transaction(db, (tx) => insertRender(tx, render))
  return { id, projectId }
}

/** The pictures of a finished export, hashed: how they lie between the sound may differ from file to file. */
async function picturesOf(id: string, projectId: string): Promise<string> {
  await runExport(id)
  const { file } = await recorded(id)
  const path = lab.pathOf(`projects/${projectId}/renders/${id}/${file}`)
  return runTool('ffmpeg', ['-i', path, '-map', '0:v', '-f', 'streamhash', '-'])
}

async function stateOf(id: string): Promise<string | undefined> {
  return (await findRender(db, id))?.state
}

/** The finished file according to its row. */
async function recorded(id: string): Promise<{ file: string; sha256: string | null; sizeBytes: number | null }> {
  const render = await findRender(db, id)
  if (render === undefined) throw new Error('no export')
  const { file, sha256, sizeBytes } = render
  return { file, sha256, sizeBytes }
}

function start(projectId: string, quality: 'standard' | 'best' = 'standard'): Promise<Render> {
  return call(procedures.start, { projectId, quality }, lab.context('ada'))
}

function list(projectId: string): Promise<Render[]> {
  return call(procedures.list, { projectId }, lab.context('ada'))
}

async function watch(renderId: string): Promise<Render[]> {
  const steps: Render[] = []
  for await (const step of await call(procedures.watch, { renderId }, lab.context('ada'))) steps.push(step)
  return steps
}

async function counted(times: number): Promise<void> {
  await expect.poll(() => downloads).toEqual(Array.from({ length: times }, () => 'ada'))
}

function send({ id }: Pick<Render, 'id'>, init: RequestInit = {}, userId: string | null = 'ada'): Promise<Response> {
  const app = router()
  app.use((c, next) => {
    c.set('caller', userId === null ? null : { userId, email: `${userId}@example.com` })
    c.set('log', lab.log)
    return next()
  })
  app.route('/api/renders', renderRoutes(deps))
  return Promise.resolve(app.request(`/api/renders/${id}/video.mp4`, init))
}

function fetchFrom(render: Render | undefined, range?: string): Promise<Response> {
  if (render === undefined) throw new Error('no export')
  return send(render, range === undefined ? {} : { headers: { range } })
}
