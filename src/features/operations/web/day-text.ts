import { formatShortDay } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { StatusDay } from '../model/contract.ts'

/** A day in words: '20 Nov 2026: down for 3 minutes, degraded for 1 minute'. */
export function dayText(day: string, checks: StatusDay | null): string {
  const date = formatShortDay(day, 'utc')
  if (checks === null) return `${date}: not checked`
  const parts = [
    ...(checks.down > 0 ? [`down for ${minutes(checks.down)}`] : []),
    ...(checks.degraded > 0 ? [`degraded for ${minutes(checks.degraded)}`] : []),
  ]
  return `${date}: ${parts.length === 0 ? 'operational' : parts.join(', ')}`
}

function minutes(count: number): string {
  return count < 120 ? pluralize(count, 'minute') : pluralize(Math.round(count / 60), 'hour')
}
