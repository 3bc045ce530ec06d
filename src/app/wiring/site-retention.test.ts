import { expect, onTestFinished, test } from 'vitest'
import { compose, type Product } from '#app/compose.ts'
import type { CurrentSettings } from '#features/site/model/index.ts'
import { readEnv } from '#platform/server/env.ts'
import { silentLog } from '#platform/server/log.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper, runJobs, storeVideo } from '../../../tests/support/storage.ts'

const DAY_MS = 86_400_000

const SETTINGS = { OPERATORS: 'olga@example.com', PLANS_JSON: '{"plans":{"pro":{"storageDays":400}}}' }
const site = await testProduct({ settings: SETTINGS })
const { db, product } = site
const operator = await keeper(site, 'olga')
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
let version = 0

test('the operator sees the period of each plan, what sets it, and the stored videos', async () => {
  await storeVideo(site, operator)
  const { output } = await operator.call('operator/siteSettings')
  expect((output as CurrentSettings).retention).toEqual([
    { group: 'free', defaultDays: 30, variable: null, videos: 1 },
    { group: 'basic', defaultDays: null, variable: null, videos: 0 },
    { group: 'pro', defaultDays: 400, variable: 'PLANS_JSON', videos: 0 },
    { group: 'premium', defaultDays: null, variable: null, videos: 0 },
  ])
})

test('a shorter period counts for new videos only', async () => {
  const ada = await keeper(site, 'ada')
  const stored = await storeVideo(site, ada, { expiresAt: inDays(20) })
  await save({ free: 7 })
  expect(await expiryDays(ada)).toEqual({ [stored]: 20 })
  await upload(ada)
  await product.maintenance()
  expect(await storedDays(ada)).toEqual([7, 20])
  expect(await mailsTo(db, ada.email, 'will be deleted')).toEqual([])
  await save({})
})

test('a period begins on a plan that stored files for ever, and spares what it stored', async () => {
  const bob = await keeper(site, 'bob', 'basic')
  const stored = await storeVideo(site, bob)
  await save({ basic: 90 })
  await upload(bob)
  await product.maintenance()
  expect(await storedDays(bob)).toEqual([90, null])
  expect(await expiryDays(bob)).toEqual({ [stored]: null })
  await save({})
})

test('a longer period counts for stored videos at once, also for announced ones', async () => {
  const cleo = await keeper(site, 'cleo')
  const video = await storeVideo(site, cleo, { title: 'Talk', expiresAt: inDays(2) })
  await product.maintenance()
  expect(await mailsTo(db, cleo.email, 'will be deleted')).toHaveLength(1)

  await save({ free: 60 })
  expect(await expiryDays(cleo)).toEqual({ [video]: 32 })
  await age(cleo, 5)
  await product.maintenance()
  expect(await storedDays(cleo)).toEqual([27])

  // Its new expiry is announced again.
  await age(cleo, 26)
  await product.maintenance()
  expect(await mailsTo(db, cleo.email, 'will be deleted')).toHaveLength(2)
  await save({ free: null })
  expect(await expiryDays(cleo)).toEqual({ [video]: null })
  await save({})
})

test('a period that becomes longer and shorter again leaves the later date, as seen meanwhile', async () => {
  const [gus, ivy] = [await keeper(site, 'gus'), await keeper(site, 'ivy', 'basic')]
  const [video, other] = [await storeVideo(site, gus, { expiresAt: inDays(20) }), await storeVideo(site, ivy)]
  await save({ free: 60, basic: 90 })
  await upload(ivy)
  expect(await expiryDays(gus)).toEqual({ [video]: 50 })
  await save({ free: null })
  await save({ free: 7, basic: 10 })
  expect(await expiryDays(gus)).toEqual({ [video]: null })
  expect(await storedDays(ivy), 'the upload was for ever meanwhile').toEqual([null, null])
  expect(await expiryDays(ivy)).toEqual({ [other]: null })
  await save({})
})

test('nothing expires while the later dates are being recorded', async () => {
  const hal = await keeper(site, 'hal')
  await storeVideo(site, hal, { expiresAt: inDays(2) })
  await product.maintenance()
  await save({ free: 60 }, { isRecorded: false })
  await save({}, { isRecorded: false })
  await age(hal, 4)
  await product.maintenance()
  expect(await storedDays(hal)).toEqual([-2])
  await recordExpiries()
  await product.maintenance()
  expect(await storedDays(hal)).toEqual([28])
  expect(await mailsTo(db, hal.email, 'will be deleted')).toHaveLength(1)
})

