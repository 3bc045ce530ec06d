import { transaction } from '#platform/server/db.ts'
import { UNDO_KEPT_MS } from '../model/index.ts'
import type { StorageDeps } from './deps.ts'
import { letFilesEnd } from './expiry.ts'
import { queueReconciliation } from './reconcile-job.ts'

/**
 * Ends what was removed and nobody wanted back, tells of and ends what is kept for a limited time, and has the files
 * compared with the database once a day. To be done every minute; safe to do in several workers at once.
 */
export async function storageUpkeep(deps: StorageDeps): Promise<void> {
  const { db, log, now, shelves } = deps
  const before = new Date(now().getTime() - UNDO_KEPT_MS)
  // Exports first: one that goes with its video needs no job of its own, but one that was removed alone does.
  for (const shelf of [shelves.export, shelves.video])
    while ((await transaction(db, (tx) => shelf.discard(tx, before))) > 0);
  const ended = await letFilesEnd(deps)
  if (ended > 0) log.info({ ended }, 'removed videos that were kept for a limited time')
  await queueReconciliation(deps)
}
