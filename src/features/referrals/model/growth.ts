/** This month compared with last in percent, to one decimal (spec §9). @returns 0 if last month had none */
export function growthOf(now: number, before: number): number {
  if (before === 0) return 0
  const tenths = Math.round(((now - before) / Math.abs(before)) * 1_000)
  // Avoid -0.
  return tenths === 0 ? 0 : tenths / 10
}

/** Paid users / total referrals, 0 to 1; 0 without referrals (spec §9). */
export function conversionRateOf({ total, paid }: { total: number; paid: number }): number {
  return total === 0 ? 0 : paid / total
}

/** The month of a time in UTC: `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The start of a month in UTC. @param ahead months later; may be negative */
export function monthStart(at: Date, ahead = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1))
}
