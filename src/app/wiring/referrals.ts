import { operatorAccessOf } from '#features/operations/server/index.ts'
import {
  emailOf,
  hasUsedIp,
  lockSession,
  type OptionalMailer,
  rateLimitStorage,
  requireReauthentication,
} from '#features/accounts/server/index.ts'
import { usersByCardHash } from '#features/billing/server/index.ts'
import {
  administrationProcedures,
  bindSignUp,
  closeAffiliate,
  readProgramme,
  recordPayment,
  type ReferralsDeps,
  referralRedirect,
  referralsDataOf,
  referralsProcedures,
  rejectReservedUsernames,
  runReferralsMaintenance,
  sampleClips,
} from '#features/referrals/server/index.ts'
import { makeSampleClip } from '#features/rendering/server/index.ts'
import { POLICIES_CHANGED } from '#features/site/model/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens the affiliate programme, which reacts to new users and payments without importing accounts or billing. */
export async function wireReferrals(env: Env, platform: Platform, { optionalMail }: { optionalMail: OptionalMailer }) {
  const { db, media, now } = platform
  const deps: ReferralsDeps = {
    ...platform,
    optionalMail,
    programme: readProgramme(env, POLICIES_CHANGED),
    emailOf,
    hasUsedIp,
    usersByCardHash,
    consumeRateLimit: rateLimitStorage(platform).consume,
    lockSession,
    requireReauthentication: ({ caller, password }) =>
      requireReauthentication(db, { caller, password, field: 'password', now: now() }),
  }
  const clips = sampleClips({
    ...platform,
    lookOf: newestTemplate,
    makeClip: ({ id, words }, o) => makeSampleClip({ ...o, media, words, template: newestTemplate(id) }),
  })
  await rejectReservedUsernames(db)
  return defineFeature({
    procedures: referralsProcedures(deps),
    /** The operator's procedures about affiliates, part of `/api/rpc/operator/*`. */
    administration: administrationProcedures({ ...deps, ...operatorAccessOf(env) }),
    /** Redirects `/{username}` to the home page with that affiliate's code. */
    redirect: referralRedirect(platform),
    listStoredClips: clips.listStored,
    routes: { '/affiliate-clips': clips.routes },
    jobs: clips.jobs,
    maintenance: [() => runReferralsMaintenance(deps)],
    personalData: async ({ userId }) => ({ affiliate: await referralsDataOf(db, userId, now()) }),
    on: {
      userCreated: (tx, user) => bindSignUp(tx, deps, user),
      userDeleted: (tx, { userId }) => closeAffiliate(tx, userId),
      paymentChanged: (tx, event) => recordPayment(tx, deps, event),
    },
  })
}
