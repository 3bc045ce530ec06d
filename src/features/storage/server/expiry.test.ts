import { expect, test } from 'vitest'
import { setPlan } from '#features/accounts/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { mailsTo } from '../../../../tests/support/outbox.ts'
import { testProduct } from '../../../../tests/support/product.ts'
import {
  filesIn,
  keeper,
  type Keeper,
  storeExport,
  storeVideo,
  passUndoPeriod,
} from '../../../../tests/support/storage.ts'

const DAY_MS = 86_400_000

const site = await testProduct()
const { db } = site

test('an uploaded video is stored for 30 days on the free plan, otherwise for ever', async () => {
  const [ada, bob] = [await keeper(site, 'ada'), await keeper(site, 'bob', 'basic')]
  for (const person of [ada, bob])
    await person.send('/api/uploads', { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } })
  const { rows } = await db.$client.query<{ owner_id: string; days: number | null }>(
    `select owner_id, round(extract(epoch from expires_at - created_at) / 86400)::int as days from projects
     where owner_id = any($1)`,
    [[ada.id, bob.id]],
  )
  expect(new Map(rows.map(({ owner_id, days }) => [owner_id, days]))).toEqual(
    new Map([
      [ada.id, 30],
      [bob.id, null],
    ]),
  )
})

test('three days ahead one mail announces everything that expires within a day, once', async () => {
  const cleo = await keeper(site, 'cleo')
  await storeVideo(site, cleo, { title: 'First', expiresAt: inDays(2.9) })
  await storeVideo(site, cleo, { title: 'Second', expiresAt: inDays(3.5) })
  await storeVideo(site, cleo, { title: 'Much later', expiresAt: inDays(9) })
  await storeVideo(site, cleo, { title: 'For good', expiresAt: null })
  for (let time = 0; time < 3; time += 1) await site.product.maintenance()
  const mails = await mailsTo(db, cleo.email, 'will be deleted')
  expect(mails).toHaveLength(1)
  const text = mails[0]?.paragraphs.join(' ')
  expect(text).toContain('“First” and “Second” will be deleted')
  expect(text).not.toMatch(/Much later|For good/)
})

test('nothing expires within three days of its notice, even if the worker was down', async () => {
  const dora = await keeper(site, 'dora')
  const video = await storeVideo(site, dora, { expiresAt: inDays(-1) })
  await storeExport(site, video)
  await passUndoPeriod(site)
  expect(await mailsTo(db, dora.email, 'will be deleted')).toHaveLength(1)
  expect(await idsOf(dora)).toEqual([video])

  await backdateNotice(dora, 3.1)
  await passUndoPeriod(site)
  expect(await idsOf(dora)).toEqual([])
  expect([...(await filesIn(site)).keys()].filter((key) => key.includes(video))).toEqual([])
  const { rows } = await db.$client.query(`select state from jobs where name = 'media.erase' and subject_id = $1`, [
    video,
  ])
  expect(rows).toEqual([{ state: 'done' }])
})

test('an upgrade in time keeps everything, even after a later downgrade, and ends the mails', async () => {
  const eve = await keeper(site, 'eve')
  const [notified, unnotified] = [
    await storeVideo(site, eve, { expiresAt: inDays(1) }),
    await storeVideo(site, eve, { expiresAt: inDays(20) }),
  ]
  await site.product.maintenance()
  expect(await mailsTo(db, eve.email, 'will be deleted')).toHaveLength(1)

  // The plan may change outside billing: it is read again before anything expires.
  await transaction(db, (tx) => setPlan(tx, eve.id, 'basic'))
  await db.$client.query(`update projects set expires_at = now() - interval '1 day' where owner_id = $1`, [eve.id])
  await backdateNotice(eve, 4)
  await passUndoPeriod(site)
  await transaction(db, (tx) => setPlan(tx, eve.id, 'free'))
  await passUndoPeriod(site)
  expect((await idsOf(eve)).toSorted()).toEqual([notified, unnotified].toSorted())
  expect(await mailsTo(db, eve.email, 'will be deleted')).toHaveLength(1)
})

test('a date that was recorded some milliseconds early is announced once', async () => {
  const gus = await keeper(site, 'gus')
  await storeVideo(site, gus, { expiresAt: inDays(1) })
  await site.product.maintenance()
  await backdateNotice(gus, 4)
  await db.$client.query(
    `update projects set expires_at = now() - interval '1 hour',
       created_at = now() - interval '30 days 1 hour' + interval '5 milliseconds'
     where owner_id = $1`,
    [gus.id],
  )
  await site.product.maintenance()
  expect(await idsOf(gus)).toEqual([])
  expect(await mailsTo(db, gus.email, 'will be deleted')).toHaveLength(1)
})

test('paying users get no mail about an expiry', async () => {
  const finn = await keeper(site, 'finn', 'pro')
  await storeVideo(site, finn, { expiresAt: inDays(1) })
  await site.product.maintenance()
  expect(await mailsTo(db, finn.email, 'will be deleted')).toEqual([])
  const { rows } = await db.$client.query('select expires_at from projects where owner_id = $1', [finn.id])
  expect(rows).toEqual([{ expires_at: null }])
})

test('a plan bought with the test checkout keeps existing videos for ever, at once', async () => {
  const gil = await keeper(site, 'gil')
  await storeVideo(site, gil, { expiresAt: inDays(20) })
  const begun = await gil.call('billing/startCheckout', { plan: 'basic', interval: 'month' })
  const checkoutId = new URL((begun.output as { url: string }).url, site.url).searchParams.get('checkout') ?? ''
  await gil.call('billing/payTestCheckout', { checkoutId, outcome: 'paid' })
  await expect
    .poll(async () => (await db.$client.query('select expires_at from projects where owner_id = $1', [gil.id])).rows)
    .toEqual([{ expires_at: null }])
})

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS)
}

async function backdateNotice({ id }: Keeper, days: number): Promise<void> {
  await db.$client.query('update projects set expiry_told_at = $2 where owner_id = $1', [id, inDays(-days)])
}

async function idsOf(person: Keeper): Promise<string[]> {
  return ((await person.call('storage/list')).output as { files: { id: string; kind: string }[] }).files
    .filter(({ kind }) => kind === 'video')
    .map(({ id }) => id)
}
