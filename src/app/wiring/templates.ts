import { isSuspended, lockActiveUser } from '#features/accounts/server/index.ts'
import { listMemberships } from '#features/collaboration/server/index.ts'
import {
  deleteLooksOf,
  eraseRemovedLooks,
  listLooks,
  type TemplatesDeps,
  templatesProcedures,
} from '#features/templates/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens templates: the looks that people save to their account. */
export function wireTemplates(platform: Platform) {
  const { db, now } = platform
  const deps: TemplatesDeps = { ...platform, lockAccount: lockActiveUser, isSuspended, listTeams: listMemberships }
  return defineFeature({
    procedures: templatesProcedures(deps),
    maintenance: [() => transaction(db, (tx) => eraseRemovedLooks(tx, now()))],
    personalData: async ({ userId }) => ({
      looks: (await listLooks(db, userId)).map(({ name, look, isShared, createdAt }) => ({
        name,
        look,
        isShared,
        createdAt: createdAt.toISOString(),
      })),
    }),
    on: { userDeleted: (tx, { userId }) => deleteLooksOf(tx, userId) },
  })
}
