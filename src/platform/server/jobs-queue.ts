import { randomUUID } from 'node:crypto'
import type { Queryable, Tx } from './db.ts'
import { startEngine } from './jobs-boss.ts'
import type { Job, JobRow } from './jobs-definition.ts'
import { insertJob, newestJob, requestCancel } from './jobs-rows.ts'
import { countUnfinished, PLACE, standingOf, waitingFirst } from './jobs-turns.ts'
import type { Log } from './log.ts'

/** Puts work in line, and asks about it. */
export type JobQueue = {
  /**
   * Queues one job; it exists exactly when `tx` commits.
   * @param o.ownerId whose slots it takes: one owner's jobs of one kind run one after another unless `slotsOf` gives more
   * @param o.subjectId what it is about; its state and progress are published on `job:<subjectId>`
   * @param o.priority higher goes first among jobs of one kind, ahead by 10 starts a point; default 0
   * @returns the job's id
   */
  enqueue<P>(
    tx: Tx,
    job: Pick<Job<P>, 'name' | 'payload' | 'attempts'>,
    payload: P,
    o: { ownerId: string; subjectId: string; priority?: number },
  ): Promise<string>
  /**
   * Cancels a job when `tx` commits: one in line ends at once, a running one is aborted within a
   * second, one that ended stays as it is.
   */
  cancel(tx: Tx, jobId: string): Promise<void>
  /**
   * How many jobs of one kind an owner has waiting or running. Whoever else counts them waits until `tx` ends, so that
   * a limit holds however many ask at once.
   */
  countUnfinished(tx: Tx, o: { name: string; ownerId: string }): Promise<number>
  /** The newest job of one kind for one subject. */
  bySubject(db: Queryable, name: string, subjectId: string): Promise<JobRow | undefined>
}

/** A queue with timers of its own, to be closed at the end of the process. */
export type OpenJobQueue = JobQueue & { close(): Promise<void> }

/**
 * Opens the queue for sending.
 * @param o.slotsOf how many jobs of one kind an owner may have running at once, 1 to 16; default 1
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
    countUnfinished,
    cancel: requestCancel,
    bySubject: newestJob,
    close: () => engine.stop(),
  }
}
