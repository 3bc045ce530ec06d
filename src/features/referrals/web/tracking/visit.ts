import { useSyncExternalStore } from 'react'
import { codeOf } from './code-of-address.ts'
import { claimOf, type FollowedLink } from './referral-data.ts'
import type { FollowedReferral } from './follow-link.ts'
import { deviceStore, forgetReferral, storeReferral, readReferral } from './referral-store.ts'

/** The link of this visit, in memory only: it ends with the page. */
type Visit = {
  readonly followed: FollowedReferral | null
  readonly isDeclined: boolean
  /** A link whose lookup is in progress; undefined until the code that follows links has run. */
  readonly pendingLink: FollowedLink | null | undefined
}

const NO_VISIT: Visit = { followed: null, isDeclined: false, pendingLink: null }
let visit: Visit = { ...NO_VISIT, pendingLink: undefined }
const watchers = new Set<() => void>()

/** The link of this visit, and whether the visitor declined to remember it. */
export function useVisit(): Visit {
  return useSyncExternalStore(
    watch,
    () => visit,
    () => visit,
  )
}

/** Whether this visit came through `code`, which every page's address carries. */
export function isThisVisit(code: string): boolean {
  return visit.followed?.referral.referralCode?.toUpperCase() === code.toUpperCase()
}

/** Starts a lookup; until it ends, the visitor's claim is the link in the address. */
export function startAffiliateLookup(pendingLink: FollowedLink): void {
  change({ ...visit, pendingLink })
}

/**
 * Records a followed link.
 * @returns false if it no longer counts: another one was followed, or the visitor has signed up with it
 */
export function beginVisit(pendingLink: FollowedLink, followed: FollowedReferral | null): boolean {
  if (visit.pendingLink !== pendingLink) return false
  change({ ...NO_VISIT, followed })
  return true
}

/** Stores the link on this device after consent. */
export function rememberVisit(): void {
  if (visit.followed === null) return
  storeReferral(deviceStore(), visit.followed.referral)
  change({ ...visit, followed: { ...visit.followed, isStored: true } })
}

/** Declines: the link counts for this visit, and nothing is written. */
export function declineVisit(): void {
  change({ ...visit, isDeclined: true })
}

/** Ends the visit: its link was used, or is unknown. */
export function endVisit(): void {
  forgetReferral(deviceStore())
  change(NO_VISIT)
}

/** The claim of a sign-up, from the stored link or this visit; undefined without one. */
export function referralClaim(now: number = Date.now()): Readonly<Record<string, string>> | undefined {
  const referral = readReferral(deviceStore(), now) ?? visit.followed?.referral
  if (referral !== undefined) return claimOf(referral)
  const link = visit.pendingLink === undefined ? linkInAddress() : visit.pendingLink
  return link === null ? undefined : claimOf({ ...link, referralUsername: link.username, referralCode: link.code })
}

/** A sign-up may be sent before the code that follows links is loaded. */
function linkInAddress(): FollowedLink | null {
  const { code, clickId } = codeOf(location.search)
  return code === null ? null : { username: null, code, ...(clickId !== undefined && { clickId }) }
}

function change(next: Visit): void {
  visit = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
