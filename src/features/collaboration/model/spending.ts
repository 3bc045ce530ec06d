import { z } from 'zod'

/** Months of spending that the team's page shows, with the present one. */
export const SPENDING_MONTHS = 6

/** Credits of the owner that a collaborator may spend in a calendar month (UTC); null for no limit. */
export const MonthlyLimit = z.int().min(0).max(1_000_000).nullable()
export type MonthlyLimit = z.output<typeof MonthlyLimit>

/** The calendar month of a time, UTC, as in `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The first moment of a month, UTC. @param o.monthsLater default 0, the month of `at`; negative for earlier ones */
export function monthStart(at: Date, { monthsLater = 0 }: { monthsLater?: number } = {}): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1))
}

/**
 * What a limit leaves, in credits; null without a limit.
 * @param spent credits spent in the month, with those on hold; more than the limit if it was lowered since
 */
export function creditsLeft(limit: MonthlyLimit, spent: number): number | null {
  return limit === null ? null : Math.max(0, limit - spent)
}
