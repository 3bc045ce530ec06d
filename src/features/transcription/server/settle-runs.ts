import { z } from 'zod'
import type { Ledger } from '#features/credits/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { queryRows } from '#platform/server/rows.ts'
import { newestRun } from './run-rows.ts'
import { holdKey } from './transcribe-job.ts'

/** Dependencies of settling the runs of a video. */
export type SettleDeps = {
  readonly jobs: Pick<JobQueue, 'cancel'>
  readonly ledger: Pick<Ledger, 'capture' | 'release'>
}

/**
 * A run may end while its video is still being prepared; its credits stay held until that has succeeded. Listens to a
 * prepared video, in its transaction. A settled hold stays as it is.
 */
export async function captureFinishedRuns(tx: Tx, { ledger }: Pick<SettleDeps, 'ledger'>, projectId: string) {
  for (const id of await finishedRuns(tx, projectId)) await ledger.capture(tx, { key: holdKey(id), isOptional: true })
}

/** Listens to a refused video: stops its run, and returns the credits of a finished one. */
export async function refundRuns(tx: Tx, { jobs, ledger }: SettleDeps, projectId: string): Promise<void> {
  await cancelRun(tx, jobs, projectId)
  for (const id of await finishedRuns(tx, projectId)) await ledger.release(tx, { key: holdKey(id) })
}

/**
 * Listens to a removed video: stops its run, whose job releases the credits when it gives up. The words of a finished
 * run were received, so they are charged.
 */
export async function endRuns(tx: Tx, { jobs, ledger }: SettleDeps, projectId: string): Promise<void> {
  await cancelRun(tx, jobs, projectId)
  await captureFinishedRuns(tx, { ledger }, projectId)
}

async function cancelRun(tx: Tx, jobs: SettleDeps['jobs'], projectId: string): Promise<void> {
  const run = await newestRun(tx, projectId)
  if (run !== undefined) await jobs.cancel(tx, run.jobId)
}

const IdRow = z.object({ id: z.string() })

async function finishedRuns(tx: Tx, projectId: string): Promise<string[]> {
  const text = `select id from transcriptions where project_id = $1 and state = 'done' and credits > 0 order by id`
  return (await queryRows(tx, IdRow, text, [projectId])).map(({ id }) => id)
}
