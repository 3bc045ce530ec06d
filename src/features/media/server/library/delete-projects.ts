import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import type { MediaDeps } from '../deps.ts'
import { deleteEarlySoundsOf } from '../early-sound/early-sound-rows.ts'
import { lockProject } from '../projects.ts'
import { removeProject } from '../transitions.ts'

const IdRow = z.object({ id: z.string() })

/**
 * Deletes all projects of a user in the transaction that deletes the account; their files go by jobs. The next
 * maintenance discards the bytes of an unfinished upload.
 */
export async function deleteProjectsOf(
  tx: Tx,
  deps: Pick<MediaDeps, 'jobs' | 'events' | 'onRemoved'>,
  ownerId: string,
): Promise<void> {
  const rows = await queryRows(tx, IdRow, 'select id from projects where owner_id = $1 order by id', [ownerId])
  for (const { id } of rows) {
    const project = await lockProject(tx, id)
    if (project !== undefined) await removeProject(tx, deps, project)
  }
  await deleteEarlySoundsOf(tx, ownerId)
}
