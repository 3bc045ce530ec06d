import { z } from 'zod'
import type { Ledger } from '#features/credits/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { queryRows } from '#platform/server/rows.ts'
import { endRun, newestRun, type Run } from './run-rows.ts'
import { holdKey } from './transcribe-job.ts'

/** Dependencies of settling the runs of a video. */
export type SettleDeps = {
  readonly jobs: Pick<JobQueue, 'cancel'>
  readonly ledger: Pick<Ledger, 'capture' | 'release'>
  readonly events: Pick<Events, 'publish'>
  now(): Date
}

/**
 * A run may end while its video is still being prepared; its credits stay held until that has succeeded. Listens to a
 * prepared video, in its transaction. A settled hold stays as it is.
 */
export async function captureFinishedRuns(tx: Tx, { ledger }: Pick<SettleDeps, 'ledger'>, projectId: string) {
  for (const id of await finishedRuns(tx, projectId)) await ledger.capture(tx, { key: holdKey(id), isOptional: true })
}

/** Listens to a refused video: stops its run, and returns the credits of a finished one. */
export async function refundRuns(tx: Tx, deps: SettleDeps, projectId: string): Promise<void> {
  await stopRun(tx, deps, projectId)
  for (const id of await finishedRuns(tx, projectId)) await deps.ledger.release(tx, { key: holdKey(id) })
}

/**
 * Listens to a removed video: stops its run, whose job releases the credits when it gives up. The words of a finished
 * run were received, so they are charged.
 */
export async function endRuns(tx: Tx, deps: SettleDeps, projectId: string): Promise<void> {
  await stopRun(tx, deps, projectId)
  await captureFinishedRuns(tx, deps, projectId)
}

/**
 * Stops the newest run of a locked project, unless it has ended: its job releases the credits when it gives up. A
 * pending run has neither.
 */
export async function stopRun(
  tx: Tx,
  { jobs, events, now }: Pick<SettleDeps, 'jobs' | 'events' | 'now'>,
  projectId: string,
): Promise<Run | undefined> {
  const run = await newestRun(tx, projectId)
  if (run === undefined) return undefined
  if (run.jobId !== null) await jobs.cancel(tx, run.jobId)
  else if (run.state === 'pending') await endRun(tx, events, run, { state: 'cancelled', at: now() })
  return run
}

const IdRow = z.object({ id: z.string() })

async function finishedRuns(tx: Tx, projectId: string): Promise<string[]> {
  const text = `select id from transcriptions where project_id = $1 and state = 'done' and credits > 0 order by id`
  return (await queryRows(tx, IdRow, text, [projectId])).map(({ id }) => id)
}