test('nothing expires after the recording of later dates was cancelled: it starts again', async () => {
  const kim = await keeper(site, 'kim')
  await storeVideo(site, kim, { expiresAt: inDays(2) })
  await save({ free: 60 }, { isRecorded: false })
  await save({}, { isRecorded: false })
  await db.$client.query(
    `update jobs set cancel_requested = true where name = 'storage.record-expiries' and finished_at is null`,
  )
  await age(kim, 4)
  await recordExpiries()
  await product.maintenance()
  expect(await storedDays(kim)).toEqual([28])
})

test('a failed recording keeps all videos, alerts operators, and is tried again every hour', async () => {
  const lea = await keeper(site, 'lea')
  await storeVideo(site, lea, { expiresAt: inDays(2) })
  await product.maintenance()
  const rules = { email: 'ops@example.com' }
  expect(await operator.call('operator/saveAlertRules', { rules, reason: 'As agreed' })).toMatchObject({ status: 200 })
  await save({ free: 60 }, { isRecorded: false })
  await save({}, { isRecorded: false })
  await failRecording()
  await age(lea, 4)
  await product.maintenance()
  expect(await storedDays(lea)).toEqual([-2])
  expect(await waiting(), 'it is not tried again at once').toBe(0)
  const [alert] = await mailsTo(db, 'ops@example.com', 'Alert')
  expect(alert?.subject).toContain('No video expires')
  expect(alert?.action?.url).toContain('/operator/jobs?state=failed&kind=storage.record-expiries')

  await db.$client.query(
    `update jobs set finished_at = finished_at - interval '61 minutes' where name = 'storage.record-expiries' and state = 'failed'`,
  )
  await product.maintenance()
  await recordExpiries()
  await product.maintenance()
  expect(await storedDays(lea)).toEqual([28])
  expect(await mailsTo(db, 'ops@example.com', 'Resolved')).toHaveLength(1)
})

test('a failed recording is tried again when a process starts', async () => {
  await storeVideo(site, await keeper(site, 'mia'), { expiresAt: inDays(2) })
  await save({ free: 60 }, { isRecorded: false })
  await failRecording()
  expect(await waiting()).toBe(0)
  await product.recordRetention()
  expect(await waiting()).toBe(1)
  await save({})
})

test('a longer period from the environment is recorded at a start, by any worker', async () => {
  const max = await keeper(site, 'max', 'pro')
  await storeVideo(site, max, { expiresAt: inDays(20) })
  await startedWith({ PLANS_JSON: '{"plans":{"pro":{"storageDays":500}}}' })
  // A worker of the setting before, of 400 days.
  await recordExpiries()
  expect(await storedDays(max)).toEqual([490])

  await storeVideo(site, max, { expiresAt: inDays(25) })
  await product.recordRetention()
  await recordExpiries()
  expect(await storedDays(max), 'the later dates were seen until it was taken back').toEqual([490, 495])
})

test('processes that start with the same settings record nothing again', async () => {
  await product.recordRetention()
  await recordExpiries()
  await product.recordRetention()
  await startedWith(SETTINGS)
  expect(await waiting()).toBe(0)
})

test('a video that is added after a change has the new period only', async () => {
  const jon = await keeper(site, 'jon')
  await save({ free: 60 })
  await save({ free: 7 }, { isRecorded: false })
  await upload(jon)
  await recordExpiries()
  expect(await storedDays(jon)).toEqual([7])
  await save({})
})

test('what a larger plan stores longer stays stored as long after a downgrade', async () => {
  const finn = await keeper(site, 'finn')
  const video = await storeVideo(site, finn, { expiresAt: inDays(20) })
  const contract = { plan: 'pro', endsAt: null, creditsPerMonth: null, limits: {} }
  const given = { userId: finn.id, reason: 'A talk' }
  expect(await operator.call('operator/saveContract', { ...given, contractId: null, contract })).toMatchObject({
    status: 200,
  })
  expect(await expiryDays(finn)).toEqual({ [video]: 390 })
  expect(await operator.call('operator/revokeContract', given)).toMatchObject({ status: 200 })
  expect(await expiryDays(finn)).toEqual({ [video]: 390 })
})

