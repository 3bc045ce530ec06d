import type { ZodType } from 'zod'
import type { Tx } from '../db.ts'

/** The states of a job. The last three are final. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
/** One of `JOB_STATES`. */
export type JobState = (typeof JOB_STATES)[number]

/** One kind of background work. `run` may be restarted at any moment, so it must be idempotent. */
export type Job<P = unknown> = {
  /** `feature.verb`, unique in the product. */
  readonly name: string
  readonly payload: ZodType<P>
  /** Maximum number of attempts, including those of a killed worker; 1 or more. */
  readonly attempts: number
  /** The job takes seconds and never waits behind long work such as renders. */
  readonly quick?: boolean
  /** Somebody watches the result appear: the job has places of its own and never waits behind other long work. */
  readonly urgent?: boolean
  /** The job may take hours and is queued in batches; it never blocks other long work in a worker. */
  readonly bulk?: boolean
  /**
   * Does the work. It returns when everything is stored and throws otherwise, also when `io.signal` aborts. An AppError
   * is final and its message is shown to the owner. An outage, such as a full disk, is retried until it has passed; any
   * other error up to `attempts` attempts in all.
   */
  run(payload: P, io: JobIo): Promise<void>
  /**
   * Compensates for a failed or cancelled job exactly once, in the transaction that makes its end final. It leaves a
   * subject alone that `run` has already finished.
   * @param io.problem the sentence shown to the owner, null after a cancellation
   */
  giveUp(
    payload: P,
    reason: 'failed' | 'cancelled',
    io: { tx: Tx; jobId: string; problem: string | null },
  ): Promise<void>
}

/** The context of a running job. */
export type JobIo = {
  readonly jobId: string
  /** Aborts when the owner cancels, the worker stops, or another worker takes over the job. */
  readonly signal: AbortSignal
  /** @param done fraction of the work done, 0 to 1; stored and published at most twice a second */
  progress(done: number): void
}

/** The status of one job; a time is absent until it is reached. */
export type JobRow = {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly subjectId: string
  readonly state: JobState
  /** Fraction done, 0 to 1. */
  readonly progress: number
  /** One plain sentence for the owner of a failed job. */
  readonly problem: string | null
  /** The owner cancelled it, but it is still running or ended in another state. */
  readonly cancelRequested: boolean
  /** Number of attempts so far. */
  readonly attempt: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** Prefix of the owner id of a system job, such as a mail, which belongs to no person and no plan. */
export const SYSTEM_OWNER = 'system:'

/** Infers the type of a job definition from its payload schema. */
export function defineJob<P>(job: Job<P>): Job<P> {
  return job
}
