import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CHANNEL_MAX, USERNAME_MAX } from './constants.ts'
import { Payout, PayoutSettings, PayoutSettingsForm, Statement } from './contract-payouts.ts'
import { Dashboard, ListReferrals, ReferralInfo, ReferralPage, Timeline } from './contract-statistics.ts'

/** The caller's own place in the affiliate programme (spec §3). */
export const Affiliate = z.object({
  referralCode: z.string(),
  /** In lower case; the last part of the link they share. */
  referralUsername: z.string(),
  displayName: z.string(),
})
export type Affiliate = z.output<typeof Affiliate>

/** What somebody tells who wants to become an affiliate. */
export const JoinForm = z.object({
  username: z.string().max(USERNAME_MAX * 2),
  /** Where they will share their link, in their own words. */
  channel: z.string().trim().min(1, 'Tell us where you will share your link.').max(CHANNEL_MAX),
  /** ISO 3166, two capital letters. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
  /** The affiliate terms were read and accepted. */
  acceptsTerms: z.literal(true, { error: 'Please accept the terms to join.' }),
})
export type JoinForm = z.output<typeof JoinForm>

/** What the caller applied with, and what came of it. */
export const Application = z.object({
  username: z.string(),
  channel: z.string(),
  country: z.string(),
  /** The day of the terms they accepted, `2026-11-21`, and when they did. */
  termsVersion: z.string(),
  appliedAt: z.iso.datetime(),
  /** `applied`: the operator looks at it. */
  state: z.enum(['applied', 'approved', 'rejected']),
  /** Why it was refused; null when it was not. */
  reason: z.string().nullable(),
})
export type Application = z.output<typeof Application>

/** Whose link somebody followed, as anybody may know it: no address, no id. */
export const Referrer = Affiliate.extend({ type: z.enum(['username', 'code']) })
export type Referrer = z.output<typeof Referrer>

/** One counted visit; every field is null for nobody's code and for a signed-in caller. */
export const Visit = z.object({
  /** Goes into the sign-up. */
  clickId: z.string().nullable(),
  /** Identifies the affiliate (spec §3). Derived one way from the user id, which stays private. */
  affiliateId: z.string().nullable(),
  /** How the visitor came: `username` when `/{username}` has just redirected here. Null when `clickId` was given. */
  type: z.enum(['username', 'code']).nullable(),
})
export type Visit = z.output<typeof Visit>

/**
 * What a link brought somebody to, as a sign-up or `track` tells it: the username goes before the code (spec §4).
 * Whom it belongs to, what it earns and how long it counts only the server knows.
 */
export const ReferralClaim = z.object({
  code: z.string().max(200).optional(),
  username: z.string().max(200).optional(),
  /** As `click` gave it; an old one makes the whole claim worthless. */
  clickId: z.string().max(60).optional(),
})
export type ReferralClaim = z.output<typeof ReferralClaim>

/** What became of a claim, in the words of the specification (§8); never a thrown refusal. */
export const Tracked = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    /** They were somebody else's referral before; nothing has changed. */
    alreadyReferred: z.boolean(),
  }),
  z.object({ success: z.literal(false), error: z.string() }),
])
export type Tracked = z.output<typeof Tracked>

/** `/api/rpc/referrals/*` */
export const referralsContract = {
  /** Who a link belongs to: the username first, then the code (spec §4); null when it is nobody's. */
  lookup: oc
    .input(z.object({ username: z.string().max(200).optional(), code: z.string().max(200).optional() }).default({}))
    .output(Referrer.nullable()),
  /** The caller's own record; null for a visitor and for a user who is no affiliate. */
  affiliate: oc.output(Affiliate.nullable()),
  /**
   * Makes the caller an affiliate, or keeps their application: null while the operator looks at it. Asked again with
   * the same name it changes nothing.
   */
  join: oc.input(JoinForm).output(Affiliate.nullable()),
  /** What the caller applied with; null when they never did. */
  application: oc.output(Application.nullable()),
  /** Counts one visit to the address with a code, unless `clickId` names one that is counted already. */
  click: oc.input(z.object({ code: z.string().max(200), clickId: z.string().max(60).optional() })).output(Visit),
  /** Ties an account that was made within the last hour to whose link it came through. */
  track: oc.input(ReferralClaim).output(Tracked),
  /** Who referred the caller; null when nobody did. */
  details: oc.output(ReferralInfo.nullable()),

  // From here on for affiliates: everybody else gets `not_found`, 'Affiliate not found' (spec §8).
  dashboard: oc.output(Dashboard),
  list: oc.input(ListReferrals).output(ReferralPage),
  timeline: oc.input(z.object({ referralId: z.uuid() })).output(Timeline),
  payoutSettings: oc.output(PayoutSettings.nullable()),
  /** Payouts rest for seven days when the details changed; a refusal of the password names the field `password`. */
  savePayoutSettings: oc.input(PayoutSettingsForm).output(PayoutSettings),
  /** The newest first. */
  payouts: oc.output(z.array(Payout)),
  statement: oc.input(z.object({ payoutId: z.uuid() })).output(Statement),
}
