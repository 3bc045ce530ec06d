import { expect, test } from 'vitest'
import { transaction, type Tx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { testTranscription } from '../../../../../tests/support/transcription.ts'
import { captureFinishedRuns, endRuns, refundRuns } from '../index.ts'
import { TRANSCRIBE } from '../job-definition.ts'

/** Runs that begin while their video is still being prepared. */
const database = await testDatabase()
const { db } = database
const lab = await testTranscription(database)
const speech = await speechMaker()
const sound = await speech.say('clause', 'Every good video starts with one clear idea.', { voice: 'rms' })
const SPEECH = { source: { kind: 'speech' as const } }

const HELD = { available: 20, held: 10 }
const CHARGED = { available: 20, held: 0 }
const RETURNED = { available: 30, held: 0 }

test('a run waits for the sound, and its credits stay held until the video is prepared', async () => {
  const { projectId, userId, client, storeSound } = await lab.creator({ sound, stage: 'preparing' })
  await lab.work()
  expect(await client.start({ projectId, ...SPEECH })).toMatchObject({ state: 'queued', credits: 10 })
  await jobIs(projectId, 'running')
  expect(await client.get({ projectId })).toMatchObject({ state: 'queued' })

  await storeSound()
  await runIs(client, projectId, 'done')
  expect(lab.transcribed.some((each) => each.projectId === projectId)).toBe(true)
  expect(await lab.balance(userId)).toEqual(HELD)

  await moved(projectId, 'prepared', captureFinishedRuns)
  expect(await lab.balance(userId)).toEqual(CHARGED)
  await moved(projectId, 'prepared', captureFinishedRuns)
  expect(await lab.balance(userId)).toEqual(CHARGED)
  expect(await lab.reasons(userId)).toEqual([expect.stringMatching(/^Captions for /u), 'Starting credits'])
})

test('a run that ends after its video is prepared is charged at its end, once', async () => {
  const { projectId, userId, client, storeSound } = await lab.creator({ sound, stage: 'preparing' })
  await client.start({ projectId, ...SPEECH })
  await storeSound()
  await moved(projectId, 'prepared', captureFinishedRuns)
  expect(await lab.balance(userId)).toEqual(HELD)
  await lab.work()
  await runIs(client, projectId, 'done')
  expect(await lab.balance(userId)).toEqual(CHARGED)
})

test('a video refused after its words were found costs nothing', async () => {
  const { projectId, userId, client, storeSound } = await lab.creator({ sound, stage: 'preparing' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  await storeSound()
  await runIs(client, projectId, 'done')
  await moved(projectId, 'refused', refundRuns)
  expect(await lab.balance(userId)).toEqual(RETURNED)
  await moved(projectId, 'refused', endRuns)
  expect(await lab.balance(userId)).toEqual(RETURNED)
})

test('a video refused while its sound is awaited stops the run and costs nothing', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'preparing' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  await jobIs(projectId, 'running')
  await moved(projectId, 'refused', refundRuns)
  await jobIs(projectId, ...ENDED)
  expect(await lab.balance(userId)).toEqual(RETURNED)
  await expect(client.start({ projectId, ...SPEECH })).rejects.toMatchObject({ code: 'conflict' })
})

test('a run cancelled while it waits for the sound costs nothing', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'preparing' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  await jobIs(projectId, 'running')
  await client.cancel({ projectId })
  await runIs(client, projectId, 'cancelled')
  expect(await lab.balance(userId)).toEqual(RETURNED)
})

test('a video removed while its sound is awaited costs nothing', async () => {
  const { projectId, userId, client } = await lab.creator({ sound, stage: 'preparing' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  await jobIs(projectId, 'running')
  await removed(projectId)
  await jobIs(projectId, ...ENDED)
  expect(await lab.balance(userId)).toEqual(RETURNED)
})

test('a video removed after its words were found, but before it was prepared, is charged', async () => {
  const { projectId, userId, client, storeSound } = await lab.creator({ sound, stage: 'preparing' })
  await lab.work()
  await client.start({ projectId, ...SPEECH })
  await storeSound()
  await runIs(client, projectId, 'done')
  await removed(projectId)
  expect(await lab.balance(userId)).toEqual(CHARGED)
})

test('a video without sound, or a copy, starts no run before it is prepared', async () => {
  const silent = await lab.creator({ sound: null, stage: 'preparing' })
  const captions = { kind: 'subtitles' as const, text: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' }
  const ofSilent = silent.client.start({ projectId: silent.projectId, source: captions })
  await expect(ofSilent).rejects.toMatchObject({ code: 'conflict' })

  const copy = await lab.creator({ sound, stage: 'preparing' })
  await db.$client.query('update projects set copied_from = $2 where id = $1', [copy.projectId, silent.projectId])
  const ofCopy = copy.client.start({ projectId: copy.projectId, ...SPEECH })
  await expect(ofCopy).rejects.toMatchObject({ code: 'conflict' })
  expect(await lab.balance(copy.userId)).toEqual(RETURNED)
})

type Settle = (tx: Tx, deps: typeof lab.settle, projectId: string) => Promise<void>

/** Moves a video to its next stage as media does: with its listener, in one transaction. */
async function moved(projectId: string, stage: 'prepared' | 'refused', settle: Settle): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.$client.query('update projects set stage = $2, problem = $3 where id = $1', [
      projectId,
      stage,
      stage === 'refused' ? 'This video is damaged.' : null,
    ])
    await settle(tx, lab.settle, projectId)
    await lab.events.publish(tx, `project:${projectId}`)
  })
}

async function removed(projectId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await endRuns(tx, lab.settle, projectId)
    await tx.$client.query('delete from projects where id = $1', [projectId])
    await lab.events.publish(tx, `project:${projectId}`)
  })
}

/**
 * The job may notice that its video is gone before its cancellation arrives, or find its run ended before it waits: then it
 * has nothing to do.
 */
const ENDED = ['cancelled', 'failed', 'done'] as const

async function jobIs(projectId: string, ...states: readonly ('running' | (typeof ENDED)[number])[]): Promise<void> {
  const changes = lab.events.subscribe(`job:${projectId}`)
  const reached = async () => {
    const job = await lab.jobs.bySubject(db, TRANSCRIBE.name, projectId)
    return states.some((state) => state === job?.state)
  }
  if (await reached()) return
  for await (const _ of changes) if (await reached()) return
}

type Client = Awaited<ReturnType<typeof lab.creator>>['client']

async function runIs(client: Client, projectId: string, state: 'done' | 'cancelled'): Promise<void> {
  for await (const event of await client.watch({ projectId }))
    if (event.type === 'state' && event.transcription.state === state) return
  await runIs(client, projectId, state)
}
