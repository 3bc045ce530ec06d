import { isExpired, type ReferralData } from './referral-data.ts'

/** The storage key (spec §3). */
export const REFERRAL_KEY = 'referralData'

/** The required part of `localStorage`. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored referral; null if there is none. Deletes an expired or unreadable one. */
export function readReferral(store: Store, now: number): ReferralData | null {
  const entry = store.getItem(REFERRAL_KEY)
  if (entry === null) return null
  const referral = parsed(entry)
  if (referral !== null && !isExpired(referral, now)) return referral
  store.removeItem(REFERRAL_KEY)
  return null
}

/** Stores a referral on this device. Call it only with consent, or if none is required. */
export function storeReferral(store: Store, referral: ReferralData): void {
  store.setItem(REFERRAL_KEY, JSON.stringify(referral))
}

/** Deletes the stored referral. */
export function forgetReferral(store: Store): void {
  store.removeItem(REFERRAL_KEY)
}

/** This browser's storage, or an empty one if the browser forbids it. */
export function deviceStore(): Store {
  try {
    return localStorage
  } catch (error) {
    if (error instanceof DOMException) return FORBIDDEN
    throw error
  }
}

const FORBIDDEN: Store = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

function parsed(entry: string): ReferralData | null {
  try {
    const value: unknown = JSON.parse(entry)
    return isReferral(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const TYPES: ReadonlySet<unknown> = new Set(['username', 'code', 'username_unverified', 'code_unverified'])

function isReferral(value: unknown): value is ReferralData {
  if (typeof value !== 'object' || value === null) return false
  const entry: Partial<Record<keyof ReferralData, unknown>> = value
  const names = [entry.affiliateId, entry.referralCode, entry.referralUsername]
  return (
    TYPES.has(entry.type) &&
    names.every((name) => name === null || typeof name === 'string') &&
    typeof entry.timestamp === 'number' &&
    typeof entry.expirationTime === 'number' &&
    (entry.clickId === undefined || typeof entry.clickId === 'string')
  )
}
