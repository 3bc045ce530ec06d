import { formatShortDay } from '#platform/shared/format/dates.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Chart, type ChartPoint } from '#ui/chart/chart.tsx'
import type { BillingOverview } from '../../model/index.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** Credits used per day in the last 30 days. */
export function UsageChart({ usage, today }: { usage: BillingOverview['usage']; today: Date }) {
  const days = lastDays(usage, today)
  const total = days.reduce((sum, { value }) => sum + value, 0)
  return (
    <section aria-labelledby="usage" className="mt-12">
      <h2 id="usage" className="text-2xl">
        Usage
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {total === 0
          ? 'No credits were used in the last 30 days.'
          : `${pluralize(total, 'credit')} used in the last 30 days.`}
      </p>
      {total > 0 && (
        <Chart
          kind="bars"
          caption="Credits used by day"
          columns={['Day', 'Credits']}
          points={days}
          format={(credits) => formatNumber(credits)}
          showsMaximum
          omitsZeros
        />
      )}
    </section>
  )
}

/** The last 30 days up to today, in UTC like on the server. */
function lastDays(usage: BillingOverview['usage'], today: Date): readonly ChartPoint[] {
  const used = new Map(usage.map(({ day, credits }) => [day, credits]))
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(today.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { id: day, label: formatShortDay(day, 'utc'), value: used.get(day) ?? 0 }
  })
}
