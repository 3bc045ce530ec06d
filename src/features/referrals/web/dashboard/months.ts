import type { Dashboard } from '../../model/contract-statistics.ts'

type Stats = Dashboard['stats']
/** A month of the statistics with its name. */
export type NamedMonth = Stats['monthly'][string] & { readonly name: string }

/** The last months up to `current`, oldest first; months without activity are zeros. */
export function lastMonths(monthly: Stats['monthly'], current: string, count: number): readonly NamedMonth[] {
  return Array.from({ length: count }, (_, index) => {
    const name = monthBefore(current, count - 1 - index)
    return { name, ...(monthly[name] ?? NOTHING) }
  })
}

/** '2025-12' is one month before '2026-01'. */
export function monthBefore(month: string, back: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7)
}

const NOTHING = { total: 0, free: 0, paid: 0, conversions: 0, commission: 0 }
