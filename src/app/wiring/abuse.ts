import {
  type AbuseDeps,
  abuseProcedures,
  exportTakedowns,
  forgetOwner,
  moderationProcedures,
  receiveReports,
  redirectToReport,
  runAbuseMaintenance,
  takedownKeyOf,
} from '#features/abuse/server/index.ts'
import { emailOf, rateLimitStorage } from '#features/accounts/server/index.ts'
import { operatorAccessOf } from '#features/operations/server/index.ts'
import { clientAddressOf } from '#platform/server/http/client-address.ts'
import { transaction } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

type Wired = { secret: string; addressRules: AbuseDeps['addressRules']; pages: AbuseDeps['pages'] }

/** Opens abuse: reports about public pages, and what operators decide about them. */
export function wireAbuse(env: Env, platform: Platform, { secret, addressRules, pages }: Wired) {
  const { db, now } = platform
  const deps: AbuseDeps = {
    ...platform,
    pages,
    addressRules,
    emailOf,
    takedownKey: takedownKeyOf(secret),
    ...operatorAccessOf(env),
    consumeRateLimit: rateLimitStorage(platform).consume,
  }
  return defineFeature({
    procedures: abuseProcedures(deps),
    /** The operator's procedures about reports, part of `/api/rpc/operator/*`. */
    moderation: moderationProcedures(deps),
    /** The forms of reports without JavaScript, at the addresses of their pages. */
    forms: {
      receive: receiveReports({ ...deps, clientAddress: clientAddressOf(env.TRUST_PROXY) }),
      redirect: redirectToReport,
    },
    maintenance: [() => transaction(db, (tx) => runAbuseMaintenance(tx, now()))],
    personalData: async ({ userId }) => ({ takedowns: await exportTakedowns(db, userId) }),
    on: { userDeleted: (tx, { userId }) => forgetOwner(tx, userId) },
  })
}
