import type { ZodType } from 'zod'
import type { Tx } from './db.ts'

/** Where a job stands. The last three are final. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
/** One of `JOB_STATES`. */
export type JobState = (typeof JOB_STATES)[number]

/** One kind of background work. `run` may be started again at any moment, so it must be safe to run twice. */
export type Job<P = unknown> = {
  /** `feature.verb`, unique in the product. */
  readonly name: string
  readonly payload: ZodType<P>
  /** How often it is started at most, a killed worker included; 1 or more. */
  readonly attempts: number
  /** Takes seconds: never waits behind long work such as renders. */
  readonly quick?: boolean
  /** May take hours and is asked for many at a time: never keeps other long work out of a worker. */
  readonly bulk?: boolean
  /**
   * Does the work. It ends by returning when all is done and stored, and by throwing otherwise, also
   * when `io.signal` aborted. An AppError is final and its message is told to the owner. An outage,
   * such as a full disk, is tried again until it has passed; any other error `attempts` times in all.
   */
  run(payload: P, io: JobIo): Promise<void>
  /**
   * Undoes what queueing it promised, exactly once, in the transaction that makes the failure or the
   * cancellation final. It may meet a subject that `run` finished just before, and leaves it alone.
   * @param io.problem the sentence shown to the owner, null after a cancellation
   */
  giveUp(
    payload: P,
    reason: 'failed' | 'cancelled',
    io: { tx: Tx; jobId: string; problem: string | null },
  ): Promise<void>
}

/** What a running job has besides its payload. */
export type JobIo = {
  readonly jobId: string
  /** Aborts when the owner cancelled, the worker stops, or another worker took the job over. */
  readonly signal: AbortSignal
  /** @param done fraction of the work done, 0 to 1; stored and published at most twice a second */
  progress(done: number): void
}

/** What is known about one job; times are absent until they have come. */
export type JobRow = {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly subjectId: string
  readonly state: JobState
  /** Fraction done, 0 to 1. */
  readonly progress: number
  /** One plain sentence for the owner, when it failed. */
  readonly problem: string | null
  /** The owner cancelled it, and it has not ended yet or ended some other way. */
  readonly cancelRequested: boolean
  /** How many times it was started. */
  readonly attempt: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** Begins the owner of a job that nobody asked for, such as a mail: no person, no plan. */
export const SYSTEM_OWNER = 'system:'

/** Gives a job definition its type from its payload schema. */
export function defineJob<P>(job: Job<P>): Job<P> {
  return job
}
