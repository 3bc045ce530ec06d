import { CODE_MIN, USERNAME_MIN } from '../../model/constants.ts'
import type { Referrer } from '../../model/contract.ts'

/** What the browser remembers of a link that was followed (spec §3, `referralData`). */
export type ReferralData = {
  /** How the visitor came. The unverified ones wait for an answer: whose link it was could not be asked (spec §4). */
  readonly type: 'username' | 'code' | 'username_unverified' | 'code_unverified'
  /** Identifies the affiliate; null until the server has counted the visit. Older entries hold the code. */
  readonly affiliateId: string | null
  readonly referralCode: string | null
  readonly referralUsername: string | null
  /** Milliseconds since 1970: the click, and when it stops to count. */
  readonly timestamp: number
  readonly expirationTime: number
  /** The visit that the server counted. */
  readonly clickId?: string
}

/** What an address brought: the username of its path, and the code after `ref`. */
export type FollowedLink = {
  readonly username: string | null
  readonly code: string | null
  /** The visit, when an earlier page of it was counted, and whether it came by a username. */
  readonly clickId?: string | undefined
  readonly isByName?: boolean
}

/** Which of two affiliates' clicks counts. */
export type Attribution = 'first' | 'last'

/** When a link was followed, and for how long that counts, in milliseconds. */
type Click = { readonly now: number; readonly lastsMs: number }

/** Somebody's link, as the server knows it. */
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
 * A link that could not be asked about, the username before the code (spec §4).
 * @returns null when neither is longer than 2, or 5, characters
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

/** Whether the server has not yet told whose link it was. */
export function isUnverified({ type }: ReferralData): boolean {
  return type === 'username_unverified' || type === 'code_unverified'
}

/** Whether it counts no more: from the last millisecond of its days on. */
export function isExpired({ expirationTime }: ReferralData, now: number): boolean {
  return now >= expirationTime
}

/**
 * What to remember when a link is followed while an older click still counts: the first affiliate stays (or the last,
 * where the operator wants it), and the same affiliate's new click starts their days again.
 */
export function withNewClick(known: ReferralData, click: ReferralData, attribution: Attribution): ReferralData {
  return isSameAffiliate(known, click) || attribution === 'last' ? click : known
}

/** What a sign-up tells of it; whom it belongs to and how long it counts the server knows itself. */
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
