import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type BrandKit, Followers, SavedKit } from '#features/brand/model/index.ts'
import { findKitForNewVideo } from '#features/brand/server/index.ts'
import type { Command } from '#features/captions/model/index.ts'
import { documentOf, makeCaptions } from '#features/captions/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { until } from '../../../tests/drills/children.ts'
import { interleave } from '../../../tests/support/interleave.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper, storeVideo } from '../../../tests/support/storage.ts'

const site = await testProduct()
const { db, product } = site
const threadPool = openThreadPool()
afterAll(() => threadPool.close())
const RED = { fill: { active: '#ff0000' } }
const BLUE = { fill: { active: '#0000ff' } }
const GREEN = { fill: { active: '#00ff00' } }

test('new videos follow a kit that sets something, unless it says otherwise', async () => {
  const ada = await user()
  const plain = await newVideo(ada)
  expect((await documentOf(db, plain))?.brandKit).toBeUndefined()
  const { follow } = await saveKit(ada, { templateId: 'bounce', patch: RED })
  const following = await documentOf(db, await newVideo(ada))
  expect(following).toMatchObject({ rev: 1, brandKit: follow, template: { id: 'bounce' }, styles: { main: RED } })
  await saveKit(ada, { templateId: 'bounce', patch: RED, isFollowedByNew: false })
  expect((await documentOf(db, await newVideo(ada)))?.brandKit).toBeUndefined()
})

test('keeps the look that was chosen for new captions as their own change', async () => {
  const ada = await user()
  await saveKit(ada, { templateId: 'bounce', patch: RED })
  const doc = await documentOf(db, await newVideo(ada, { template: 'boxed' }))
  expect(doc).toMatchObject({ template: { id: 'boxed' }, styles: { main: RED }, brandKit: { revision: 2 } })
})

test('the template of a kit comes before that of the site, which stays below a kit without one', async () => {
  const ada = await user()
  await saveKit(ada, { templateId: 'bounce' })
  const bouncing = await documentOf(db, await newVideo(ada, {}, () => 'neon'))
  expect(bouncing).toMatchObject({ template: { id: 'bounce' } })
  await saveKit(ada, { patch: RED })
  const red = await documentOf(db, await newVideo(ada, {}, () => 'neon'))
  expect(red).toMatchObject({ template: { id: 'neon' }, styles: { main: RED }, brandKit: { revision: 3 } })
})

test('counts a revision only for a change that videos follow', async () => {
  const ada = await user()
  const first = await saveKit(ada, { patch: RED })
  const second = await saveKit(ada, { patch: RED, colors: ['#123456'] })
  const third = await saveKit(ada, { patch: BLUE })
  expect([second, third].map(({ follow }) => follow?.revision)).toEqual([
    first.follow?.revision,
    (first.follow?.revision ?? 0) + 1,
  ])
})

test('restyles every video that follows, and keeps what one of them changed itself', async () => {
  const ada = await user()
  await saveKit(ada, { patch: RED })
  const [same, own] = [await newVideo(ada), await newVideo(ada)]
  await edit(ada, own, { type: 'setStyle', styleId: 'main', patch: GREEN })
  await saveKit(ada, { templateId: 'bounce', patch: BLUE })
  expect(await followers(ada)).toMatchObject({ following: 2, behind: 2 })
  expect(await colourOf(same)).toBe('#ff0000')
  await restyle(ada)
  await runJobs()

  expect(await followers(ada)).toEqual({
    following: 2,
    behind: 0,
    restyle: { state: 'done', total: 2, restyled: 2, keptOwn: 1, skipped: 0 },
  })
  expect(await documentOf(db, same)).toMatchObject({ template: { id: 'bounce' }, styles: { main: BLUE } })
  expect(await documentOf(db, own)).toMatchObject({ template: { id: 'bounce' }, styles: { main: GREEN } })
  expect((await ada.call('captions/history', { projectId: same })).output).toMatchObject({
    entries: [{ label: 'Apply the changed brand kit', by: { you: true } }],
  })
})

