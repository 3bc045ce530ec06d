import { rateLimitStorage } from '#features/accounts/server/index.ts'
import {
  type CollaborationDeps,
  collaborationProcedures,
  runCollaborationMaintenance,
  endCollaboration,
  assignSeats,
  readTeam,
  reviewAccess,
  listMemberships,
} from '#features/collaboration/server/index.ts'
import { creditsSpentByMembers } from '#features/credits/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Platform } from './platform.ts'

/** Opens collaboration: it hears of changed plans and deleted accounts, and knows neither credits nor videos. */
export async function wireCollaboration(platform: Platform) {
  const { db, now, catalogue } = platform
  const deps: CollaborationDeps = {
    ...platform,
    creditsSpentByMembers,
    consumeRateLimit: rateLimitStorage(platform).consume,
  }
  await assignSeats(db, catalogue.plans)
  return {
    procedures: collaborationProcedures(deps),
    maintenance: () => transaction(db, (tx) => runCollaborationMaintenance(tx, now())),
    /** For the export of somebody's data: who works with them, and with whom they do. */
    dataOf: async (userId: string) => ({
      team: await readTeam(deps, userId),
      worksWith: await listMemberships(db, userId),
    }),
    /** In the transaction that deletes an account. */
    onUserDeleted: (tx: Tx, userId: string) => endCollaboration(tx, deps, userId),
    /** In the transaction that gives somebody another plan: the seats may be fewer, or more. */
    onPlanChanged: (tx: Tx, ownerId: string) => reviewAccess(tx, deps, ownerId),
  }
}
