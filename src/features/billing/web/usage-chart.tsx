import { formatShortDay } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { BillingOverview } from '../model/index.ts'

const DAYS = 30
const DAY_MS = 86_400_000
/** The width of a day and the height of the tallest bar, in SVG units. */
const STEP = 10
const HEIGHT = 64

/** Credits used per day in the last 30 days: a chart, and a table for screen readers. */
export function UsageChart({ usage, today }: { usage: BillingOverview['usage']; today: Date }) {
  const days = lastDays(usage, today)
  const total = days.reduce((sum, { credits }) => sum + credits, 0)
  const most = Math.max(...days.map(({ credits }) => credits))
  return (
    <section aria-labelledby="usage" className="mt-12">
      <h2 id="usage" className="text-2xl">
        Usage
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {total === 0
          ? 'No credits were used in the last 30 days.'
          : `${formatNumber(total)} credits used in the last 30 days.`}
      </p>
      {total > 0 && (
        <>
          <Bars days={days} most={most} />
          <UsedDays days={days} />
        </>
      )}
    </section>
  )
}

type Day = { readonly day: string; readonly credits: number }

function Bars({ days, most }: { days: readonly Day[]; most: number }) {
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div aria-hidden="true" className="tabular grid grid-cols-[auto_1fr] gap-x-3 text-xs text-faint">
      <span className="-mt-2">{formatNumber(most)}</span>
      <svg
        viewBox={`0 0 ${DAYS * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-t border-b border-t-border border-b-control"
      >
        {days.map(({ day, credits }, index) => {
          const height = (credits / most) * HEIGHT
          return (
            <rect
              key={day}
              x={index * STEP + 2}
              y={HEIGHT - height}
              width={STEP - 4}
              height={height}
              className="fill-accent"
            >
              <title>{`${formatShortDay(day, 'utc')}: ${formatNumber(credits)}`}</title>
            </rect>
          )
        })}
      </svg>
      <span />
      <p className="mt-1.5 flex justify-between">
        <span>{first && formatShortDay(first.day, 'utc')}</span>
        <span>{last && formatShortDay(last.day, 'utc')}</span>
      </p>
    </div>
  )
}

function UsedDays({ days }: { days: readonly Day[] }) {
  return (
    <table className="sr-only">
      <caption>Credits used by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Credits</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ credits }) => credits > 0)
          .map(({ day, credits }) => (
            <tr key={day}>
              <th scope="row">{formatShortDay(day, 'utc')}</th>
              <td>{formatNumber(credits)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** The last 30 days up to today, in UTC like on the server. */
function lastDays(usage: BillingOverview['usage'], today: Date): readonly Day[] {
  const used = new Map(usage.map(({ day, credits }) => [day, credits]))
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(today.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, credits: used.get(day) ?? 0 }
  })
}
