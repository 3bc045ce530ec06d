import { rateLimitStorage } from '#features/accounts/server/index.ts'
import {
  type CollaborationDeps,
  collaborationProcedures,
  collaborationUpkeep,
  endCollaborationOf,
  keepSeats,
  readTeam,
  reviewAccess,
  sharedWith,
} from '#features/collaboration/server/index.ts'
import { spentByOthers } from '#features/credits/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Platform } from './platform.ts'

/** Opens collaboration: it hears of changed plans and deleted accounts, and knows neither credits nor videos. */
export async function wireCollaboration(platform: Platform) {
  const { db, now, catalogue } = platform
  const deps: CollaborationDeps = { ...platform, spentByOthers, count: rateLimitStorage(platform).consume }
  await keepSeats(db, catalogue.plans)
  return {
    procedures: collaborationProcedures(deps),
    upkeep: () => transaction(db, (tx) => collaborationUpkeep(tx, now())),
    /** For the export of somebody's data: who works with them, and with whom they do. */
    dataOf: async (userId: string) => ({
      team: await readTeam(deps, userId),
      worksWith: await sharedWith(db, userId),
    }),
    /** In the transaction that deletes an account. */
    onUserDeleted: (tx: Tx, userId: string) => endCollaborationOf(tx, deps, userId),
    /** In the transaction that gives somebody another plan: the seats may be fewer, or more. */
    onPlanChanged: (tx: Tx, ownerId: string) => reviewAccess(tx, deps, ownerId),
  }
}
