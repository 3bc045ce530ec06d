import { type OptionalMailer, rateLimitStorage } from '#features/accounts/server/index.ts'
import {
  assignOwnSeats,
  assignSeats,
  type CollaborationDeps,
  collaborationProcedures,
  endCollaboration,
  listMemberships,
  readTeam,
  runCollaborationMaintenance,
  reportSeats,
} from '#features/collaboration/server/index.ts'
import { listLastEdits } from '#features/captions/server/index.ts'
import { lockMemberSpending, memberSpending, spendingByMember } from '#features/credits/server/index.ts'
import { listTitles } from '#features/media/server/index.ts'
import { listLastComments } from '#features/review/server/index.ts'
import { listLastRuns } from '#features/transcription/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens collaboration, which reacts to changed plans and deleted accounts without knowing credits or videos. */
export async function wireCollaboration(platform: Platform, { optionalMail }: { optionalMail: OptionalMailer }) {
  const { db, catalogue } = platform
  const deps: CollaborationDeps = {
    ...platform,
    optionalMail,
    spendingByMember,
    memberSpending,
    lockMemberSpending,
    listProjects: (q, ownerId) => listTitles(q, [ownerId]),
    lastEdits: listLastEdits,
    lastComments: listLastComments,
    lastRuns: listLastRuns,
    consumeRateLimit: rateLimitStorage(platform).consume,
  }
  await assignSeats(deps, catalogue.plans)
  return defineFeature({
    procedures: collaborationProcedures(deps),
    maintenance: [() => runCollaborationMaintenance(deps)],
    personalData: async ({ userId }) => ({
      collaboration: { team: await readTeam(deps, userId), worksWith: await listMemberships(db, userId) },
    }),
    on: {
      userDeleted: (tx, { userId }) => endCollaboration(tx, deps, userId),
      // Another plan may have another number of seats.
      async planChanged(tx, ownerId) {
        await assignOwnSeats(tx, deps, ownerId)
        await reportSeats(tx, deps, ownerId)
      },
    },
  })
}
