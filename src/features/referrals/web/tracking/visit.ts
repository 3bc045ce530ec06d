import { useSyncExternalStore } from 'react'
import { claimOf, type FollowedLink } from './referral-data.ts'
import type { FollowedReferral } from './follow-link.ts'
import { deviceStore, forgetReferral, storeReferral, readReferral } from './referral-store.ts'

/** The link of this visit, in memory only: it ends with the page. */
type Visit = {
  readonly followed: FollowedReferral | null
  readonly isDeclined: boolean
  /** A link that nobody has told of yet whose it is. */
  readonly asked: FollowedLink | null
}

const NO_VISIT: Visit = { followed: null, isDeclined: false, asked: null }
let visit = NO_VISIT
const watchers = new Set<() => void>()

/** The link of this visit, and whether the visitor said that it shall not be remembered. */
export function useVisit(): Visit {
  return useSyncExternalStore(
    watch,
    () => visit,
    () => visit,
  )
}

/** Whether `code` is what this visit came through: the address holds it on every page. */
export function isThisVisit(code: string): boolean {
  return visit.followed?.referral.referralCode?.toUpperCase() === code.toUpperCase()
}

/** A link is being followed: until it is known whose it is, its visitor's claim is what stood in the address. */
export function startAffiliateLookup(asked: FollowedLink): void {
  change({ ...visit, asked })
}

/**
 * A link was followed.
 * @returns false when it counts no more: another one was followed since, or its visitor has signed up with it
 */
export function beginVisit(asked: FollowedLink, followed: FollowedReferral | null): boolean {
  if (visit.asked !== asked) return false
  change({ ...NO_VISIT, followed })
  return true
}

/** The visitor agreed: it is remembered on this device. */
export function rememberVisit(): void {
  if (visit.followed === null) return
  storeReferral(deviceStore(), visit.followed.referral)
  change({ ...visit, followed: { ...visit.followed, isKept: true } })
}

/** The visitor said no: the link counts for this visit, and nothing is written. */
export function declineVisit(): void {
  change({ ...visit, isDeclined: true })
}

/** The link has done its work, or is nobody's. */
export function endVisit(): void {
  forgetReferral(deviceStore())
  change(NO_VISIT)
}

/** What a sign-up tells of the link its visitor followed, remembered or of this visit; undefined without one. */
export function referralClaim(now: number = Date.now()): Readonly<Record<string, string>> | undefined {
  const referral = readReferral(deviceStore(), now) ?? visit.followed?.referral
  if (referral !== undefined) return claimOf(referral)
  const { asked } = visit
  return asked === null ? undefined : claimOf({ ...asked, referralUsername: asked.username, referralCode: asked.code })
}

function change(next: Visit): void {
  visit = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
