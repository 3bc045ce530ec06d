import { z } from 'zod'
import { type Tx, transaction } from '#platform/server/db.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import type { MediaDeps } from '../deps.ts'
import { deleteEarlySoundsOf } from '../early-sound/early-sound-rows.ts'
import { DELETE_ALL, type OwnerPayload } from '../job-definitions.ts'
import { deleteVideo } from './trash.ts'

type DeletionDeps = Pick<MediaDeps, 'db' | 'jobs' | 'events' | 'log' | 'onRemoved'>

/** Before every real date: the trash is emptied of these videos first, if the job that deletes them gives up. */
const LONG_AGO = new Date(0)
/** Locks of one transaction are held for a moment only, however many videos there are. */
const BATCH = 20

/**
 * Hides all projects of a user at once, in the transaction that deletes the account; a job deletes them, and others
 * erase their files. The next maintenance discards the bytes of an unfinished upload.
 */
export async function deleteProjectsOf(tx: Tx, { jobs }: Pick<MediaDeps, 'jobs'>, ownerId: string): Promise<void> {
  const hidden = await execute(tx, 'update projects set removed_at = $2 where owner_id = $1', [ownerId, LONG_AGO])
  if (hidden > 0) await jobs.enqueue(tx, DELETE_ALL, { ownerId }, { ownerId, subjectId: ownerId })
  await deleteEarlySoundsOf(tx, ownerId)
}

/** Deletes the projects of a deleted account. Safe to run twice. */
export function deleteAllJob(deps: DeletionDeps) {
  return defineJob<OwnerPayload>({
    ...DELETE_ALL,
    async run({ ownerId }) {
      while ((await transaction(deps.db, (tx) => deleteSome(tx, deps, ownerId))) > 0);
    },
    async giveUp({ ownerId }) {
      deps.log.error({ ownerId }, 'could not delete the videos of a deleted account; maintenance goes on')
    },
  })
}

const IdRow = z.object({ id: z.string() })

/** @returns the number of projects deleted; 0 once none is left, or maintenance holds the rest */
async function deleteSome(tx: Tx, deps: DeletionDeps, ownerId: string): Promise<number> {
  const rows = await queryRows(
    tx,
    IdRow,
    'select id from projects where owner_id = $1 and removed_at = $2 order by id limit $3 for update skip locked',
    [ownerId, LONG_AGO, BATCH],
  )
  for (const { id } of rows) await deleteVideo(tx, deps, id)
  return rows.length
}
