import { authed, implementContract } from '#platform/server/rpc.ts'
import { enforceRateLimit, type RateLimit } from '#platform/server/rate-limit.ts'
import { referralsContract } from '../model/index.ts'
import { affiliateOf, findReferrer } from './affiliates.ts'
import { applicationOf, join } from './applications.ts'
import { NO_VISIT, recordVisit } from './bind-referral.ts'
import type { ReferralsDeps } from './deps.ts'
import { payoutSettingsOf, savePayoutSettings } from './payouts/payout-settings.ts'
import { listPayouts, statementOf } from './payouts/payout-views.ts'
import { referralInfoOf } from './referral-info.ts'
import { countReferrals, cursorOf, listReferrals } from './referral-list.ts'
import { dashboardOf, requireAffiliate } from './statistics.ts'
import { timelineOf } from './timeline.ts'
import { track } from './track-referral.ts'

/** Lookups per address and minute: enough for people, too few to enumerate names. */
const LOOKUPS = { window: 60, max: 60 }
/** Counted visits per address and minute. */
const CLICKS = { window: 60, max: 20 }

/** Implements `referralsContract`. */
export function referralsProcedures(deps: ReferralsDeps) {
  const rpc = implementContract(referralsContract)
  return {
    lookup: rpc.lookup.handler(async ({ context, input }) => {
      await limitAttempts(deps, `referral|${context.clientAddress?.() ?? 'unknown'}`, LOOKUPS)
      return findReferrer(deps.db, input)
    }),
    affiliate: rpc.affiliate.handler(({ context: { caller } }) =>
      caller === null ? null : affiliateOf(deps.db, caller.userId),
    ),
    join: rpc.join
      .use(authed)
      .handler(({ context, input: { acceptsTerms: _accepted, ...form } }) =>
        join(deps, { userId: context.caller.userId, ...form }),
      ),
    application: rpc.application.use(authed).handler(({ context }) => applicationOf(deps.db, context.caller.userId)),
    click: rpc.click.handler(async ({ context, input }) => {
      await limitAttempts(deps, `referral-click|${context.clientAddress?.() ?? 'unknown'}`, CLICKS)
      // A signed-in user is no new referral.
      return context.caller === null ? recordVisit(deps.db, { ...input, at: deps.now() }) : NO_VISIT
    }),
    track: rpc.track
      .use(authed)
      .handler(({ context, input }) =>
        track(deps, { userId: context.caller.userId, claim: input, address: context.clientAddress?.() }),
      ),
    details: rpc.details.use(authed).handler(({ context }) => referralInfoOf(deps.db, context.caller.userId)),
    ...affiliateProcedures(deps),
  }
}

/** The procedures of affiliates, for their own data. */
function affiliateProcedures(deps: ReferralsDeps) {
  const rpc = implementContract(referralsContract).use(authed)
  return {
    dashboard: rpc.dashboard.handler(({ context }) => dashboardOf(deps.db, context.caller.userId, deps.now())),
    list: rpc.list.handler(async ({ context, input }) => {
      const { userId } = context.caller
      await requireAffiliate(deps.db, userId)
      const referrals = await listReferrals(deps.db, userId, input)
      const last = referrals.at(input.limit - 1)
      return {
        referrals,
        total: await countReferrals(deps.db, userId, input),
        next: last === undefined ? null : cursorOf(last),
      }
    }),
    timeline: rpc.timeline.handler(async ({ context, input }) => {
      await requireAffiliate(deps.db, context.caller.userId)
      return timelineOf(deps.db, context.caller.userId, input.referralId)
    }),
    payoutSettings: rpc.payoutSettings.handler(async ({ context }) => {
      await requireAffiliate(deps.db, context.caller.userId)
      return payoutSettingsOf(deps.db, context.caller.userId, deps.now())
    }),
    savePayoutSettings: rpc.savePayoutSettings.handler(async ({ context, input }) => {
      await requireAffiliate(deps.db, context.caller.userId)
      return savePayoutSettings(deps, { caller: context.caller, form: input })
    }),
    payouts: rpc.payouts.handler(async ({ context }) => {
      await requireAffiliate(deps.db, context.caller.userId)
      return listPayouts(deps.db, context.caller.userId)
    }),
    statement: rpc.statement.handler(async ({ context, input }) => {
      await requireAffiliate(deps.db, context.caller.userId)
      return statementOf(deps.db, context.caller.userId, input.payoutId)
    }),
  }
}

/** @throws AppError `too_many_requests`, with `retryAfterSeconds` */
function limitAttempts(deps: ReferralsDeps, key: string, limit: RateLimit): Promise<void> {
  return enforceRateLimit(deps.consumeRateLimit, {
    key,
    limit,
    message: 'Too many attempts. Wait a moment and try again.',
  })
}
