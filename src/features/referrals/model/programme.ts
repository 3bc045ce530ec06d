import { REFERRAL_LIFETIME_MS } from './constants.ts'

/** How the operator runs the affiliate programme. */
export type Programme = {
  /** Milliseconds for which a visit through a link counts; 30 days by default (spec §9). */
  readonly windowMs: number
  /** Months from a first purchase in which purchases earn a commission; null: all of them do. */
  readonly commissionMonths: number | null
  /** Who lets an affiliate in: nobody needs to, or the operator looks at each. */
  readonly approval: 'automatic' | 'operator'
  /** The day of the terms that somebody who joins accepts, `2026-11-21`. */
  readonly termsVersion: string
}

/** The programme where its operator says nothing else. */
export const DEFAULT_PROGRAMME = {
  windowMs: REFERRAL_LIFETIME_MS,
  commissionMonths: null,
  approval: 'automatic',
} as const satisfies Omit<Programme, 'termsVersion'>

/**
 * Whether a purchase is early enough to earn a commission.
 * @param o when the first one was, and this one; null for this one being the first
 */
export function earnsAt(
  { commissionMonths }: Pick<Programme, 'commissionMonths'>,
  o: { first: Date | null; purchasedAt: Date },
): boolean {
  if (commissionMonths === null || o.first === null) return true
  const end = new Date(o.first)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + commissionMonths)
  // The 31st of a month that has fewer days is its last.
  end.setUTCDate(Math.min(day, new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()))
  return o.purchasedAt < end
}
