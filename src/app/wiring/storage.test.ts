import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { testProduct } from '../../../tests/support/product.ts'
import {
  filesIn,
  keeper,
  type Keeper,
  storeExport,
  storeVideo,
  passUndoPeriod,
} from '../../../tests/support/storage.ts'
import type { Storage } from '#features/storage/model/index.ts'

const site = await testProduct()
const { db } = site

test('lists videos, exports and caption files with size, date, expiry and total', async () => {
  const ada = await keeper(site, 'ada')
  const expiresAt = new Date('2027-01-01T00:00:00Z')
  const video = await storeVideo(site, ada, { title: 'Talk', bytes: 2_000, expiresAt })
  const made = await storeExport(site, video, 700)
  const word = { text: 'héllo', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const transcript = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id: video, probe: probeOf() }, transcript))

  const kept = await listOf(ada)
  // The captions themselves are somewhat less than a kilobyte.
  expect(kept.usedBytes).toBeGreaterThan(2_700)
  expect(kept.usedBytes).toBeLessThan(3_700)
  expect(kept).toMatchObject({ uploadingBytes: 0, quotaBytes: 2e9, mayUpgrade: true })
  const source = kept.files.find(({ kind }) => kind === 'video')
  expect(source).toMatchObject({ id: video, title: 'Talk', sizeBytes: 2_000, expiresAt: expiresAt.toISOString() })
  expect(kept.files.find(({ kind }) => kind === 'export')).toMatchObject({
    id: made,
    projectId: video,
    title: 'Talk',
    sizeBytes: 700,
    expiresAt: expiresAt.toISOString(),
  })
  for (const { download, sizeBytes } of source?.captions ?? []) {
    const answer = await ada.send(download)
    expect(answer.status, download).toBe(200)
    expect(Buffer.byteLength(answer.text), download).toBe(sizeBytes)
  }
  expect(source?.captions.map(({ format }) => format)).toEqual(['SRT', 'VTT', 'JSON'])
})

test('offers no caption files of captions without words', async () => {
  const mute = await keeper(site, 'mute')
  const video = await storeVideo(site, mute, { title: 'No sound' })
  const silence = { words: [], lang: 'und', provenance: { engine: 'none', model: 'none' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id: video, probe: probeOf({ audio: null }) }, silence))
  expect((await listOf(mute)).files).toMatchObject([{ id: video, captions: [] }])
})

test('shows no expiry on a plan that keeps files for good', async () => {
  const pro = await keeper(site, 'pro', 'pro')
  await storeVideo(site, pro, { expiresAt: new Date('2027-01-01T00:00:00Z') })
  expect((await listOf(pro)).files.map(({ expiresAt }) => expiresAt)).toEqual([null])
})

test('removes everywhere at once, and restores exactly', async () => {
  const bea = await keeper(site, 'bea')
  const video = await storeVideo(site, bea, { title: 'Mine' })
  const [first, second] = [await storeExport(site, video), await storeExport(site, video)]
  const before = { list: await listOf(bea), rows: await rowsOf(video), files: await filesIn(site) }

  await done(bea, 'remove', [named('export', first)])
  expect((await listOf(bea)).files.map(({ id }) => id)).not.toContain(first)
  expect((await bea.send(`/api/renders/${first}/video.mp4`)).status).toBe(404)
  expect((await bea.call('rendering/list', { projectId: video })).output).toMatchObject([{ id: second }])

  await done(bea, 'remove', [named('video', video), named('export', second)])
  expect(await listOf(bea)).toMatchObject({ files: [], usedBytes: 0 })
  expect((await bea.call('media/list')).output).toEqual([])
  for (const [procedure, input] of [
    ['media/get', { projectId: video }],
    ['media/rename', { projectId: video, title: 'Other' }],
    ['captions/get', { projectId: video }],
    ['transcription/quote', { projectId: video }],
    ['rendering/start', { projectId: video }],
    ['rendering/list', { projectId: video }],
    ['rendering/watch', { renderId: second }],
    ['storage/link', named('video', video)],
    ['storage/link', named('export', second)],
    ['storage/rename', { projectId: video, title: 'Other' }],
    ['storage/remove', { files: [named('video', video)] }],
  ] as const) {
    const { status, text } = await bea.call(procedure, input)
    expect([status, procedure === 'rendering/watch' ? text.includes('not_found') : true], procedure).toEqual([
      procedure === 'rendering/watch' ? 200 : 404,
      true,
    ])
  }
  expect((await bea.send(`/api/renders/${second}/video.mp4`)).status).toBe(404)
  expect((await bea.send(`/api/media/${video}/peaks.bin`)).status).toBe(404)

  await done(bea, 'restore', [named('video', video), named('export', second)])
  await done(bea, 'restore', [named('export', first)])
  expect({ list: await listOf(bea), rows: await rowsOf(video), files: await filesIn(site) }).toEqual(before)
})

