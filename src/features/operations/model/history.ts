import type { PartState, StatusDay } from './contract.ts'

/** Days of history that /status shows. */
export const HISTORY_DAYS = 90
const DAY_MS = 86_400_000

/** A day of the chart; `checks` is null for a day without any. */
export type ChartDay = { readonly day: string; readonly checks: StatusDay | null }

/** The last 90 days up to `today`, oldest first, with gaps for days without checks. */
export function chartOf(days: readonly StatusDay[], today: string): ChartDay[] {
  const known = new Map(days.map((checks) => [checks.day, checks]))
  const last = Date.parse(today)
  return Array.from({ length: HISTORY_DAYS }, (_, n) => {
    const day = dayOf(new Date(last - (HISTORY_DAYS - 1 - n) * DAY_MS))
    return { day, checks: known.get(day) ?? null }
  })
}

/** The UTC day of a time: `2026-11-21`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The state of a day: that of its worst minute. A day without checks has none. */
export function stateOfDay({ degraded, down }: StatusDay): PartState {
  if (down > 0) return 'down'
  return degraded > 0 ? 'degraded' : 'operational'
}

/**
 * The share of checked minutes in which the part worked, in hundredths of a percent: 10,000 is always. Rounded down, so
 * that one minute of downtime never reads as 100 %. Null without checks.
 */
export function uptimeOf(days: readonly StatusDay[]): number | null {
  const up = days.reduce((sum, { operational, degraded }) => sum + operational + degraded, 0)
  const all = days.reduce((sum, { down }) => sum + down, up)
  return all === 0 ? null : Math.floor((up * 10_000) / all)
}

/** The state of the worst part. */
export function worstOf(states: readonly PartState[]): PartState {
  if (states.includes('down')) return 'down'
  return states.includes('degraded') ? 'degraded' : 'operational'
}
