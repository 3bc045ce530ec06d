import { useSyncExternalStore } from 'react'
import { claimOf } from './referral-data.ts'
import type { Followed } from './follow-link.ts'
import { deviceStore, forgetReferral, keepReferral, readReferral } from './referral-store.ts'

/** The link of this visit, in memory only: it ends with the page. */
type Visit = { readonly followed: Followed | null; readonly isDeclined: boolean }

let visit: Visit = { followed: null, isDeclined: false }
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

/** A link was followed. */
export function beginVisit(followed: Followed | null): void {
  change({ followed, isDeclined: false })
}

/** The visitor agreed: it is remembered on this device. */
export function rememberVisit(): void {
  if (visit.followed === null) return
  keepReferral(deviceStore(), visit.followed.referral)
  change({ ...visit, followed: { ...visit.followed, isKept: true } })
}

/** The visitor said no: the link counts for this visit, and nothing is written. */
export function declineVisit(): void {
  change({ ...visit, isDeclined: true })
}

/** The link has done its work, or is nobody's. */
export function endVisit(): void {
  forgetReferral(deviceStore())
  change({ followed: null, isDeclined: false })
}

/** What a sign-up tells of the link its visitor followed, remembered or of this visit; undefined without one. */
export function referralClaim(now: number = Date.now()): Readonly<Record<string, string>> | undefined {
  const referral = readReferral(deviceStore(), now) ?? visit.followed?.referral
  return referral === undefined ? undefined : claimOf(referral)
}

function change(next: Visit): void {
  visit = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
