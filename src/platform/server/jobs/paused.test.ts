import { afterAll, expect, test } from 'vitest'
import { type Payload, Payload as PayloadSchema, testJobs } from '../../../../tests/support/jobs.ts'
import { transaction } from '../db.ts'
import { defineJob, startWorker } from '../jobs.ts'

const { add, db, queue, url, log, waitUntilEnded } = await testJobs()
const ran: number[] = []
const job = defineJob<Payload>({
  name: 'pause.test',
  payload: PayloadSchema,
  attempts: 1,
  async run({ n }) {
    ran.push(n)
  },
  async giveUp() {},
})
const worker = await startWorker({ db, url, log, jobs: [job], concurrency: 1 })
afterAll(() => worker.stop())

test('the jobs of a paused owner wait, others go on, and a resumed owner’s continue', async () => {
  await transaction(db, (tx) => queue.pause(tx, 'spammer'))
  const waiting = await add(job, { n: 1 }, { ownerId: 'spammer' })
  const other = await add(job, { n: 2 }, { ownerId: 'ada' })
  expect(await waitUntilEnded(job, other)).toMatchObject({ state: 'done' })
  expect(await queue.bySubject(db, job.name, waiting)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(ran).toEqual([2])
  await transaction(db, (tx) => queue.resume(tx, 'spammer'))
  expect(await waitUntilEnded(job, waiting)).toMatchObject({ state: 'done', attempt: 1 })
  expect(ran).toEqual([2, 1])
})
