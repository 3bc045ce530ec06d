import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { type Job, type JobIo, type JobRow, openJobQueue } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { testDatabase } from './database.ts'

/** The payload of test jobs. */
export const Payload = z.object({ n: z.number() })
export type Payload = z.infer<typeof Payload>

/** A queue on its own database, closed after the file's tests. */
export async function testJobs(o: Pick<Parameters<typeof openJobQueue>[0], 'slotsOf'> = {}) {
  const { db, url } = await testDatabase({ max: 20 })
  const log = silentLog()
  const events = await openEvents({ url, log })
  const queue = await openJobQueue({ url, log, ...o })
  afterAll(async () => {
    await queue.close()
    await events.close()
  })
  return {
    db,
    url,
    log,
    events,
    queue,
    /** @returns the subject's id */
    async add(
      job: Job<Payload>,
      payload: Payload,
      place: { ownerId?: string; subjectId?: string; priority?: number } = {},
    ): Promise<string> {
      const { ownerId = 'ada', subjectId = randomUUID(), priority = 0 } = place
      await transaction(db, (tx) => queue.enqueue(tx, job, payload, { ownerId, subjectId, priority }))
      return subjectId
    },
    async waitUntilEnded(job: Job<Payload>, subjectId: string): Promise<JobRow> {
      const news = events.subscribe(`job:${subjectId}`)[Symbol.asyncIterator]()
      for (;;) {
        const row = await queue.bySubject(db, job.name, subjectId)
        if (row !== undefined && row.finishedAt !== null) return row
        await news.next()
      }
    },
    async cancel(job: Job<Payload>, subjectId: string): Promise<void> {
      const row = await queue.bySubject(db, job.name, subjectId)
      await transaction(db, (tx) => queue.cancel(tx, row?.id ?? ''))
    },
  }
}

/** Waits for the abort signal. @throws its reason */
export async function waitUntilAborted({ signal }: JobIo): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}
