import { z } from 'zod'
import { type Db, type Queryable, transaction } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { findStored, lockHead } from './document-rows.ts'
import { copySnapshot } from './snapshot-rows.ts'
import { snapshotTask } from './snapshot-task.ts'

/** Dependencies of snapshots. */
export type SnapshotDeps = { readonly db: Db; readonly threadPool: Pick<ThreadPool, 'run'> }

const TIMEOUT_MS = 60_000
const TOO_SLOW = 'These captions are too long to be stored.'

/**
 * Replaces a project's snapshot by its current captions. Batches saved meanwhile follow the new snapshot.
 * @param account whose share of the thread pool it uses
 * @throws AppError as the thread pool
 */
export async function rewriteSnapshot({ db, threadPool }: SnapshotDeps, projectId: string, account: string) {
  const stored = await findStored(db, projectId)
  if (stored === undefined || stored.effects.length === 0) return
  const packed = await threadPool.run(snapshotTask, stored, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
  await transaction(db, async (tx) => {
    await lockHead(tx, projectId)
    if (!(await isPast(tx, projectId, stored))) return
    await copySnapshot(tx, projectId, stored.revision)
    await execute(
      tx,
      `update caption_documents set snapshot = $2, snapshot_revision = $3, (replay_bytes, replay_steps) = (
         select coalesce(sum(octet_length(changes) + octet_length(effects)), 0), coalesce(sum(steps), 0)
         from caption_batches where project_id = $1 and revision > $3)
       where project_id = $1`,
      [projectId, Buffer.from(packed), stored.revision],
    )
  })
}

/** Whether this state is part of the captions' history, and no newer snapshot was written meanwhile. */
async function isPast(
  q: Queryable,
  projectId: string,
  { revision, state }: { readonly revision: number; readonly state: string },
): Promise<boolean> {
  const found = await execute(
    q,
    `select 1 from caption_documents d join caption_batches b using (project_id)
     where d.project_id = $1 and d.snapshot_revision < $2 and b.revision = $2 and b.batch_id = $3`,
    [projectId, revision, state],
  )
  return found === 1
}

/** Steps of batches whose replay the next reader would notice. */
const DUE_STEPS = 400_000
/** Minimum batches that are worth a snapshot. */
const DUE_BATCHES = 100
/** Maximum age of batches without a snapshot; only batches before a snapshot expire. */
const DUE_AFTER_MS = 24 * 60 * 60 * 1_000
/** Maximum snapshots of one round. */
const AT_ONCE = 100

const IdRow = z.object({ id: z.string() })

/**
 * Rewrites the snapshots that are due: when the batches after one are as large as itself, so that snapshots at most
 * double the bytes that edits write, however long the captions are. Runs every minute, safely in several workers at
 * once.
 * @throws AggregateError after all others were tried, if some could not be written
 */
export async function rewriteDueSnapshots({ now, ...deps }: SnapshotDeps & { now(): Date }): Promise<void> {
  const rows = await queryRows(
    deps.db,
    IdRow,
    `select project_id as id from caption_documents d
     where revision > snapshot_revision and (
       replay_steps > $1
       or (revision - snapshot_revision >= $2 and replay_bytes > pg_column_size(snapshot))
       or exists (select 1 from caption_batches b where b.project_id = d.project_id
         and b.revision = d.snapshot_revision + 1 and b.created_at < $3))
     order by replay_steps desc limit $4`,
    [DUE_STEPS, DUE_BATCHES, new Date(now().getTime() - DUE_AFTER_MS), AT_ONCE],
  )
  const failures: unknown[] = []
  for (const { id } of rows) {
    try {
      await rewriteSnapshot(deps, id, MAINTENANCE)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} caption snapshots could not be written`)
}

/** The account name for shares of the thread pool. */
const MAINTENANCE = 'caption snapshots'
