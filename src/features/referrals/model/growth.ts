/**
 * This month against last in percent, to one decimal (spec §9).
 * @returns 0 when last month had nothing
 */
export function growthOf(now: number, before: number): number {
  if (before === 0) return 0
  const tenths = Math.round(((now - before) / Math.abs(before)) * 1_000)
  // Minus nothing is nothing.
  return tenths === 0 ? 0 : tenths / 10
}

/** Paid users / total referrals, 0 to 1; 0 when there are none (spec §9). */
export function conversionRateOf({ total, paid }: { total: number; paid: number }): number {
  return total === 0 ? 0 : paid / total
}

/** `2026-11`: the month of a moment, in UTC. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The first moment of a month, in UTC. @param ahead how many months later; may be negative */
export function monthStart(at: Date, ahead = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1))
}
