import { randomUUID } from 'node:crypto'
import type { Queryable, Tx } from '../db.ts'
import { startEngine } from './boss.ts'
import type { Job, JobRow } from './definition.ts'
import { pauseOwner, resumeOwner } from './paused.ts'
import { insertJob, newestJob, requestCancel } from './rows.ts'
import { countUnfinished, PLACE, standingOf, waitingFirst } from './turns.ts'
import type { Log } from '../log.ts'

/** Queues jobs and reads their status. */
export type JobQueue = {
  /**
   * Queues one job; it exists only if `tx` commits.
   * @param o.ownerId owner of the slot: an owner's jobs of one kind run one after another unless `slotsOf` allows more
   * @param o.subjectId the subject of the job; its state and progress are published on `job:<subjectId>`
   * @param o.priority higher starts earlier among jobs of one kind, by 10 starts a point; default 0
   * @returns the job's id
   */
  enqueue<P>(
    tx: Tx,
    job: Pick<Job<P>, 'name' | 'payload' | 'attempts'>,
    payload: P,
    o: { ownerId: string; subjectId: string; priority?: number },
  ): Promise<string>
  /**
   * Cancels a job when `tx` commits: a queued job ends immediately, a running one is aborted within a second, and a
   * finished one stays as it is.
   */
  cancel(tx: Tx, jobId: string): Promise<void>
  /** Keeps an owner's queued and later jobs waiting; running ones end as usual. Idempotent. */
  pause(tx: Tx, ownerId: string): Promise<void>
  /** Lets an owner's jobs start again, the waiting ones within a minute. Idempotent. */
  resume(tx: Tx, ownerId: string): Promise<void>
  /**
   * Counts an owner's waiting and running jobs of one kind. A concurrent count waits until `tx` ends, so that a limit
   * holds under concurrent requests.
   */
  countUnfinished(tx: Tx, o: { name: string; ownerId: string }): Promise<number>
  /** Reads the newest job of one kind for a subject. */
  bySubject(db: Queryable, name: string, subjectId: string): Promise<JobRow | undefined>
}

/** A queue with its own timers; close it before the process exits. */
export type OpenJobQueue = JobQueue & { close(): Promise<void> }

/**
 * Opens the queue for sending.
 * @param o.slotsOf maximum number of an owner's running jobs of one kind, 1 to 16; default 1
 */
export async function openJobQueue({
  url,
  log,
  slotsOf = async () => 1,
  newId = randomUUID,
}: {
  url: string
  log: Log
  slotsOf?: (tx: Tx, ownerId: string) => Promise<number>
  newId?: () => string
}): Promise<OpenJobQueue> {
  const engine = await startEngine({ url, supervise: false, log })
  const prepared = new Set<string>()

  return {
    async enqueue(tx, job, payload, { ownerId, subjectId, priority = 0 }) {
      if (!prepared.has(job.name)) await engine.prepare(job.name)
      prepared.add(job.name)
      const id = newId()
      const line = { name: job.name, ownerId, priority }
      const standing = await standingOf(tx, line)
      if (standing.place > 1) await engine.moveBack(tx, job.name, await waitingFirst(tx, line), PLACE)
      await insertJob(tx, { ...line, ...standing, id, subjectId, payload: job.payload.parse(payload) })
      await engine.send(tx, job.name, { id, ownerId, turn: standing.turn, slots: await slotsOf(tx, ownerId) })
      return id
    },
    pause: pauseOwner,
    resume: resumeOwner,
    countUnfinished,
    cancel: requestCancel,
    bySubject: newestJob,
    close: () => engine.stop(),
  }
}
