import type { AppError, ErrorCode } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/app-error.ts'
import type { Referrer, Visit } from '../../model/contract.ts'
import {
  type Attribution,
  type FollowedLink,
  isUnverified,
  type ReferralData,
  unverifiedReferral,
  verifiedReferral,
  withNewClick,
} from './referral-data.ts'
import { forgetReferral, storeReferral, readReferral, type Store } from './referral-store.ts'

/** The dependencies of following a link. */
export type LinkContext = {
  readonly store: Store
  readonly now: () => number
  /** Looks up the owner of a link; null if unknown. Throws an AppError without a response. */
  lookup(link: { username?: string; code?: string }): Promise<Referrer | null>
  /** Counts a visit with a code in the address, unless `clickId` names a counted one. */
  click(visit: { code: string; clickId?: string }): Promise<Visit>
  /** Logs that the server refused a visitor. */
  warn(message: string): void
  readonly attribution: Attribution
  /** How long a click counts, in milliseconds. */
  readonly lastsMs: number
}

/** The followed referral: already remembered, or to be remembered with consent; null if unknown. */
export type FollowedReferral = {
  readonly referral: ReferralData
  readonly affiliateName: string | null
  readonly isStored: boolean
}

/**
 * Follows a link: looks up its owner, settles an earlier unverified entry, and returns what to remember. It only writes
 * over an existing entry, whose visitor has consented.
 */
export async function followLink(link: FollowedLink, following: LinkContext): Promise<FollowedReferral | null> {
  const { store, now, attribution } = following
  const known = await settleReferral(following)
  const answer = await lookUpAffiliate(link, following)
  if (answer === null) return null
  const click = await recordVisit(answer.referral, link, following)
  if (known === null) return { ...answer, referral: click, isStored: false }
  const referral = withNewClick(known, click, attribution)
  if (referral !== known && readReferral(store, now()) !== null) storeReferral(store, referral)
  return { ...answer, referral, isStored: true }
}

/** Looks up an unverified entry again (spec §4): it becomes verified, or is deleted if unknown. */
export async function settleReferral(following: LinkContext): Promise<ReferralData | null> {
  const { store, now } = following
  const known = readReferral(store, now())
  if (known === null || !isUnverified(known)) return known
  const answer = await lookUpAffiliate({ username: known.referralUsername, code: known.referralCode }, following)
  if (answer === null) {
    forgetReferral(store)
    return null
  }
  if (isUnverified(answer.referral)) return known
  // The days run from the original click.
  const { timestamp, expirationTime } = known
  const visited = await recordVisit(answer.referral, { username: known.referralUsername, code: null }, following)
  const settled = { ...visited, timestamp, expirationTime }
  storeReferral(store, settled)
  return settled
}

type Answer = { readonly referral: ReferralData; readonly affiliateName: string | null }

async function lookUpAffiliate(
  link: FollowedLink,
  { lookup, now, warn, lastsMs }: LinkContext,
): Promise<Answer | null> {
  if (link.username === null && link.code === null) return null
  try {
    const referrer = await lookup({
      ...(link.username !== null && { username: link.username }),
      ...(link.code !== null && { code: link.code }),
    })
    if (referrer === null) return null
    return {
      referral: verifiedReferral(referrer, { now: now(), lastsMs }),
      affiliateName: referrer.displayName || referrer.referralUsername,
    }
  } catch (thrown) {
    const error = asAppError(thrown)
    if (isRefused(error)) warn(`The referral link could not be looked up: ${error.message}`)
    if (!RETRYABLE.has(error.code)) return null
    const referral = unverifiedReferral(link, { now: now(), lastsMs })
    return referral && { referral, affiliateName: null }
  }
}

/** Adds the server's record of the visit: its id, the affiliate's id, and how the visitor came. */
async function recordVisit(referral: ReferralData, link: FollowedLink, { click }: LinkContext): Promise<ReferralData> {
  const named: ReferralData = link.clickId === undefined ? referral : { ...referral, clickId: link.clickId }
  if (isUnverified(referral) || referral.referralCode === null) return named
  try {
    const visit = await click({
      code: referral.referralCode,
      ...(link.clickId !== undefined && { clickId: link.clickId }),
    })
    return {
      ...named,
      type: link.isByName === true || visit.type === 'username' ? 'username' : referral.type,
      affiliateId: visit.affiliateId,
      ...(visit.clickId !== null && { clickId: visit.clickId }),
    }
  } catch (error) {
    // The link counts without the visit's id; only the affiliate's count misses one.
    if (asAppError(error).code === 'internal') throw error
    return named
  }
}

function isRefused({ code }: AppError): boolean {
  return code === 'unauthorized' || code === 'forbidden'
}

/** 401, 403, 429, 5xx and no response may succeed later. A definite "unknown" never does. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'too_many_requests',
  'unavailable',
  'internal',
])
