import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CHANNEL_MAX, USERNAME_MAX } from './constants.ts'
import { Payout, PayoutSettings, PayoutSettingsForm, Statement } from './contract-payouts.ts'
import { Dashboard, ListReferrals, ReferralInfo, ReferralPage, Timeline } from './contract-statistics.ts'

/** The caller's affiliate record (spec §3). */
export const Affiliate = z.object({
  referralCode: z.string(),
  /** In lower case; the last part of their link. */
  referralUsername: z.string(),
  displayName: z.string(),
})
export type Affiliate = z.output<typeof Affiliate>

/** The form to become an affiliate. */
export const JoinForm = z.object({
  username: z.string().max(USERNAME_MAX * 2),
  /** Where they will share their link, in their own words. */
  channel: z.string().trim().min(1, 'Tell us where you will share your link.').max(CHANNEL_MAX),
  /** ISO 3166, two capital letters. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
  /** Whether the affiliate terms are accepted. */
  acceptsTerms: z.literal(true, { error: 'Please accept the terms to join.' }),
})
export type JoinForm = z.output<typeof JoinForm>

/** The caller's application and its outcome. */
export const Application = z.object({
  username: z.string(),
  channel: z.string(),
  country: z.string(),
  /** The date of the accepted terms, `2026-11-21`. */
  termsVersion: z.string(),
  appliedAt: z.iso.datetime(),
  /** `applied`: waiting for the operator. */
  state: z.enum(['applied', 'approved', 'rejected']),
  /** The reason of a rejection; null otherwise. */
  reason: z.string().nullable(),
})
export type Application = z.output<typeof Application>

/** The public owner of a link: no address, no id. */
export const Referrer = Affiliate.extend({ type: z.enum(['username', 'code']) })
export type Referrer = z.output<typeof Referrer>

/** A counted visit; all fields are null for an unknown code and for a signed-in caller. */
export const Visit = z.object({
  /** Sent with the sign-up. */
  clickId: z.string().nullable(),
  /** The affiliate's public id (spec §3), derived one way from the private user id. */
  affiliateId: z.string().nullable(),
  /** How the visitor came: `username` if `/{username}` has just redirected here. Null if `clickId` was given. */
  type: z.enum(['username', 'code']).nullable(),
})
export type Visit = z.output<typeof Visit>

/**
 * The referral of a visitor, sent with a sign-up or `track`: the username takes precedence over the code (spec §4). Its
 * owner, earnings and expiry are known only to the server.
 */
export const ReferralClaim = z.object({
  code: z.string().max(200).optional(),
  username: z.string().max(200).optional(),
  /** As returned by `click`; an expired one invalidates the whole claim. */
  clickId: z.string().max(60).optional(),
})
export type ReferralClaim = z.output<typeof ReferralClaim>

/** The outcome of a claim, in the words of the specification (§8); never a thrown refusal. */
export const Tracked = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    /** Already somebody else's referral; nothing changed. */
    alreadyReferred: z.boolean(),
  }),
  z.object({ success: z.literal(false), error: z.string() }),
])
export type Tracked = z.output<typeof Tracked>

/** `/api/rpc/referrals/*` */
export const referralsContract = {
  /** The owner of a link, by username, then by code (spec §4); null if unknown. */
  lookup: oc
    .input(z.object({ username: z.string().max(200).optional(), code: z.string().max(200).optional() }).default({}))
    .output(Referrer.nullable()),
  /** The caller's own record; null for visitors and other users. */
  affiliate: oc.output(Affiliate.nullable()),
  /** Makes the caller an affiliate, or stores their application and returns null. Idempotent for the same name. */
  join: oc.input(JoinForm).output(Affiliate.nullable()),
  /** The caller's application; null if there is none. */
  application: oc.output(Application.nullable()),
  /** Counts a visit with a code in the address, unless `clickId` names a counted one. */
  click: oc.input(z.object({ code: z.string().max(200), clickId: z.string().max(60).optional() })).output(Visit),
  /** Binds an account created within the last hour to the referral of its visitor. */
  track: oc.input(ReferralClaim).output(Tracked),
  /** The caller's referrer; null if there is none. */
  details: oc.output(ReferralInfo.nullable()),

  // For affiliates from here on: others get `not_found`, 'Affiliate not found' (spec §8).
  dashboard: oc.output(Dashboard),
  list: oc.input(ListReferrals).output(ReferralPage),
  timeline: oc.input(z.object({ referralId: z.uuid() })).output(Timeline),
  payoutSettings: oc.output(PayoutSettings.nullable()),
  /** Freezes payouts for seven days if the method changes; a refused password names the field `password`. */
  savePayoutSettings: oc.input(PayoutSettingsForm).output(PayoutSettings),
  /** Newest first. */
  payouts: oc.output(z.array(Payout)),
  statement: oc.input(z.object({ payoutId: z.uuid() })).output(Statement),
}
