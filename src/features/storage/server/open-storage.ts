import type { RetentionChange } from '#features/billing/model/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { StorageDeps } from './deps.ts'
import { onPlanChanged, retentionOf } from './expiry.ts'
import { fileRoutes } from './file-routes.ts'
import { storageProcedures } from './procedures.ts'
import { reconcileJob } from './reconcile-job.ts'
import { failsToRecordExpiries, queueExpiries, recordExpiriesJob, recordRetention } from './record-expiries-job.ts'
import { type RoomRequest, claimRoom } from './claim-room.ts'
import { runStorageMaintenance } from './maintenance.ts'
import { usageOf } from './usage-of.ts'

/** Opens storage over the features that store files. */
export function openStorage(deps: StorageDeps) {
  return {
    /** Implements `storageContract`. */
    procedures: storageProcedures(deps),
    /** Mounted at `/api/files`: the files of signed links. */
    routes: fileRoutes(deps),
    work: [reconcileJob(deps), recordExpiriesJob(deps)],
    /** Run by the worker every minute. */
    maintenance: () => runStorageMaintenance(deps),
    /** Checks that an owner has room for one more file. @throws AppError `storage_full` */
    claimRoom: (tx: Tx, request: RoomRequest) => claimRoom(tx, deps, request),
    /** How long a file that an owner adds now is stored, in milliseconds; null for ever. */
    retentionOf: (ownerId: string) => retentionOf(deps.db, deps, ownerId),
    /** The bytes an owner uses, of videos, exports, captions and fonts, and their quota; null if a contract sets it. */
    usageOf: (ownerId: string) => usageOf(deps, ownerId),
    /** Whether nothing expires because the later dates of a change could not be recorded. */
    failsToRecordExpiries: () => failsToRecordExpiries(deps.db),
    /** Runs in the transaction that changes how long files are stored. */
    onRetentionChanged: (tx: Tx, change: RetentionChange) => queueExpiries(tx, deps, change),
    /** Notices a retention that the environment changed, and retries failed recordings; for a process that starts. */
    recordRetention: () => recordRetention(deps),
    /** Runs in the transaction of a plan change. */
    onPlanChanged: (tx: Tx, userId: string) => onPlanChanged(tx, deps, userId),
  }
}
