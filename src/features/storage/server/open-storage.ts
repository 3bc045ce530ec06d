import type { Tx } from '#platform/server/db.ts'
import type { StorageDeps } from './deps.ts'
import { expiryOf, onPlanChanged } from './expiry.ts'
import { fileRoutes } from './file-routes.ts'
import { storageProcedures } from './procedures.ts'
import { reconcileJob } from './reconcile-job.ts'
import { type Asked, claimRoom } from './claim-room.ts'
import { runStorageMaintenance } from './maintenance.ts'

/** Opens the feature over what the features that keep files tell it. */
export function openStorage(deps: StorageDeps) {
  return {
    /** Implements `storageContract`. */
    procedures: storageProcedures(deps),
    /** To be mounted at `/api/files`: the files of signed links. */
    routes: fileRoutes(deps),
    work: [reconcileJob(deps)],
    /** To be done by the worker every minute. */
    maintenance: () => runStorageMaintenance(deps),
    /** Makes sure that an owner has room for one more file. @throws AppError `storage_full` */
    claimRoom: (tx: Tx, asked: Asked) => claimRoom(tx, deps, asked),
    /** Until when a file is kept that an owner adds now; null: for good. */
    expiryOf: (ownerId: string) => expiryOf(deps.db, deps, ownerId),
    /** To be done when somebody's plan has changed, in the same transaction. */
    onPlanChanged: (tx: Tx, userId: string) => onPlanChanged(tx, deps, userId),
  }
}
