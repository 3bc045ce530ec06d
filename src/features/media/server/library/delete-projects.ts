import { z } from 'zod'
import { type Tx, transaction } from '#platform/server/db.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import type { MediaDeps } from '../deps.ts'
import { deleteEarlySoundsOf } from '../early-sound/early-sound-rows.ts'
import { DELETE_ALL, type OwnerPayload } from '../job-definitions.ts'
import { deleteVideo } from './trash.ts'

type DeletionDeps = Pick<MediaDeps, 'db' | 'jobs' | 'events' | 'log' | 'onRemoved'>

/** Videos deleted in one transaction, which holds their locks. */
const BATCH = 20

/**
 * Moves all projects of a user to the trash, in the transaction that deletes the account; a job deletes them, and others
 * erase their files. The next maintenance discards the bytes of an unfinished upload.
 */
export async function deleteProjectsOf(
  tx: Tx,
  { jobs, now }: Pick<MediaDeps, 'jobs' | 'now'>,
  ownerId: string,
): Promise<void> {
  const hidden = await execute(tx, 'update projects set removed_at = $2 where owner_id = $1', [ownerId, now()])
  if (hidden > 0) await jobs.enqueue(tx, DELETE_ALL, { ownerId }, { ownerId, subjectId: ownerId })
  await deleteEarlySoundsOf(tx, ownerId)
}

/** Deletes the projects of a deleted account. Safe to run twice: the maintenance of the trash may delete some meanwhile. */
export function deleteAllJob(deps: DeletionDeps) {
  return defineJob<OwnerPayload>({
    ...DELETE_ALL,
    // Before the renders and transcriptions that it ends.
    quick: true,
    async run({ ownerId }, { signal }) {
      while ((await transaction(deps.db, (tx) => deleteBatch(tx, deps, ownerId))) > 0) signal.throwIfAborted()
    },
    async giveUp({ ownerId }) {
      deps.log.error({ ownerId }, 'could not delete the videos of a deleted account; the maintenance of the trash will')
    },
  })
}

const IdRow = z.object({ id: z.string() })

/** @returns the number of projects deleted; 0 once none is left, or others are deleting the rest */
async function deleteBatch(tx: Tx, deps: DeletionDeps, ownerId: string): Promise<number> {
  const rows = await queryRows(
    tx,
    IdRow,
    'select id from projects where owner_id = $1 order by id limit $2 for update skip locked',
    [ownerId, BATCH],
  )
  for (const { id } of rows) await deleteVideo(tx, deps, id)
  return rows.length
}
