import { formatShortDay } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { PartState, StatusDay } from '../model/contract.ts'
import { type ChartDay, stateOfDay } from '../model/history.ts'

/** Days as bars, the newest on the right. `label` describes them. */
export function DayBars({ days, label }: { days: readonly ChartDay[]; label: string }) {
  return (
    <div role="img" aria-label={label} className="flex h-8 gap-px sm:gap-0.5">
      {days.map(({ day, checks }) => (
        <span
          key={day}
          title={dayText(day, checks)}
          className={`min-w-0 grow rounded-[1px] ${checks === null ? 'bg-border' : LOOK[stateOfDay(checks)]}`}
        />
      ))}
    </div>
  )
}

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

// A bad day is a shorter bar, so that colour is not its only sign.
const LOOK: Record<PartState, string> = {
  operational: 'bg-success/80',
  degraded: 'bg-warning self-end h-3/4',
  down: 'bg-error self-end h-1/2',
}