test('the environment wins, and the mail names the plan and what others do', async () => {
  const dora = await keeper(site, 'dora', 'pro')
  await save({ pro: 5, premium: 500 })
  await upload(dora)
  expect(await storedDays(dora)).toEqual([400])
  await age(dora, 398)
  await product.maintenance()
  const [mail] = await mailsTo(db, dora.email, 'will be deleted')
  const text = mail?.paragraphs.join(' ')
  expect(text).toContain('The pro plan stores videos for a limited time.')
  expect(text).toContain('Larger plans store videos longer')
  await save({})
})

test('the pages say what is set, from the first one after it is saved', async () => {
  await save({ free: 14, basic: 90 })
  expect(product.currentSite().retention).toMatchObject({ free: 14 * DAY_MS, basic: 90 * DAY_MS, pro: 400 * DAY_MS })
  const { output } = await operator.call('billing/plans')
  expect(output).toMatchObject({
    plans: [{ name: 'free', retentionMs: 14 * DAY_MS }, { retentionMs: 90 * DAY_MS }, {}, {}, {}],
  })
  await save({})
})

test.each([0, 3_651, 1.5])('refuses a period of %s days', async (days) => {
  const settings = { retention: { free: days } }
  const answer = await operator.call('operator/saveSiteSettings', { settings, replaces: version, reason: 'A try' })
  expect(answer.status).toBe(422)
})

/** Saves the periods, and lets the worker record what they say of stored videos unless `isRecorded` is false. */
async function save(retention: Record<string, number | null>, { isRecorded = true } = {}): Promise<void> {
  const settings = { retention }
  const answer = await operator.call('operator/saveSiteSettings', { settings, replaces: version, reason: 'As agreed' })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  version += 1
  if (isRecorded) await recordExpiries()
}

async function recordExpiries(): Promise<void> {
  await runJobs(site, ['storage.record-expiries'])
}

async function failRecording(): Promise<void> {
  await db.$client.query(
    `update jobs set ending = 'failed', problem = 'The disk is full' where name = 'storage.record-expiries' and finished_at is null`,
  )
  await recordExpiries()
}

/** Another process of the same site, with its own settings, that has just started. */
async function startedWith(settings: Record<string, string>): Promise<Product> {
  const env = readEnv({ DATA_DIR: product.dataDir, ...settings })
  const started = await compose({ env, databaseUrl: site.databaseUrl, log: silentLog() })
  onTestFinished(() => started.close())
  await started.recordRetention()
  return started
}

/** Recordings that wait or run. */
async function waiting(): Promise<number> {
  const { rowCount } = await db.$client.query(
    `select from jobs where name = 'storage.record-expiries' and finished_at is null`,
  )
  return rowCount ?? 0
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS)
}

async function upload(person: Keeper): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
  expect((await person.send('/api/uploads', { method: 'POST', headers })).status).toBe(201)
}

/** The days until each video expires, as its owner sees them. */
async function expiryDays(person: Keeper): Promise<Record<string, number | null>> {
  const { files } = (await person.call('storage/list')).output as { files: { id: string; expiresAt: string | null }[] }
  return Object.fromEntries(
    files.map(({ id, expiresAt }) => [
      id,
      expiresAt === null ? null : Math.round((new Date(expiresAt).getTime() - Date.now()) / DAY_MS),
    ]),
  )
}

/** The recorded days until each video expires, the first one first. */
async function storedDays({ id }: Keeper): Promise<(number | null)[]> {
  const { rows } = await db.$client.query<{ days: number | null }>(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days from projects
     where owner_id = $1 order by expires_at nulls last`,
    [id],
  )
  return rows.map(({ days }) => days)
}

/** Lets days pass for the videos of a user. */
async function age({ id }: Keeper, days: number): Promise<void> {
  await db.$client.query(
    `update projects set created_at = created_at - $2 * interval '1 day', expires_at = expires_at - $2 * interval '1 day',
       expiry_told_at = expiry_told_at - $2 * interval '1 day' where owner_id = $1`,
    [id, days],
  )
}
