import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { testTranscription } from '../../../../../tests/support/transcription.ts'
import { captureFinishedRuns, endRuns, refundRuns } from '../index.ts'
import { TRANSCRIBE } from '../job-definition.ts'

/** Runs that are asked for before the length of their video is known. */
const database = await testDatabase()
const { db } = database
const lab = await testTranscription(database)
const speech = await speechMaker()
const sound = await speech.say('clause', 'Every good video starts with one clear idea.', { voice: 'rms' })
const SPEECH = { source: { kind: 'speech' as const } }
const CAPTIONS = { kind: 'subtitles' as const, text: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' }

const UNTOUCHED = { available: 30, held: 0 }

test('a run asked for during the upload starts once the length is measured, and is charged once', async () => {
  const { projectId, userId, client, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  expect(await client.start({ projectId, ...SPEECH, template: 'karaoke' })).toMatchObject({
    state: 'pending',
    credits: 0,
  })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)

  await lab.measure(projectId, { durationMs: 200_000 })
  expect(await client.get({ projectId })).toMatchObject({ credits: 20 })
  expect(await lab.balance(userId)).toEqual({ available: 10, held: 20 })
  await storeSound()
  await runEnds(client, projectId)
  await transaction(db, (tx) => captureFinishedRuns(tx, lab.settle, projectId))
  expect(await client.get({ projectId })).toMatchObject({ state: 'done', credits: 20 })
  expect(await lab.balance(userId)).toEqual({ available: 10, held: 0 })
  expect(lab.transcribed.find((each) => each.projectId === projectId)).toMatchObject({ template: 'karaoke' })
})

test('a script asked for during the upload is the one that is aligned', async () => {
  const { projectId, client, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  const text = 'Every good video starts with one clear idea.'
  await client.start({ projectId, source: { kind: 'script', text } })
  await lab.measure(projectId)
  await storeSound()
  await runEnds(client, projectId)
  const words = lab.transcribed.find((each) => each.projectId === projectId)?.words
  expect(words?.map((word) => word.text).join(' ')).toBe(text)
})

test('a video that turns out to cost more than the account has ends the run with one sentence', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  await lab.measure(projectId, { durationMs: 600_000 })
  expect(await client.get({ projectId })).toMatchObject({
    state: 'failed',
    credits: 0,
    note: 'This video costs 40 credits, more than the account has, so nothing was charged.',
  })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
  expect(await lab.jobs.bySubject(db, TRANSCRIBE.name, projectId)).toBeUndefined()
})

test('a script far too long for its video ends the run once the length is measured', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, source: { kind: 'script', text: 'word '.repeat(2_000) } })
  await lab.measure(projectId, { durationMs: 10_000 })
  expect(await client.get({ projectId })).toMatchObject({ state: 'failed', note: expect.stringContaining('700') })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('an account without the credits of the shortest video is refused at once', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'uploading' })
  const text = 'update credit_accounts set held = 25 where user_id = $1'
  await db.$client.query(text, [userId])
  const details = { current: 5, required: 10 }
  await expect(client.start({ projectId, ...SPEECH })).rejects.toMatchObject({ code: 'insufficient_credits', details })
  expect(await client.get({ projectId })).toBeNull()
})

test('a run that would pass the limit of its account ends with one sentence', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  await transaction(db, async (tx) => {
    for (const subjectId of ['one', 'two', 'three']) {
      const payload = { transcriptionId: crypto.randomUUID(), projectId: crypto.randomUUID() }
      await lab.jobs.enqueue(tx, TRANSCRIBE, payload, { ownerId: userId, subjectId })
    }
  })
  await lab.measure(projectId)
  const note = expect.stringContaining('Captions for 3 of your videos are already being made')
  expect(await client.get({ projectId })).toMatchObject({ state: 'failed', note })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('a pending run that is cancelled never starts', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  expect(await client.cancel({ projectId })).toMatchObject({ state: 'cancelled' })
  await lab.measure(projectId)
  expect(await client.get({ projectId })).toMatchObject({ state: 'cancelled' })
  expect(await lab.jobs.bySubject(db, TRANSCRIBE.name, projectId)).toBeUndefined()
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('of two presses one is kept', async () => {
  const { projectId, client } = await lab.creator({ sound, stage: 'uploading' })
  const presses = [client.start({ projectId, ...SPEECH }), client.start({ projectId, ...SPEECH })]
  const ends = (await Promise.allSettled(presses)).map(({ status }) => status)
  expect(ends.toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(client.start({ projectId, ...SPEECH })).rejects.toMatchObject({ code: 'conflict' })
})

test('a press and the measurement at the same moment make one run and one hold', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'uploading' })
  await Promise.all([client.start({ projectId, ...SPEECH }), lab.measure(projectId)])
  expect(await client.get({ projectId })).toMatchObject({ state: 'queued', credits: 10 })
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 10 })
})

test('a refused or removed video ends its pending run', async () => {
  const refused = await lab.creator({ sound, stage: 'uploading' })
  await refused.client.start({ projectId: refused.projectId, ...SPEECH })
  await transaction(db, (tx) => refundRuns(tx, lab.settle, refused.projectId))
  expect(await refused.client.get({ projectId: refused.projectId })).toMatchObject({ state: 'cancelled' })

  const removed = await lab.creator({ sound, stage: 'uploading' })
  await removed.client.start({ projectId: removed.projectId, ...SPEECH })
  await transaction(db, async (tx) => {
    await endRuns(tx, lab.settle, removed.projectId)
    await tx.$client.query('delete from projects where id = $1', [removed.projectId])
  })
  expect(await lab.balance(removed.userId)).toEqual(UNTOUCHED)
})

test('a video that turns out silent cancels what was to be listened to', async () => {
  const { projectId, userId, client } = await lab.creator({ sound: null, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  await lab.measure(projectId, { hasSound: false })
  const note = expect.stringContaining('This video has no sound')
  expect(await client.get({ projectId })).toMatchObject({ state: 'cancelled', note })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('captions that keep their times are free, also when they are asked for during the upload', async () => {
  const { projectId, userId, client, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await client.start({ projectId, source: CAPTIONS })
  await lab.measure(projectId, { durationMs: 600_000 })
  await storeSound()
  await runEnds(client, projectId)
  expect(await client.get({ projectId })).toMatchObject({ state: 'done', credits: 0 })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('the quote of an unmeasured video names the least price, and no length', async () => {
  const { projectId, client } = await lab.creator({ sound, stage: 'uploading' })
  expect(await client.quote({ projectId })).toMatchObject({ credits: 10, durationMs: 0, hasSound: true, enough: true })
})

type Client = Awaited<ReturnType<typeof lab.creator>>['client']

async function runEnds(client: Client, projectId: string): Promise<void> {
  for await (const event of await client.watch({ projectId }))
    if (event.type === 'state' && event.transcription.state === 'done') return
  await runEnds(client, projectId)
}
