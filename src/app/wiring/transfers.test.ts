import { expect, test } from 'vitest'
import { createDocumentFor, documentOf } from '#features/captions/server/index.ts'
import type { Transfer } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { countBlockedQueries } from '../../../tests/support/blocked-queries.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper, storeExport, storeVideo } from '../../../tests/support/storage.ts'

/** Plans with room for 10,000 bytes. */
const PLANS = { pro: { storageMegabytes: 0.01 }, free: { storageMegabytes: 0.01 } }

const site = await testProduct({ settings: { PLANS_JSON: JSON.stringify({ plans: PLANS }) } })
const { db } = site

test('a video changes hands with all that belongs to it, once the receiver accepts', async () => {
  const { ada, bob } = await team('hands')
  const video = await captionedVideo(ada, 'Talk')
  await storeExport(site, video)
  await ada.call('media/tag', { projectIds: [video], add: ['Keynote'], remove: [] })
  await ada.call('glossary/put', { projectId: video, entry: { heard: 'word pop', write: 'Wordpop', language: null } })

  const used = await usedBytes(ada)
  expect((await ada.call('media/receivers')).output).toEqual([{ userId: bob.id, name: bob.email }])
  expect((await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })).output).toMatchObject({
    title: 'Talk',
    direction: 'given',
    name: bob.email,
  })
  expect(await titlesOf(ada)).toEqual(['Talk'])
  expect(await transfersOf(bob)).toMatchObject([{ projectId: video, direction: 'received', name: ada.email }])
  expect(await mailsAbout(bob)).toEqual([`${ada.email} wants to give you “Talk”`])

  const accepted = await bob.call('media/acceptTransfer', { projectId: video })
  expect(accepted.output).toMatchObject({ id: video, access: 'owner', ownerName: null, tags: [] })
  expect([await titlesOf(ada), await titlesOf(bob)]).toEqual([[], ['Talk']])
  expect([await transfersOf(ada), await transfersOf(bob)]).toEqual([[], []])
  expect(await mailsAbout(ada)).toEqual([`${bob.email} now owns “Talk”`])
  expect((await documentOf(db, video))?.words[0]?.text).toBe('never')
  expect((await bob.call('glossary/list', { projectId: video })).output).toMatchObject({
    video: [{ write: 'Wordpop' }],
  })
  expect([await usedBytes(ada), await usedBytes(bob)]).toEqual([0, used])
  expect((await ada.call('media/get', { projectId: video })).status).toBe(404)
})

test('an owner withdraws an offer, and a receiver declines one with a mail', async () => {
  const { ada, bob } = await team('declining')
  const video = await captionedVideo(ada, 'Talk')
  await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })
  await ada.call('media/withdrawTransfer', { projectId: video })
  expect((await bob.call('media/acceptTransfer', { projectId: video })).status).toBe(404)

  await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })
  expect((await bob.call('media/declineTransfer', { projectId: video })).status).toBe(200)
  expect(await mailsAbout(ada)).toEqual([`${bob.email} declined “Talk”`])
  expect((await bob.call('media/acceptTransfer', { projectId: video })).status).toBe(404)
  expect(await titlesOf(ada)).toEqual(['Talk'])
})

test('offers a video only to somebody of a shared team, and only whole ones', async () => {
  const { ada, bob } = await team('strangers')
  const stranger = await keeper(site, 'strangers-eve', 'pro')
  const video = await captionedVideo(ada, 'Talk')
  const toStranger = await ada.call('media/offerTransfer', { projectId: video, toId: stranger.id })
  expect([toStranger.status, toStranger.text]).toEqual([404, expect.stringContaining('You share no team')])
  await db.$client.query(`update projects set stage = 'preparing' where id = $1`, [video])
  expect((await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })).status).toBe(409)
})

test('somebody who left the team meanwhile receives nothing', async () => {
  const { ada, bob } = await team('leaving')
  const video = await captionedVideo(ada, 'Talk')
  await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })
  await db.$client.query('delete from collaborators where owner_id = $1', [ada.id])
  const late = await bob.call('media/acceptTransfer', { projectId: video })
  expect([late.status, await titlesOf(ada)]).toEqual([404, ['Talk']])
})

test('refuses a video without room for it, and one that is being captioned or exported', async () => {
  const { ada, bob } = await team('busy')
  const large = await storeVideo(site, ada, { bytes: 6_000 })
  await storeVideo(site, bob, { bytes: 6_000 })
  await ada.call('media/offerTransfer', { projectId: large, toId: bob.id })
  const full = await bob.call('media/acceptTransfer', { projectId: large })
  expect([full.status, full.text]).toEqual([413, expect.stringContaining('Not enough storage')])

  const video = await captionedVideo(ada, 'Talk')
  await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })
  const started = await ada.call('rendering/start', { projectId: video, quality: 'standard' })
  const exporting = await bob.call('media/acceptTransfer', { projectId: video })
  expect([exporting.status, exporting.text]).toEqual([409, expect.stringContaining('An export of this video')])
  await ada.call('rendering/cancel', { renderId: (started.output as { id: string }).id })
  await ada.call('transcription/start', { projectId: video, language: 'en', source: { kind: 'speech' } })
  const captioning = await bob.call('media/acceptTransfer', { projectId: video })
  expect([captioning.status, captioning.text]).toEqual([409, expect.stringContaining('Captions of this video')])
  expect(await titlesOf(ada)).toEqual(expect.arrayContaining(['Talk']))
})

test('of two acceptances at once one succeeds', async () => {
  const { ada, bob } = await team('twice')
  const video = await captionedVideo(ada, 'Talk')
  await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })
  const holder = await db.$client.connect()
  await holder.query('begin')
  await holder.query('select 1 from users where id = $1 for update', [bob.id])
  const both = [1, 2].map(() => bob.call('media/acceptTransfer', { projectId: video }))
  await expect.poll(() => countBlockedQueries(db)).toBe(2)
  await holder.query('commit')
  holder.release()
  expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await mailsAbout(ada)).toHaveLength(1)
})

test('a deleted account takes its offers with it', async () => {
  const { ada, bob } = await team('deleting')
  const video = await captionedVideo(ada, 'Talk')
  await ada.call('media/offerTransfer', { projectId: video, toId: bob.id })
  const deleted = await bob.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: bob.email } })
  expect(deleted.status).toBe(200)
  expect(await transfersOf(ada)).toEqual([])
})

/** An owner, and an editor on their team. */
async function team(name: string) {
  const [ada, bob] = [await keeper(site, `${name}-ada`, 'pro'), await keeper(site, `${name}-bob`, 'pro')]
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [ada.id, bob.id],
  )
  return { ada, bob }
}

async function captionedVideo(owner: Keeper, title: string): Promise<string> {
  const id = await storeVideo(site, owner, { title })
  const word = { text: 'never', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const transcript = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id, probe: probeOf() }, transcript))
  return id
}

async function titlesOf({ call }: Keeper): Promise<string[]> {
  return ((await call('media/list')).output as { title: string }[]).map(({ title }) => title)
}

async function transfersOf({ call }: Keeper): Promise<Transfer[]> {
  return (await call('media/transfers')).output as Transfer[]
}

async function usedBytes({ call }: Keeper): Promise<number> {
  return ((await call('storage/list')).output as { usedBytes: number }).usedBytes
}

/** The subjects of the mails about the video. */
async function mailsAbout({ email }: Keeper): Promise<string[]> {
  return (await mailsTo(db, email, 'Talk')).map(({ subject }) => subject)
}
