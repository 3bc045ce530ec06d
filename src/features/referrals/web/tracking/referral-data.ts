import { CODE_MIN, USERNAME_MIN } from '../../model/constants.ts'
import type { Referrer } from '../../model/contract.ts'

/** The stored referral of a visitor (spec §3, `referralData`). */
export type ReferralData = {
  /** How the visitor came. Unverified entries wait for a lookup (spec §4). */
  readonly type: 'username' | 'code' | 'username_unverified' | 'code_unverified'
  /** The affiliate's public id; null until the server has counted the visit. Older entries contain the code. */
  readonly affiliateId: string | null
  readonly referralCode: string | null
  readonly referralUsername: string | null
  /** Milliseconds since 1970: the click, and its expiry. */
  readonly timestamp: number
  readonly expirationTime: number
  /** The visit counted by the server. */
  readonly clickId?: string
}

/** The link in an address: the username of its path, and the code in `ref`. */
export type FollowedLink = {
  readonly username: string | null
  readonly code: string | null
  /** The counted visit of an earlier page, and whether it came by a username. */
  readonly clickId?: string | undefined
  readonly isByName?: boolean
}

/** Which of two affiliates' clicks counts. */
export type Attribution = 'first' | 'last'

/** The time of a click, and how long it counts, in milliseconds. */
type Click = { readonly now: number; readonly lastsMs: number }

/** A referral with a known owner. */
export function verifiedReferral(referrer: Referrer, { now, lastsMs }: Click): ReferralData {
  return {
    type: referrer.type,
    affiliateId: null,
    referralCode: referrer.referralCode,
    referralUsername: referrer.referralUsername,
    timestamp: now,
    expirationTime: now + lastsMs,
  }
}

/**
 * A referral that could not be looked up, the username before the code (spec §4).
 * @returns null unless one is longer than 2, or 5, characters
 */
export function unverifiedReferral({ username, code }: FollowedLink, { now, lastsMs }: Click): ReferralData | null {
  const times = { timestamp: now, expirationTime: now + lastsMs }
  if (username !== null && username.length >= USERNAME_MIN) {
    return { type: 'username_unverified', affiliateId: null, referralCode: null, referralUsername: username, ...times }
  }
  if (code !== null && code.length >= CODE_MIN) {
    return { type: 'code_unverified', affiliateId: null, referralCode: code, referralUsername: null, ...times }
  }
  return null
}

/** Whether the lookup is still missing. */
export function isUnverified({ type }: ReferralData): boolean {
  return type === 'username_unverified' || type === 'code_unverified'
}

/** Whether it has expired, exactly at the end of its period. */
export function isExpired({ expirationTime }: ReferralData, now: number): boolean {
  return now >= expirationTime
}

/**
 * The referral after another click while an older one counts: the first affiliate stays (or the last, if the operator
 * chose so), and a new click of the same affiliate restarts the period.
 */
export function withNewClick(known: ReferralData, click: ReferralData, attribution: Attribution): ReferralData {
  return isSameAffiliate(known, click) || attribution === 'last' ? click : known
}

/** The claim sent with a sign-up; the server knows its owner and its expiry. */
export function claimOf({
  referralCode,
  referralUsername,
  clickId,
}: Pick<ReferralData, 'referralCode' | 'referralUsername'> & Pick<FollowedLink, 'clickId'>): Readonly<
  Record<string, string>
> {
  return {
    ...(referralUsername !== null && { username: referralUsername }),
    ...(referralCode !== null && { code: referralCode }),
    ...(clickId !== undefined && { clickId }),
  }
}

function isSameAffiliate(one: ReferralData, other: ReferralData): boolean {
  const code = one.referralCode?.toUpperCase()
  if (code !== undefined && code === other.referralCode?.toUpperCase()) return true
  return one.referralUsername !== null && one.referralUsername === other.referralUsername
}
