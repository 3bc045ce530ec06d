import { z } from 'zod'
import type { Ledger } from '#features/credits/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { queryRows } from '#platform/server/rows.ts'
import { endRun, newestRun, type Run } from '../run-rows.ts'
import { earlyHoldKey, holdKey } from '../job-definition.ts'

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

/** For a refused video: stops its run, and returns the credits of a finished one. */
export async function refundRuns(tx: Tx, deps: SettleDeps, projectId: string): Promise<void> {
  await stopRun(tx, deps, projectId)
  for (const id of await finishedRuns(tx, projectId)) await deps.ledger.release(tx, { key: holdKey(id) })
}

/**
 * For a removed video: stops its run, whose job releases the credits when it gives up. The words of a finished
 * run were received, so they are charged.
 */
export async function endRuns(tx: Tx, deps: SettleDeps, projectId: string): Promise<void> {
  const run = await newestRun(tx, projectId)
  // Its words were received too, from the sound that arrived before the video.
  if (run?.state === 'pending' && run.earlySound === 'recognised')
    await deps.ledger.capture(tx, { key: earlyHoldKey(run.id), isOptional: true })
  await stopRun(tx, deps, projectId)
  await captureFinishedRuns(tx, deps, projectId)
}

type StopDeps = Pick<SettleDeps, 'jobs' | 'events' | 'now'> & { readonly ledger: Pick<Ledger, 'release'> }

/**
 * Stops the newest run of a locked project, unless it has ended: its job releases the credits when it gives up. A
 * pending run has neither.
 */
export async function stopRun(tx: Tx, deps: StopDeps, projectId: string): Promise<Run | undefined> {
  const run = await newestRun(tx, projectId)
  if (run === undefined) return undefined
  // The job of a run whose early sound is recognised is over.
  const isIdle = run.state === 'pending' && run.earlySound !== 'listening'
  if (isIdle) await endIdle(tx, deps, run)
  else if (run.jobId !== null) await deps.jobs.cancel(tx, run.jobId)
  return run
}

async function endIdle(tx: Tx, { ledger, events, now }: StopDeps, run: Run): Promise<void> {
  await ledger.release(tx, { key: earlyHoldKey(run.id) })
  await endRun(tx, events, run, { state: 'cancelled', at: now() })
}

/** Stops the job of a pending run that listens to an early sound, and releases what is held for that. */
export async function endEarly(tx: Tx, { jobs, ledger }: Pick<StopDeps, 'jobs' | 'ledger'>, run: Run): Promise<void> {
  if (run.jobId === null) return
  await ledger.release(tx, { key: earlyHoldKey(run.id) })
  await jobs.cancel(tx, run.jobId)
}

const IdRow = z.object({ id: z.string() })

async function finishedRuns(tx: Tx, projectId: string): Promise<string[]> {
  const text = `select id from transcriptions where project_id = $1 and state = 'done' and credits > 0 order by id`
  return (await queryRows(tx, IdRow, text, [projectId])).map(({ id }) => id)
}
