import { isExpired, type ReferralData } from './referral-data.ts'

/** The name of the entry in the browser's storage (spec §3). */
export const REFERRAL_KEY = 'referralData'

/** The part of `localStorage` that is needed here. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The remembered link; null when there is none. One that has expired, or cannot be read, is deleted. */
export function readReferral(store: Store, now: number): ReferralData | null {
  const entry = store.getItem(REFERRAL_KEY)
  if (entry === null) return null
  const referral = parsed(entry)
  if (referral !== null && !isExpired(referral, now)) return referral
  store.removeItem(REFERRAL_KEY)
  return null
}

/** Remembers a link on this device. To be called only when the visitor agreed, or no agreement is needed. */
export function storeReferral(store: Store, referral: ReferralData): void {
  store.setItem(REFERRAL_KEY, JSON.stringify(referral))
}

/** Forgets it. */
export function forgetReferral(store: Store): void {
  store.removeItem(REFERRAL_KEY)
}

/** This browser's storage, or one that holds nothing where the browser forbids it. */
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
