import type { Tx } from '../db.ts'
import { execute } from '../rows.ts'

/** Keeps an owner's jobs from starting. */
export async function pauseOwner(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'insert into paused_job_owners (owner_id) values ($1) on conflict do nothing', [ownerId])
}

/** Lets an owner's jobs start again. */
export async function resumeOwner(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from paused_job_owners where owner_id = $1', [ownerId])
}

/** Whether the owner of this job is paused. */
export async function isJobPaused(tx: Tx, jobId: string): Promise<boolean> {
  const found = await execute(
    tx,
    'select 1 from jobs j join paused_job_owners p on p.owner_id = j.owner_id where j.id = $1 and j.finished_at is null',
    [jobId],
  )
  return found > 0
}