test('removes all named items or none', async () => {
  const cleo = await keeper(site, 'cleo')
  const video = await storeVideo(site, cleo)
  const { status } = await cleo.call('storage/remove', {
    files: [named('video', video), named('export', randomUUID())],
  })
  expect(status).toBe(404)
  expect((await listOf(cleo)).files.map(({ id }) => id)).toEqual([video])
})

test('erases rows and files by visible jobs after the undo period, and then refuses to undo', async () => {
  const dora = await keeper(site, 'dora')
  const [video, kept] = [await storeVideo(site, dora), await storeVideo(site, dora)]
  const [inside, alone] = [await storeExport(site, video), await storeExport(site, kept)]
  await done(dora, 'remove', [named('video', video), named('export', alone)])
  await site.product.maintenance()
  expect(keysOf(await filesIn(site), [video, inside, alone]), 'while it can be undone').toHaveLength(4)

  await passUndoPeriod(site)
  expect(keysOf(await filesIn(site), [video, inside, alone])).toEqual([])
  expect(keysOf(await filesIn(site), [kept])).toHaveLength(2)
  const { rows } = await db.$client.query(
    `select name, subject_id, state from jobs where name like '%.erase' and owner_id = $1 order by name`,
    [dora.id],
  )
  expect(rows).toEqual([
    { name: 'media.erase', subject_id: video, state: 'done' },
    { name: 'rendering.erase', subject_id: alone, state: 'done' },
  ])
  const late = await dora.call('storage/restore', { files: [named('video', video)] })
  expect(late.status).toBe(404)
})

test('renames a video and its exports', async () => {
  const eve = await keeper(site, 'eve')
  const video = await storeVideo(site, eve)
  await storeExport(site, video)
  const renamed = await eve.call('storage/rename', { projectId: video, title: '  Better\u202E name ' })
  expect(renamed.output).toEqual({ title: 'Better name' })
  expect((await listOf(eve)).files.map(({ title }) => title)).toEqual(['Better name', 'Better name'])
})

test('refuses to list, rename, link or remove another user’s files', async () => {
  const [finn, mallory] = [await keeper(site, 'finn'), await keeper(site, 'mallory')]
  const video = await storeVideo(site, finn)
  const made = await storeExport(site, video)
  for (const file of [named('video', video), named('export', made), named('video', randomUUID())]) {
    expect((await mallory.call('storage/link', file)).status).toBe(404)
    expect((await mallory.call('storage/remove', { files: [file] })).status).toBe(404)
  }
  expect((await mallory.call('storage/rename', { projectId: video, title: 'Mine' })).status).toBe(404)
  await done(finn, 'remove', [named('video', video)])
  expect((await mallory.call('storage/restore', { files: [named('video', video)] })).status).toBe(404)
  expect((await mallory.call('storage/restore', { files: [named('export', made)] })).status).toBe(404)
  expect((await listOf(finn)).files).toEqual([])
  expect((await listOf(mallory)).files).toEqual([])
})

function named(kind: 'video' | 'export', id: string) {
  return { kind, id }
}

async function listOf(person: Keeper): Promise<Storage> {
  return (await person.call('storage/list')).output as Storage
}

async function done(person: Keeper, procedure: 'remove' | 'restore', files: object[]): Promise<void> {
  const { status, text } = await person.call(`storage/${procedure}`, { files })
  expect(status, text).toBe(200)
}

async function rowsOf(projectId: string): Promise<unknown[]> {
  const projects = await db.$client.query('select * from projects where id = $1', [projectId])
  const renders = await db.$client.query('select * from renders where project_id = $1 order by id', [projectId])
  return [...projects.rows, ...renders.rows]
}

function keysOf(files: ReadonlyMap<string, number>, ids: readonly string[]): string[] {
  return [...files.keys()].filter((key) => ids.some((id) => key.includes(id)))
}
