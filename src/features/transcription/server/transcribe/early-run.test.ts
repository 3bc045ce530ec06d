import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { ANNOUNCED, testTranscription } from '../../../../../tests/support/transcription.ts'
import { captureFinishedRuns, endRuns, refundRuns } from '../index.ts'

/** Runs that begin with the sound that arrived before their video. */
const database = await testDatabase()
const { db } = database
const lab = await testTranscription(database)
const speech = await speechMaker()
const sound = await speech.say('clause', 'Every good video starts with one clear idea.', { voice: 'rms' })
const other = await speech.say('other', 'Nobody knows what happens after the last train.', { voice: 'slt' })
const SPEECH = { source: { kind: 'speech' as const } }

const UNTOUCHED = { available: 30, held: 0 }
const HELD = { available: 20, held: 10 }

test('words are found while the video is uploaded, kept when it is here, and charged once', async () => {
  const { projectId, userId, client, arrive, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
  await arrive(sound)
  expect(await lab.balance(userId)).toEqual(HELD)
  await soundIs(projectId, 'recognised')
  const early = await piecesOf(projectId)
  expect(early.length).toBeGreaterThan(0)
  expect(await client.get({ projectId })).toMatchObject({ state: 'pending', credits: 10 })

  await lab.measure(projectId)
  await storeSound()
  await runIs(client, projectId, 'done')
  expect(await piecesOf(projectId)).toEqual(early)
  expect(await earlySoundOf(projectId)).toBe('kept')
  expect(textOf(projectId)).toContain('video')
  expect(await lab.balance(userId)).toEqual(HELD)
  await transaction(db, (tx) => captureFinishedRuns(tx, lab.settle, projectId))
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('captions are made of the early sound if the picture is announced, and kept', async () => {
  const { projectId, userId, client, arrive, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await arrive(sound, { isAnnounced: true })
  await client.start({ projectId, ...SPEECH, template: 'bounce' })
  await captionsAreEarly(client, projectId)
  expect(lab.transcribed.filter((each) => each.projectId === projectId)).toMatchObject([
    { announced: ANNOUNCED, template: 'bounce' },
  ])
  expect(textOf(projectId)).toContain('video')
  expect(await client.get({ projectId })).toMatchObject({ state: 'pending', credits: 10 })
  await expect(client.cancel({ projectId })).rejects.toMatchObject({ code: 'conflict' })
  expect(await lab.balance(userId)).toEqual(HELD)

  await lab.measure(projectId)
  await storeSound()
  await runIs(client, projectId, 'done')
  expect(await earlySoundOf(projectId)).toBe('kept')
  // They may be edited already: nothing replaces them.
  expect(lab.transcribed.filter((each) => each.projectId === projectId)).toHaveLength(1)
  await transaction(db, (tx) => captureFinishedRuns(tx, lab.settle, projectId))
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('captions of another sound are replaced by those of the video', async () => {
  const { projectId, client, arrive, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await arrive(other, { isAnnounced: true })
  await client.start({ projectId, ...SPEECH })
  await captionsAreEarly(client, projectId)
  await lab.measure(projectId)
  await storeSound()
  await runIs(client, projectId, 'done')
  const [early, own] = lab.transcribed.filter((each) => each.projectId === projectId)
  expect(early?.words.map(({ text }) => text.toLowerCase()).join(' ')).toContain('train')
  expect(own?.words.map(({ text }) => text.toLowerCase()).join(' ')).toContain('video')
  expect(own?.announced).toBeUndefined()
})

test('early captions of a video that cannot be paid for cost nothing, and are counted', async () => {
  const { projectId, userId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await arrive(sound, { isAnnounced: true })
  await client.start({ projectId, ...SPEECH })
  await captionsAreEarly(client, projectId)
  await lab.measure(projectId, { durationMs: 600_000 })
  expect(await client.get({ projectId })).toMatchObject({ state: 'failed', hasEarlyCaptions: true })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
  const { rows } = await db.$client.query('select state from early_sounds where project_id = $1', [projectId])
  expect(rows).toEqual([{ state: 'differs' }])
})

test('a press after the sound arrived begins at once', async () => {
  const { projectId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await arrive(sound)
  expect(await client.start({ projectId, ...SPEECH })).toMatchObject({ state: 'pending', credits: 10 })
  await soundIs(projectId, 'recognised')
  expect((await piecesOf(projectId)).length).toBeGreaterThan(0)
})

test('the job that listens continues if the video is measured meanwhile', async () => {
  const { projectId, userId, client, arrive, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await arrive(sound)
  await client.start({ projectId, ...SPEECH })
  await lab.measure(projectId)
  expect(await client.get({ projectId })).toMatchObject({ state: 'running' })
  expect(await lab.balance(userId)).toEqual(HELD)
  await storeSound()
  await lab.work()
  await runIs(client, projectId, 'done')
  const { rows } = await db.$client.query('select 1 from jobs where subject_id = $1', [projectId])
  expect(rows).toHaveLength(1)
})

test('the words of another sound are discarded, and the video is listened to', async () => {
  const { projectId, userId, client, arrive, storeSound } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  await arrive(other)
  await soundIs(projectId, 'recognised')
  await lab.measure(projectId)
  await storeSound()
  await runIs(client, projectId, 'done')
  expect(await earlySoundOf(projectId)).toBe('discarded')
  expect(textOf(projectId)).toContain('video')
  expect(textOf(projectId)).not.toContain('train')
  expect(await client.get({ projectId })).toMatchObject({
    note: expect.stringContaining('listening started again with the video'),
  })
  expect(await lab.balance(userId)).toEqual(HELD)
  const { rows } = await db.$client.query('select state from early_sounds where project_id = $1', [projectId])
  expect(rows).toEqual([{ state: 'differs' }])
})

test('the price is that of the measured video, whatever the length of the sound', async () => {
  const { projectId, userId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  await arrive(sound, { durationMs: 10_000 })
  expect(await lab.balance(userId)).toEqual(HELD)
  await lab.measure(projectId, { durationMs: 200_000 })
  expect(await client.get({ projectId })).toMatchObject({ credits: 20 })
  expect(await lab.balance(userId)).toEqual({ available: 10, held: 20 })
})

test('a video that costs more than the account has stops the listening, and nothing is held', async () => {
  const { projectId, userId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  await arrive(sound, { durationMs: 10_000 })
  await lab.measure(projectId, { durationMs: 600_000 })
  expect(await client.get({ projectId })).toMatchObject({
    state: 'failed',
    note: 'This video costs 40 credits, more than the account has, so nothing was charged.',
  })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('a sound that costs more than the account has leaves the run to the check of the video', async () => {
  const { projectId, userId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await client.start({ projectId, ...SPEECH })
  await arrive(sound, { durationMs: 600_000 })
  expect(await client.get({ projectId })).toMatchObject({ state: 'pending', credits: 0 })
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
})

test('cancelled before or after its sound is recognised, it costs nothing', async () => {
  const waiting = await lab.creator({ sound, stage: 'uploading' })
  await waiting.arrive(sound)
  await waiting.client.start({ projectId: waiting.projectId, ...SPEECH })
  await waiting.client.cancel({ projectId: waiting.projectId })
  await lab.work()
  await runIs(waiting.client, waiting.projectId, 'cancelled')
  expect(await lab.balance(waiting.userId)).toEqual(UNTOUCHED)

  const done = await lab.creator({ sound, stage: 'uploading' })
  await done.arrive(sound)
  await done.client.start({ projectId: done.projectId, ...SPEECH })
  await soundIs(done.projectId, 'recognised')
  expect(await done.client.cancel({ projectId: done.projectId })).toMatchObject({ state: 'cancelled' })
  expect(await lab.balance(done.userId)).toEqual(UNTOUCHED)
  await lab.measure(done.projectId)
  expect(await done.client.get({ projectId: done.projectId })).toMatchObject({ state: 'cancelled' })
})

test('a video refused after its sound was recognised costs nothing', async () => {
  const { projectId, userId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await arrive(sound)
  await client.start({ projectId, ...SPEECH })
  await soundIs(projectId, 'recognised')
  await transaction(db, (tx) => refundRuns(tx, lab.settle, projectId))
  expect(await lab.balance(userId)).toEqual(UNTOUCHED)
  expect(await client.get({ projectId })).toMatchObject({ state: 'cancelled' })
})

test('a video removed after its sound was recognised is charged: its words were received', async () => {
  const { projectId, userId, client, arrive } = await lab.creator({ sound, stage: 'uploading' })
  await lab.work()
  await arrive(sound)
  await client.start({ projectId, ...SPEECH })
  await soundIs(projectId, 'recognised')
  await transaction(db, async (tx) => {
    await endRuns(tx, lab.settle, projectId)
    await tx.$client.query('delete from projects where id = $1', [projectId])
  })
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

type Client = Awaited<ReturnType<typeof lab.creator>>['client']

async function runIs(client: Client, projectId: string, state: 'done' | 'cancelled'): Promise<void> {
  for await (const event of await client.watch({ projectId }))
    if (event.type === 'state' && event.transcription.state === state) return
  await runIs(client, projectId, state)
}

async function captionsAreEarly(client: Client, projectId: string): Promise<void> {
  for await (const event of await client.watch({ projectId }))
    if (event.type === 'state' && event.transcription.hasEarlyCaptions === true) return
  await captionsAreEarly(client, projectId)
}

/** Looks again whenever the job of a run moves. */
async function soundIs(projectId: string, state: string): Promise<void> {
  const changes = lab.events.subscribe(`job:${projectId}`)
  if ((await earlySoundOf(projectId)) === state) return
  for await (const _ of changes) if ((await earlySoundOf(projectId)) === state) return
}

async function earlySoundOf(projectId: string): Promise<string | null> {
  const { rows } = await db.$client.query('select early_sound from transcriptions where project_id = $1', [projectId])
  return rows[0]?.early_sound ?? null
}

async function piecesOf(projectId: string): Promise<unknown[]> {
  const text = `select p.start_ms, p.end_ms, p.words from transcription_pieces p
    join transcriptions t on t.id = p.transcription_id where t.project_id = $1 order by p.place`
  return (await db.$client.query(text, [projectId])).rows
}

function textOf(projectId: string): string {
  const words = lab.transcribed.find((each) => each.projectId === projectId)?.words ?? []
  return words.map(({ text }) => text.toLowerCase()).join(' ')
}
