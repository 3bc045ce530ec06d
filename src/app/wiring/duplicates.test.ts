import { expect, test } from 'vitest'
import { createDocumentFor, documentOf } from '#features/captions/server/index.ts'
import { Project } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { until } from '../../../tests/drills/children.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { testProduct } from '../../../tests/support/product.ts'
import {
  filesIn,
  keeper,
  type Keeper,
  passUndoPeriod,
  storeExport,
  storeVideo,
} from '../../../tests/support/storage.ts'

/** A free plan with room for 10,000 bytes. */
const PLANS = { free: { storageMegabytes: 0.01 } }

const site = await testProduct({ settings: { PLANS_JSON: JSON.stringify({ plans: PLANS }) } })
const { db, product } = site

test('copies a video with its captions, and nothing else of it', async () => {
  const ada = await keeper(site, 'ada', 'premium')
  const source = await captionedVideo(ada, { title: 'Talk' })
  await storeExport(site, source)
  await ada.call('media/tag', { projectIds: [source], add: ['Keynote'], remove: [] })
  const started = await duplicate(ada, source)
  expect(started).toMatchObject({ title: 'Copy of Talk', stage: 'preparing', isCopying: true, tags: ['Keynote'] })
  const copy = started.id
  await runJobs()

  expect(await view(ada, copy)).toMatchObject({ title: 'Copy of Talk', stage: 'prepared', progress: 1 })
  expect(await view(ada, copy)).not.toHaveProperty('isCopying')
  expect(await contents(copy)).toEqual(await contents(source, ['source', 'peaks.bin']))
  const [before, after] = [await documentOf(db, source), await documentOf(db, copy)]
  expect(after).toEqual({ ...before, id: after?.id, rev: 1, media: { ...before?.media, id: copy } })
  expect(after?.id).not.toBe(before?.id)
  expect((await ada.call('transcription/get', { projectId: copy })).output).toMatchObject({ state: 'done', credits: 0 })
  expect((await ada.call('captions/history', { projectId: copy })).output).toMatchObject({ entries: [] })
  expect((await ada.call('rendering/list', { projectId: copy })).output).toEqual([])
  expect(await drift(copy)).toEqual([])
})

test('an edit or a deletion of one leaves the other as it is', async () => {
  const bea = await keeper(site, 'bea', 'premium')
  const source = await captionedVideo(bea)
  const { id: copy } = await duplicate(bea, source)
  await runJobs()
  const whole = await contents(copy)
  const commands = [{ type: 'setWordText', id: (await documentOf(db, copy))?.words[0]?.id, text: 'Changed' }]
  const batches = [{ batchId: crypto.randomUUID(), commands }]
  await bea.call('captions/apply', { projectId: copy, clientId: crypto.randomUUID(), baseRevision: 1, batches })
  expect((await documentOf(db, source))?.words[0]?.text).toBe('never')
  expect((await documentOf(db, copy))?.words[0]?.text).toBe('Changed')

  await bea.call('storage/remove', { files: [{ kind: 'video', id: source }] })
  await passUndoPeriod(site)
  expect(await contents(source)).toEqual({})
  expect(await contents(copy)).toEqual(whole)
  expect((await documentOf(db, copy))?.words[0]?.text).toBe('Changed')
})

test('numbers the copies of one video, also when they begin at once', async () => {
  const cleo = await keeper(site, 'cleo', 'premium')
  const source = await storeVideo(site, cleo, { title: 'Talk' })
  const copies = await Promise.all([1, 2, 3].map(() => duplicate(cleo, source)))
  expect(copies.map(({ title }) => title).toSorted()).toEqual(['Copy of Talk', 'Copy of Talk (2)', 'Copy of Talk (3)'])
})

test('counts a copy as storage from its start, and refuses one without room', async () => {
  const dora = await keeper(site, 'dora')
  const source = await storeVideo(site, dora, { bytes: 4_000 })
  const { id: copy } = await duplicate(dora, source)
  expect((await dora.call('storage/list')).output).toMatchObject({ usedBytes: 4_000, uploadingBytes: 4_000 })
  expect((await dora.call('storage/link', { kind: 'video', id: copy })).status, 'not whole yet').toBe(404)
  const refused = await dora.call('media/duplicate', { projectId: source })
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('Not enough storage')])
  await runJobs()
  expect((await dora.call('storage/list')).output).toMatchObject({ usedBytes: 8_000, uploadingBytes: 0 })
  expect((await dora.call('storage/link', { kind: 'video', id: copy })).status).toBe(200)
})

test('refuses a video that is not ready, or that the plan no longer takes', async () => {
  const emma = await keeper(site, 'emma', 'premium')
  const source = await storeVideo(site, emma)
  const { id: copy } = await duplicate(emma, source)
  const early = await emma.call('media/duplicate', { projectId: copy })
  expect([early.status, early.text]).toEqual([409, expect.stringContaining('This video is not ready yet.')])
  await db.$client.query(`update projects set probe = probe || '{"durationMs": 600000}' where id = $1`, [source])
  await db.$client.query("update users set plan = 'free' where id = $1", [emma.id])
  const long = await emma.call('media/duplicate', { projectId: source })
  expect([long.status, long.text]).toEqual([413, expect.stringContaining('This video is 10:00 long')])
})

