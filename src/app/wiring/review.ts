import { isTakenDown, openForModerator } from '#features/abuse/server/index.ts'
import { isSuspended, type OptionalMailer, rateLimitStorage } from '#features/accounts/server/index.ts'
import { findLogosAt, listFontsAt } from '#features/brand/server/index.ts'
import type { OpenDocuments } from '#features/captions/server/index.ts'
import {
  copyThreads,
  eraseReviews,
  exportComments,
  exportDecisions,
  guestRoutes,
  moveAnchors,
  publicReviews,
  type ReviewDeps,
  reviewKeyOf,
  reviewProcedures,
  runReviewMaintenance,
  videoKeyOf,
} from '#features/review/server/index.ts'
import { operatorAccessOf } from '#features/operations/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import { transaction } from '#platform/server/db.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

type Wired = {
  optionalMail: OptionalMailer
  secret: string
  documents: OpenDocuments
  clientAddress: ReviewDeps['clientAddress']
}

/** Opens review: comments on captions, and links for people without an account. */
export function wireReview(env: Env, platform: Platform, { secret, documents, clientAddress, optionalMail }: Wired) {
  const { db, now } = platform
  const deps: ReviewDeps = {
    ...platform,
    optionalMail,
    documents,
    clientAddress,
    isSuspended,
    openAsOperator: (caller, thing) =>
      openForModerator({ db, now, ...operatorAccessOf(env) }, { caller, kind: 'review', thing }),
    isTakenDown: (q, video) =>
      isTakenDown(q, { kind: 'review', id: video.id, ownerId: video.ownerId, contentKey: videoKeyOf(video) }),
    ownFonts: (asked) => listFontsAt(db, asked),
    logos: (asked) => findLogosAt(db, asked),
    linkKey: reviewKeyOf(secret),
    consumeRateLimit: rateLimitStorage(platform).consume,
  }
  return defineFeature({
    procedures: reviewProcedures(deps),
    /** Review links as pages that can be reported. */
    pages: publicReviews(deps),
    routes: { '/review': guestRoutes(deps) },
    maintenance: [() => transaction(db, (tx) => runReviewMaintenance(tx, now()))],
    personalData: async ({ userId }) => ({
      comments: await exportComments(db, userId),
      decisions: await exportDecisions(db, userId),
    }),
    on: {
      wordsRemoved: moveAnchors,
      captionsCarriedOver: copyThreads,
      userDeleted: (tx, { userId }) => eraseReviews(tx, userId, now()),
    },
  })
}
