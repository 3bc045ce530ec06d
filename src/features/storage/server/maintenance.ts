import { transaction } from '#platform/server/db.ts'
import { TRASH_RETENTION_MS } from '../model/index.ts'
import type { StorageDeps } from './deps.ts'
import { expireFiles } from './expiry.ts'
import { queueReconciliation } from './reconcile-job.ts'

/**
 * Ends what was removed and nobody wanted back, tells of and ends what is kept for a limited time, and has the files
 * compared with the database once a day. To be done every minute; safe to do in several workers at once.
 */
export async function runStorageMaintenance(deps: StorageDeps): Promise<void> {
  const { db, log, now, fileProviders } = deps
  const before = new Date(now().getTime() - TRASH_RETENTION_MS)
  // Exports first: one that goes with its video needs no job of its own, but one that was removed alone does.
  for (const shelf of [fileProviders.export, fileProviders.video])
    while ((await transaction(db, (tx) => shelf.emptyTrash(tx, before))) > 0);
  const ended = await expireFiles(deps)
  if (ended > 0) log.info({ ended }, 'removed videos that were kept for a limited time')
  await queueReconciliation(deps)
}
