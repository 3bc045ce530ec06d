import { formatPercent, pluralize } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { type StateBar, StateBars } from '#ui/chart/state-bars.tsx'
import type { Part, PartState, PartStatus } from '../model/contract.ts'
import { type ChartDay, chartOf, stateOfDay, uptimeOf } from '../model/history.ts'
import { dayText } from './day-text.ts'

/** A part with its current state, and its last 90 days as bars and in words. */
export function PartRow({
  status: { part, state, latencyMs, note, days },
  today,
  historyKnown,
}: {
  status: PartStatus
  today: string
  historyKnown: boolean
}) {
  const uptime = uptimeOf(days)
  const troubled = days.filter((checks) => stateOfDay(checks) !== 'operational').toReversed()
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-sans text-base font-semibold tracking-normal">{NAME[part]}</h2>
        <p className="flex items-center gap-3">
          {latencyMs !== null && <span className="tabular text-sm text-faint">{latencyMs} ms</span>}
          <Badge tone={TONE[state]}>{WORD[state]}</Badge>
        </p>
      </div>
      <p className="text-sm text-faint">{note ?? WHAT[part]}</p>
      {historyKnown && (
        <div className="mt-3">
          <StateBars bars={chartOf(days, today).map(barOf)} label={chartText(days.length, uptime)} />
          <div className="mt-1.5 flex justify-between text-xs text-faint">
            <span>90 days ago</span>
            {uptime !== null && <span className="tabular">{formatPercent(uptime / 10_000, 2)} uptime</span>}
            <span>Today</span>
          </div>
        </div>
      )}
      {troubled.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer text-muted">{pluralize(troubled.length, 'day')} with trouble</summary>
          <ul className="mt-1.5 grid gap-1 text-muted">
            {troubled.map((checks) => (
              <li key={checks.day}>{dayText(checks.day, checks)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function barOf({ day, checks }: ChartDay): StateBar {
  return { id: day, title: dayText(day, checks), tone: checks === null ? null : TONE[stateOfDay(checks)] }
}

function chartText(known: number, uptime: number | null): string {
  if (uptime === null) return 'No checks yet'
  return `${formatPercent(uptime / 10_000, 2)} uptime on ${known === 1 ? 'the one day' : `the ${known} days`} checked so far`
}

/** 'the website' */
export function partName(part: Part): string {
  return `the ${NAME[part].toLowerCase()}`
}

const NAME: Record<Part, string> = {
  web: 'Website',
  database: 'Database',
  worker: 'Worker',
  storage: 'Storage',
  queue: 'Queue',
}
const WHAT: Record<Part, string> = {
  web: 'Pages and log-in',
  database: 'Accounts and captions',
  worker: 'Makes captions and exports',
  storage: 'Stores uploads and exports',
  queue: 'How long videos wait',
}
const WORD: Record<PartState, string> = { operational: 'Operational', degraded: 'Degraded', down: 'Down' }
const TONE = { operational: 'success', degraded: 'warning', down: 'error' } as const
