import { isTakenDown, openForModerator } from '#features/abuse/server/index.ts'
import { isSuspended, lockActiveUser } from '#features/accounts/server/index.ts'
import { listMemberships } from '#features/collaboration/server/index.ts'
import {
  deleteLooksOf,
  eraseRemovedLooks,
  listLooks,
  lookKeyOf,
  publicLooks,
  type TemplatesDeps,
  templatesProcedures,
} from '#features/templates/server/index.ts'
import { operatorAccessOf } from '#features/operations/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import { transaction } from '#platform/server/db.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens templates: the looks that people save to their account. */
export function wireTemplates(env: Env, platform: Platform) {
  const { db, now } = platform
  const deps: TemplatesDeps = {
    ...platform,
    lockAccount: lockActiveUser,
    isSuspended,
    openAsOperator: (caller, { name: title, ...look }) =>
      openForModerator({ db, now, ...operatorAccessOf(env) }, { caller, kind: 'look', thing: { ...look, title } }),
    isTakenDown: (q, { id, ownerId, look }) =>
      isTakenDown(q, { kind: 'look', id, ownerId, contentKey: lookKeyOf(look) }),
    listTeams: listMemberships,
  }
  return defineFeature({
    procedures: templatesProcedures(deps),
    /** Looks with a link as pages that can be reported. */
    pages: publicLooks,
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
