import { REFERRAL_LIFETIME_MS } from './constants.ts'

/** The operator's settings of the programme. */
export type Programme = {
  /** How long a visit through a link counts, in milliseconds; 30 days by default (spec §9). */
  readonly windowMs: number
  /** How many months after a first purchase purchases earn commission; null for always. */
  readonly commissionMonths: number | null
  /** Whether the operator approves each affiliate. */
  readonly approval: 'automatic' | 'operator'
  /** The date of the current terms, `2026-11-21`. */
  readonly termsVersion: string
  /** The name and address of the payer on statements, separated by semicolons; null names the site. */
  readonly issuer: string | null
  /** The sentence about tax on statements. */
  readonly taxNote: string
}

/** The default programme. */
export const DEFAULT_PROGRAMME = {
  windowMs: REFERRAL_LIFETIME_MS,
  commissionMonths: null,
  approval: 'automatic',
  issuer: null,
  taxNote: 'Tax: none is included or withheld. The recipient declares this income where they pay tax.',
} as const satisfies Omit<Programme, 'termsVersion'>

/**
 * Whether a purchase is early enough to earn commission.
 * @param o the time of the first purchase, and of this one; null if this is the first
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
  // The 31st becomes the last day of a shorter month.
  end.setUTCDate(Math.min(day, new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()))
  return o.purchasedAt < end
}
