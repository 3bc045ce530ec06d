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

/** What following a link needs of the world. */
export type LinkContext = {
  readonly store: Store
  readonly now: () => number
  /** Asks the server whose link it is; null when it is nobody's. Throws an AppError without an answer. */
  lookup(link: { username?: string; code?: string }): Promise<Referrer | null>
  /** Counts a visit to the address with a code, unless `clickId` names one that is counted already. */
  click(visit: { code: string; clickId?: string }): Promise<Visit>
  /** Told when the server would not answer a visitor. */
  warn(message: string): void
  readonly attribution: Attribution
  /** Milliseconds for which a click counts. */
  readonly lastsMs: number
}

/** What came of it: remembered already, or to be remembered once the visitor agrees; null when it is nobody's. */
export type FollowedReferral = {
  readonly referral: ReferralData
  readonly affiliateName: string | null
  readonly isKept: boolean
}

/**
 * Follows a link: asks whose it is, settles what an earlier visit left unverified, and says what to remember. It
 * writes only where an entry stands already, whose visitor agreed to it.
 */
export async function followLink(link: FollowedLink, following: LinkContext): Promise<FollowedReferral | null> {
  const { store, now, attribution } = following
  const known = await settleReferral(following)
  const answer = await lookUpAffiliate(link, following)
  if (answer === null) return null
  const click = await recordVisit(answer.referral, link, following)
  if (known === null) return { ...answer, referral: click, isKept: false }
  const referral = withNewClick(known, click, attribution)
  if (referral !== known && readReferral(store, now()) !== null) storeReferral(store, referral)
  return { ...answer, referral, isKept: true }
}

/** Asks again about an entry that is unverified (spec §4): it becomes a verified one, or is dropped when it is nobody's. */
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
  // The click was then, not now: its days run from there.
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

/** Adds what the server knows of the visit: its number, the affiliate's id, and how it came to this address. */
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
    // The link counts without the visit's number; only the affiliate's count of visits misses one.
    if (asAppError(error).code === 'internal') throw error
    return named
  }
}

function isRefused({ code }: AppError): boolean {
  return code === 'unauthorized' || code === 'forbidden'
}

/** 401, 403, 429, 5xx and no answer at all: another time it may be known. A definite "nobody's" never is. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'too_many_requests',
  'unavailable',
  'internal',
])