test('a copy that was killed goes on with its next file, and ends once', async () => {
  const finn = await keeper(site, 'finn', 'premium')
  const source = await storeVideo(site, finn, { bytes: 3_000_000 })
  const { id: copy } = await duplicate(finn, source)
  const killed = new AbortController()
  const seen: number[] = []
  const first = copyNow(copy, {
    signal: killed.signal,
    progress(done) {
      seen.push(done)
      killed.abort(new Error('killed'))
    },
  })
  await expect(first).rejects.toThrow()
  expect(seen[0]).toBeLessThan(1)
  expect(await view(finn, copy)).toMatchObject({ stage: 'preparing' })
  await Promise.all([copyNow(copy), copyNow(copy)])
  await copyNow(copy)
  expect(await view(finn, copy)).toMatchObject({ stage: 'prepared' })
  expect(await contents(copy)).toEqual(await contents(source))
  expect(await drift(copy)).toEqual([])
})

test('says that the original is gone, and leaves no file', async () => {
  const gina = await keeper(site, 'gina', 'premium')
  const source = await storeVideo(site, gina)
  const { id: copy } = await duplicate(gina, source)
  await gina.call('media/remove', { projectId: source })
  await runJobs()
  expect(await view(gina, copy)).toMatchObject({
    stage: 'refused',
    isCopying: true,
    problem: 'The original was deleted before it was copied.',
  })
  expect(await contents(copy)).toEqual({})
  expect((await gina.call('storage/list')).output).toMatchObject({ usedBytes: 0, uploadingBytes: 0 })
})

test('a copy removed while its files are copied leaves none', async () => {
  const hana = await keeper(site, 'hana', 'premium')
  const source = await storeVideo(site, hana)
  const { id: copy } = await duplicate(hana, source)
  let removing: Promise<unknown> | undefined
  await copyNow(copy, { progress: () => void (removing ??= hana.call('media/remove', { projectId: copy })) })
  await removing
  await runJobs()
  expect(await contents(copy)).toEqual({})
  expect(await contents(source)).not.toEqual({})
})

async function duplicate(owner: Keeper, projectId: string): Promise<Project> {
  const answer = await owner.call('media/duplicate', { projectId })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return Project.parse(answer.output)
}

async function view(owner: Keeper, projectId: string): Promise<unknown> {
  return (await owner.call('media/get', { projectId })).output
}

/** Runs the job of a copy in this process. */
async function copyNow(
  projectId: string,
  { signal = new AbortController().signal, progress = () => undefined }: CopyOptions = {},
): Promise<void> {
  const job = product.work.find(({ name }) => name === 'media.copy')
  await job?.run({ projectId }, { jobId: 'job', signal, progress })
}

type CopyOptions = { signal?: AbortSignal; progress?(done: number): void }

/** Runs all waiting jobs of media in a worker. */
async function runJobs(): Promise<void> {
  const jobs = product.work.filter(({ name }) => name.startsWith('media.'))
  const worker = await startWorker({ db, url: site.databaseUrl, jobs, concurrency: 2, log: silentLog() })
  await until('the jobs are done', async () => {
    const { rowCount } = await db.$client.query("select 1 from jobs where finished_at is null and name like 'media.%'")
    return rowCount === 0 ? true : undefined
  })
  await worker.stop()
}

/** The files of a video by name, with their bytes. @param names default: all */
async function contents(projectId: string, names?: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [key, sizeBytes] of await filesIn(site)) {
    const name = key.slice(`projects/${projectId}/`.length)
    if (!key.startsWith(`projects/${projectId}/`) || names?.includes(name) === false) continue
    found[name] = Buffer.from(
      await new Response(product.files.openRange(key, 0, sizeBytes - 1)).arrayBuffer(),
    ).toString('base64')
  }
  return found
}

/** The files of a video without a row, or of another size. */
async function drift(projectId: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string; size: string }>(
    `select 'source' as name, size_bytes::text as size from projects where id = $1
     union all select key, value from projects, jsonb_each_text(asset_bytes) where id = $1`,
    [projectId],
  )
  const recorded = new Map(rows.map(({ name, size }) => [`projects/${projectId}/${name}`, Number(size)]))
  const stored = [...(await filesIn(site))].filter(([key]) => key.startsWith(`projects/${projectId}/`))
  return stored.filter(([key, size]) => recorded.get(key) !== size).map(([key]) => key)
}

/** A prepared video with three words and the run that found them. */
async function captionedVideo(owner: Keeper, o: { title?: string } = {}): Promise<string> {
  const id = await storeVideo(site, owner, o)
  const words = ['never', 'lose', 'words.'].map((text, at) => ({
    text,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  const transcript = { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id, probe: probeOf() }, transcript))
  await db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, state, progress, language,
       engine_label, credits, finished_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'auto', 'speech', 'done', 1, 'en', 'Test', 10, now())`,
    [id],
  )
  return id
}