test('brings titles and closing cards to every video that follows', async () => {
  const ada = await user()
  const card = { text: 'Follow @acme', durationMs: 1_000, patch: RED }
  await saveKit(ada, { closing: card })
  const [same, removed] = [await newVideo(ada), await newVideo(ada)]
  await edit(ada, removed, { type: 'setOverlays', overlays: { closing: null } })
  await edit(ada, same, { type: 'setOverlays', overlays: { title: { text: 'Three myths', t0: 0, t1: 900 } } })
  await saveKit(ada, { title: { durationMs: 500, patch: BLUE }, closing: { ...card, text: 'New', patch: GREEN } })
  await restyle(ada)
  await runJobs()
  expect(await documentOf(db, same)).toMatchObject({
    overlays: { title: { text: 'Three myths', t1: 900 }, closing: { text: 'New', durationMs: 1_000 } },
    styles: { 'overlay-title': BLUE, 'overlay-closing': GREEN },
  })
  expect((await documentOf(db, removed))?.overlays).toBeUndefined()
})

test('leaves videos alone that stopped following, are removed, or belong to somebody else', async () => {
  const [ada, bea] = [await user(), await user()]
  const { follow } = await saveKit(ada, { patch: RED })
  const [stopped, removed] = [await newVideo(ada), await newVideo(ada)]
  const foreign = await newVideo(bea)
  await edit(bea, foreign, { type: 'setBrandKit', kit: follow })
  await edit(ada, stopped, { type: 'setBrandKit', kit: null })
  await ada.call('media/remove', { projectId: removed })
  await saveKit(ada, { patch: BLUE })
  expect((await restyle(ada)).restyle).toBeNull()
  expect(await Promise.all([stopped, foreign].map(colourOf))).toEqual(['#ff0000', '#ff0000'])
})

test('a restyling that was killed goes on with the next video, and counts each once', async () => {
  const ada = await user()
  await saveKit(ada, { patch: RED })
  const videos = [await newVideo(ada), await newVideo(ada), await newVideo(ada)]
  await saveKit(ada, { patch: BLUE })
  await restyle(ada)
  const killed = new AbortController()
  const first = restyleNow(ada, { signal: killed.signal, progress: () => killed.abort(new Error('killed')) })
  await expect(first).rejects.toThrow('killed')
  expect((await followers(ada)).behind).toBe(2)
  await Promise.all([restyleNow(ada), restyleNow(ada)])
  await restyleNow(ada)
  expect(await followers(ada)).toMatchObject({ behind: 0, restyle: { state: 'done', restyled: 3, skipped: 0 } })
  for (const video of videos) expect((await documentOf(db, video))?.rev).toBe(2)
})

test('works through many videos in parts, each queued once', async () => {
  const ada = await user()
  await saveKit(ada, { patch: RED })
  for (let count = 0; count < 21; count++) await newVideo(ada)
  await saveKit(ada, { patch: BLUE })
  await restyle(ada)
  await Promise.all([restyleNow(ada), restyleNow(ada)])
  const { rowCount } = await db.$client.query(
    "select 1 from jobs where name = 'brand.restyle' and owner_id = $1 and payload ->> 'part' = '2'",
    [ada.id],
  )
  expect(rowCount).toBe(1)
  await runJobs()
  expect(await followers(ada)).toMatchObject({ behind: 0, restyle: { state: 'done', restyled: 21 } })
})

test('a cancelled restyling stops, and another one continues it', async () => {
  const ada = await user()
  await saveKit(ada, { patch: RED })
  await newVideo(ada)
  await newVideo(ada)
  await saveKit(ada, { patch: BLUE })
  await restyle(ada)
  // The cancellation is saved between the first video and the second.
  const beforeTheSecond = () => interleave('from caption_documents', () => ada.call('brand/cancelRestyle'))
  let cancelling: Promise<unknown> | undefined
  await restyleNow(ada, { progress: () => void (cancelling ??= beforeTheSecond()) })
  await cancelling
  await runJobs()
  expect(await followers(ada)).toMatchObject({ behind: 1, restyle: { state: 'cancelled', restyled: 1 } })
  await restyle(ada)
  await runJobs()
  expect(await followers(ada)).toMatchObject({ behind: 0 })
})

test('a collaborator chooses to follow the kit of the owner, and a viewer cannot', async () => {
  const [ada, bea] = [await user('premium'), await user()]
  const { follow } = await saveKit(ada, { patch: RED, isFollowedByNew: false })
  const video = await newVideo(ada)
  await collaborate(ada, bea, 'viewer')
  expect((await bea.call('brand/projectKit', { projectId: video })).output).toMatchObject({ follow })
  expect((await applied(bea, video, { type: 'setBrandKit', kit: follow })).status).toBe(403)
  await db.$client.query("update collaborators set role = 'editor' where user_id = $1", [bea.id])
  expect((await applied(bea, video, { type: 'setBrandKit', kit: follow })).status).toBe(200)
  expect(await colourOf(video)).toBe('#ff0000')
})

