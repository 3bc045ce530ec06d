import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDocumentFor, documentOf } from '#features/captions/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { countBlockedQueries } from '../../../tests/support/blocked-queries.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { mountSmallDisk } from '../../../tests/support/small-disk.ts'
import { keeper, type Keeper, storeVideo } from '../../../tests/support/storage.ts'

const READ_ONLY = "The server can't save anything right now. Try again in a few minutes."
const FULL = "The server's disk is full. Try again in a few minutes."
/** Uploads need a gigabyte to spare; a mounted disk takes memory only for written bytes. */
const ROOMY = 1_200_000_000

const disk = await mountSmallDisk(ROOMY)
const site = await testProduct({ settings: disk === undefined ? {} : { DATA_DIR: disk.path } })
afterAll(() => disk?.remove())
const { db } = site
let ada: Keeper
let projectId: string

beforeAll(async () => {
  ada = await keeper(site, 'ada')
  projectId = await storeVideo(site, ada)
  const word = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const transcript = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe: probeOf() }, transcript))
})

test('serves reads from a read-only database, and says that saving fails', async () => {
  await makeReadOnly()
  expect((await ada.call('captions/get', { projectId })).status).toBe(200)
  expect((await ada.call('media/list')).status).toBe(200)
  for (const answer of [
    await editHello(),
    await ada.call('media/rename', { projectId, title: 'Other' }),
    await ada.send('/api/uploads', { method: 'POST', headers: { ...TUS, 'upload-length': '100' } }),
    await site.browser().send('/api/auth/sign-in/email', { json: LOG_IN }),
    await site.browser().send('/api/auth/sign-up/email', { json: { ...LOG_IN, email: `${randomUUID()}@example.com` } }),
  ])
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining(READ_ONLY)])
})

test.each([
  ['a page of ours', () => ada.call('media/list')],
  ['a file route', () => ada.send(`/api/captions/${projectId}/captions.srt`)],
])('%s answers with a time to retry when a database restart ends the connection', async (_what, ask) => {
  const answer = await db.$client.connect().then(async (client) => {
    try {
      await client.query('begin')
      await client.query('lock table projects in access exclusive mode')
      const asked = ask()
      await expect.poll(() => countBlockedQueries(db)).toBe(1)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return await asked
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(answer.text).toContain('The server is restarting. Try again in a moment.')
  expect((await ask()).status).toBe(200)
})

test.skipIf(disk === undefined)('an upload that fills the disk says so, and resumes once there is room', async () => {
  if (disk === undefined) return
  const bytes = randomBytes(3_000_000)
  const headers = { ...TUS, 'upload-length': String(bytes.length) }
  const begun = await ada.send('/api/uploads', { method: 'POST', headers })
  const location = begun.headers.get('location') ?? ''
  const send = (offset: number) =>
    ada.send(location, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes: bytes.subarray(offset),
    })
  await disk.resize(2_000_000)
  const refused = await send(0)
  expect([refused.status, refused.json()]).toEqual([
    503,
    { error: { code: 'unavailable', message: FULL, details: {} } },
  ])

  await disk.resize(ROOMY)
  const kept = Number((await ada.send(location, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'))
  expect(kept).toBeGreaterThan(0)
  expect((await send(kept)).status).toBe(204)
  // The folder of early sounds stays.
  expect(await readdir(join(disk.path, 'uploads'))).toEqual(['.early'])
})

const TUS = { 'tus-resumable': '1.0.0' }
const LOG_IN = { email: 'ada@example.com', password: PASSWORD }

async function editHello() {
  const document = await documentOf(db, projectId)
  const [word] = document?.words ?? []
  const commands = [{ type: 'setWordText', id: word?.id, text: 'goodbye' }]
  const batches = [{ batchId: randomUUID(), commands }]
  return ada.call('captions/apply', { projectId, clientId: randomUUID(), baseRevision: document?.rev, batches })
}

/** Makes every new connection read-only, as on a server demoted to a standby. */
async function makeReadOnly(): Promise<void> {
  const set = async (value: 'on' | 'off') => {
    const { rows } = await db.$client.query<{ name: string }>('select current_database() as name')
    await db.$client.query('set default_transaction_read_only = off')
    await db.$client.query(`alter database ${rows[0]?.name} set default_transaction_read_only = ${value}`)
    await db.$client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  await set('on')
  onTestFinished(() => set('off'))
  // The follower of the site's settings soon has a new connection; an ended one may be handed out once more.
  const pool = site.product.db.$client
  await expect.poll(() => pool.totalCount).toBeLessThanOrEqual(1)
  await expect
    .poll(async () => (await pool.query('show transaction_read_only').catch(() => undefined))?.rows[0])
    .toEqual({ transaction_read_only: 'on' })
}
