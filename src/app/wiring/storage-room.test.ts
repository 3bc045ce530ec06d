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

/** A free plan with room for 10,000 bytes, and a basic one with room for 20,000. */
const PLANS = { free: { storageMegabytes: 0.01 }, basic: { storageMegabytes: 0.02 } }

const site = await testProduct({ settings: { PLANS_JSON: JSON.stringify({ plans: PLANS }) } })
const { db } = site

test('refuses an upload beyond the quota before its first byte, and says how to make room', async () => {
  const ada = await keeper(site, 'ada')
  const video = await storeVideo(site, ada, { bytes: 6_000 })
  await storeExport(site, video, 1_000)
  const refused = await begin(ada, 3_001)
  expect(refused.status).toBe(413)
  expect(refused.json()).toEqual({
    error: {
      code: 'storage_full',
      message:
        'Not enough storage: 7 kB of 10 kB are used, and this file needs 3 kB. Delete something, or upgrade your plan.',
      details: { usedBytes: 7_000, quotaBytes: 10_000 },
    },
  })
  expect(await projectsOf(ada)).toBe(1)
  expect((await begin(ada, 3_000)).status).toBe(201)
})

test('an upload reserves its room before its first byte', async () => {
  const bea = await keeper(site, 'bea')
  expect((await begin(bea, 8_000)).status).toBe(201)
  expect((await begin(bea, 2_001)).status).toBe(413)
  expect((await bea.call('storage/list')).output).toMatchObject({ usedBytes: 0, uploadingBytes: 8_000 })
})

test('starts only as many of ten simultaneous uploads as fit', async () => {
  const cleo = await keeper(site, 'cleo')
  const answers = await Promise.all(Array.from({ length: 10 }, () => begin(cleo, 3_000)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(7)
  expect(await projectsOf(cleo)).toBe(3)
})

test('limits the unfinished uploads of an account when many begin at once', async () => {
  const gwen = await keeper(site, 'gwen')
  const answers = await Promise.all(Array.from({ length: 25 }, () => begin(gwen, 1)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.map(({ text }) => text)).toEqual(
    Array.from({ length: 5 }, () => expect.stringContaining('You have 20 unfinished uploads.')),
  )
  expect(await projectsOf(gwen)).toBe(20)
})

test('a full account can still download, but not upload or export until it deletes something', async () => {
  const dora = await keeper(site, 'dora', 'basic')
  // With less than a kilobyte of captions.
  const [video, other] = [
    await storeVideo(site, dora, { bytes: 8_600 }),
    await storeVideo(site, dora, { bytes: 8_600 }),
  ]
  const word = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const transcript = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id: video, probe: probeOf() }, transcript))
  const before = await filesIn(site)
  await db.$client.query(`update users set plan = 'free' where id = $1`, [dora.id])

  const refused = await dora.call('rendering/start', { projectId: video })
  expect([refused.status, refused.text]).toEqual([413, expect.stringMatching(/1[78](\.\d)? kB of 10 kB are used/)])
  expect((await db.$client.query('select 1 from renders where project_id = $1', [video])).rowCount).toBe(0)
  expect((await begin(dora, 1)).status).toBe(413)
  await site.product.maintenance()
  expect(await filesIn(site)).toEqual(before)
  const { output } = await dora.call('storage/link', { kind: 'video', id: video })
  expect((await dora.send((output as { url: string }).url)).status).toBe(200)

  await dora.call('storage/remove', { files: [{ kind: 'video', id: other }] })
  expect((await dora.call('rendering/start', { projectId: video })).status).toBe(200)
})

test('a deletion makes room at once, but undoing in turns never exceeds twice the quota', async () => {
  const fay = await keeper(site, 'fay')
  const video = await storeVideo(site, fay, { bytes: 10_000 })
  await fay.call('storage/remove', { files: [{ kind: 'video', id: video }] })
  const begun = await begin(fay, 10_000)
  expect(begun.status).toBe(201)
  const upload = begun.headers.get('location')?.split('/').at(-1)
  await fay.call('storage/remove', { files: [{ kind: 'video', id: upload }] })

  const refused = await begin(fay, 1)
  expect(refused.status).toBe(413)
  expect(refused.text).toContain('Deleted files are still being erased. Try again in a few minutes.')
  for (const id of [video, upload])
    expect((await fay.call('storage/restore', { files: [{ kind: 'video', id }] })).status).toBe(200)
  expect((await fay.call('storage/list')).output).toMatchObject({ usedBytes: 10_000, uploadingBytes: 10_000 })

  await fay.call('storage/remove', { files: [video, upload].map((id) => ({ kind: 'video', id })) })
  await passUndoPeriod(site)
  expect((await begin(fay, 10_000)).status).toBe(201)
})

test('a plan with contracted storage has room for its largest file', async () => {
  const eve = await keeper(site, 'eve', 'enterprise')
  await storeVideo(site, eve, { bytes: 30_000 })
  expect((await eve.call('storage/list')).output).toMatchObject({ quotaBytes: null, mayUpgrade: false })
  expect((await begin(eve, 1_000_000)).status).toBe(201)
})

function begin(person: Keeper, bytes: number) {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(bytes) }
  return person.send('/api/uploads', { method: 'POST', headers })
}

async function projectsOf({ id }: Keeper): Promise<number> {
  return (await db.$client.query('select 1 from projects where owner_id = $1', [id])).rowCount ?? 0
}