test('a copy of a video follows the kit too', async () => {
  const ada = await user('premium')
  await saveKit(ada, { patch: RED })
  const video = await newVideo(ada)
  expect((await ada.call('media/duplicate', { projectId: video })).status).toBe(200)
  expect((await followers(ada)).following).toBe(2)
})

test('an export that waits keeps the look that it was ordered with', async () => {
  const ada = await user()
  await saveKit(ada, { patch: RED })
  const video = await newVideo(ada)
  const { output } = await ada.call('rendering/start', { projectId: video, quality: 'standard', revision: 1 })
  const before = await orderedCaptions(video)
  await saveKit(ada, { patch: BLUE })
  await restyle(ada)
  await runJobs()
  expect(output).toMatchObject({ state: 'queued' })
  expect(await colourOf(video)).toBe('#0000ff')
  expect(await orderedCaptions(video)).toEqual(before)
})

async function user(plan = 'free'): Promise<Keeper> {
  return keeper(site, randomUUID().slice(0, 8), plan)
}

async function saveKit(owner: Keeper, kit: Partial<BrandKit>): Promise<SavedKit> {
  const answer = await owner.call('brand/saveKit', { colors: [], templateId: null, ...kit })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return SavedKit.parse(answer.output)
}

/** A prepared video with captions that a transcription has just made. */
async function newVideo(
  owner: Keeper,
  o: { template?: string } = {},
  templateOfSite: () => string | null = () => null,
): Promise<string> {
  const id = await storeVideo(site, owner)
  const words = ['never', 'lose', 'words.'].map((text, at) => ({
    text,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  const transcript = { projectId: id, language: 'en', words, engine: 'test', model: 'test', attribution: null, ...o }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool, findKitForNewVideo, templateOfSite }, transcript))
  return id
}

/** Gives somebody access to the videos of an owner. */
async function collaborate(owner: Keeper, guest: Keeper, role: 'viewer' | 'editor'): Promise<void> {
  await db.$client.query('insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, $3, now())', [
    owner.id,
    guest.id,
    role,
  ])
}

async function applied(editor: Keeper, projectId: string, command: Command) {
  const baseRevision = (await documentOf(db, projectId))?.rev
  const batches = [{ batchId: randomUUID(), commands: [command] }]
  return editor.call('captions/apply', { projectId, clientId: randomUUID(), baseRevision, batches })
}

async function edit(editor: Keeper, projectId: string, command: Command): Promise<void> {
  expect((await applied(editor, projectId, command)).output).toMatchObject({ refused: [] })
}

async function followers(owner: Keeper): Promise<Followers> {
  return Followers.parse((await owner.call('brand/followers')).output)
}

async function restyle(owner: Keeper): Promise<Followers> {
  return Followers.parse((await owner.call('brand/restyle')).output)
}

async function colourOf(projectId: string): Promise<unknown> {
  return (await documentOf(db, projectId))?.styles['main']?.fill?.active
}

/** Runs the first part of a restyling in this process. */
async function restyleNow(
  owner: Keeper,
  { signal = new AbortController().signal, progress = () => undefined }: JobOptions = {},
): Promise<void> {
  const { rows } = await db.$client.query<{ id: string }>(
    'select id from brand_restyles where owner_id = $1 order by created_at desc limit 1',
    [owner.id],
  )
  const job = product.work.find(({ name }) => name === 'brand.restyle')
  await job?.run({ restyleId: rows[0]?.id, part: 1 }, { jobId: 'job', signal, progress })
}

type JobOptions = { signal?: AbortSignal; progress?(done: number): void }

/** Runs all waiting restylings in a worker. */
async function runJobs(): Promise<void> {
  const jobs = product.work.filter(({ name }) => name === 'brand.restyle')
  const worker = await startWorker({ db, url: site.databaseUrl, jobs, concurrency: 2, log: silentLog() })
  await until('the jobs are done', async () => {
    const { rowCount } = await db.$client.query(
      "select 1 from jobs where finished_at is null and name = 'brand.restyle'",
    )
    return rowCount === 0 ? true : undefined
  })
  await worker.stop()
}

async function orderedCaptions(projectId: string): Promise<unknown> {
  const { rows } = await db.$client.query('select captions from renders where project_id = $1', [projectId])
  return rows
}
