import { transaction } from '#platform/server/db.ts'
import { TRASH_RETENTION_MS } from '../model/index.ts'
import type { StorageDeps } from './deps.ts'
import { expireFiles } from './expiry.ts'
import { queueReconciliation } from './reconcile-job.ts'
import { isRecordingExpiries, retryFailedExpiries } from './record-expiries-job.ts'

/**
 * Erases the trash, notifies about and deletes expiring files unless later expiries are being recorded, and queues the
 * daily comparison with the database. Run every minute; safe to run concurrently.
 */
export async function runStorageMaintenance(deps: StorageDeps): Promise<void> {
  const { db, log, now, fileProviders } = deps
  const before = new Date(now().getTime() - TRASH_RETENTION_MS)
  // Exports first: one that goes with its video needs no job, but one that was deleted alone does.
  for (const shelf of [fileProviders.export, fileProviders.video])
    while ((await transaction(db, (tx) => shelf.emptyTrash(tx, before))) > 0);
  await retryFailedExpiries(deps)
  const ended = (await isRecordingExpiries(deps)) ? 0 : await expireFiles(deps)
  if (ended > 0) log.info({ ended }, 'deleted expired videos')
  await queueReconciliation(deps)
}
