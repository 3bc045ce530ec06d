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
import type { Platform } from '../services/open-platform.ts'

/** Opens collaboration, which reacts to changed plans and deleted accounts without knowing credits or videos. */
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
    /** Data export for one user: their collaborators, and the owners they work for. */
    dataOf: async (userId: string) => ({
      team: await readTeam(deps, userId),
      worksWith: await listMemberships(db, userId),
    }),
    /** Runs in the transaction that deletes an account. */
    onUserDeleted: (tx: Tx, userId: string) => endCollaboration(tx, deps, userId),
    /** Runs in the transaction that changes a plan, since the number of seats may change. */
    onPlanChanged: (tx: Tx, ownerId: string) => reviewAccess(tx, deps, ownerId),
  }
}
