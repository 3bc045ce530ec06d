import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMoment, formatShortDay } from '#platform/shared/format/dates.ts'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { formatAge } from '#platform/shared/format/durations.ts'
import { formatNumber, formatPercent } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Card } from '#ui/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { labelOfJob } from '../../../model/job-kinds.ts'
import { summariseTrend, TREND_FIGURES, type TrendDay, type TrendFigure, type Trends } from '../../../model/trends.ts'
import { operatorQueries } from '../operator-queries.ts'
import { QueryState } from '../lists/query-state.tsx'

const MINUTE_MS = 60_000
const REFRESH_INTERVAL_MS = 5 * MINUTE_MS
const RANGES = { '7': 7, '30': 30, '90': 90 } as const
type Range = keyof typeof RANGES

/** What happened on the site day by day: each figure over a range, against the range before. */
export function OperatorTrends() {
  const [range, setRange] = useState<Range>('30')
  const trends = useQuery(
    operatorQueries.trends.queryOptions({
      input: { days: RANGES[range] },
      staleTime: 0,
      refetchInterval: REFRESH_INTERVAL_MS,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <section aria-labelledby="trends">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="trends" className="text-xl">
          Trends
        </h2>
        <Segmented
          label="Range"
          value={range}
          onChange={setRange}
          options={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
          ]}
        />
      </div>
      <QueryState query={trends}>{(data) => <Figures trends={data} />}</QueryState>
    </section>
  )
}

function Figures({ trends: { days, countedAt, failures } }: { trends: Trends }) {
  const sells = useIsSelling()
  const figures = TREND_FIGURES.filter((figure) => sells || figure !== 'paidCents')
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        {countedAt === null
          ? 'The worker counts every ten minutes; the first count is still to come.'
          : `Days are in UTC. Counted ${formatMoment(countedAt)}.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map((figure) => (
          <Trend key={figure} figure={figure} days={days} />
        ))}
      </div>
      {failures.length > 0 && <FrequentFailures failures={failures} />}
    </div>
  )
}

function FrequentFailures({ failures }: Pick<Trends, 'failures'>) {
  return (
    <>
      <h3 className="mt-2 text-lg">Frequent failures</h3>
      <DataTable
        label="Frequent failures"
        rows={failures}
        keyOf={({ job, problem }) => `${job} ${problem}`}
        columns={[
          {
            name: 'Job',
            render: ({ job }) => (
              <Link {...jobsOf('failed', job)} className="text-accent-text underline underline-offset-3">
                {labelOfJob(job)}
              </Link>
            ),
          },
          { name: 'Cause', render: ({ problem }) => problem ?? 'Not known' },
          { name: 'Times', isFigure: true, render: ({ count: times }) => formatNumber(times) },
        ]}
      />
    </>
  )
}

function Trend({ figure, days }: { figure: TrendFigure; days: readonly TrendDay[] }) {
  const { title, note, format, to, link } = FIGURES[figure]
  const { value, change } = summariseTrend(days, figure)
  const points = days
    .slice(days.length / 2)
    .map(({ day, values }) => ({ id: day, label: formatShortDay(day, 'utc'), value: values[figure] ?? 0 }))
  return (
    <Card as="section" size="sm" aria-label={title} className="grid content-start gap-1">
      <h3 className="font-sans text-sm font-medium tracking-normal text-muted">{title}</h3>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-xl font-semibold">{value === null ? '–' : format(value)}</span>
        {change !== null && <Change change={change} />}
      </p>
      <p className="mb-2 text-sm text-faint">{note}</p>
      <Chart
        kind="line"
        caption={`${title} by day`}
        columns={['Day', title]}
        points={points}
        format={format}
        // Not beside a line of zeros, or of what rounds to zero.
        showsMaximum={points.some((point) => format(point.value) !== format(0))}
        omitsZeros
      />
      <p className="mt-1 text-sm">
        <Link to={to} className="text-accent-text underline underline-offset-3">
          {link}
        </Link>
      </p>
    </Card>
  )
}

/** Says in words whether it grew: a colour would judge, and more failures are no success. */
function Change({ change }: { change: number }): ReactNode {
  const percent = formatPercent(Math.abs(change), 0)
  if (percent === formatPercent(0, 0)) return <span className="text-sm text-muted">as before</span>
  return <span className="text-sm text-muted">{`${percent} ${change > 0 ? 'more' : 'less'} than before`}</span>
}

type ShownFigure = {
  readonly title: string
  readonly note: string
  readonly format: (value: number) => string
  /** The page that lists what is counted. */
  readonly to: string
  readonly link: string
}

const count = (value: number) => formatNumber(Math.round(value))
const meanCount = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1)
const minutes = (ms: number) => formatNumber(ms / MINUTE_MS, ms < 10 * MINUTE_MS ? 1 : 0)
const jobsOf = (state: 'queued' | 'failed' | 'done', kind?: string) => ({
  to: `/operator/jobs?${new URLSearchParams({ state, ...(kind !== undefined && { kind }) })}`,
})

const FIGURES: Readonly<Record<TrendFigure, ShownFigure>> = {
  signUps: { title: 'Sign-ups', note: 'New accounts.', format: count, to: '/operator/users', link: 'Open users' },
  activeCreators: {
    title: 'Active creators',
    note: 'A day, on average: people for whom the site worked.',
    format: meanCount,
    to: '/operator/users?state=active&order=seen',
    link: 'Open active users',
  },
  uploads: {
    title: 'Uploads',
    note: 'Videos that arrived whole.',
    format: count,
    ...jobsOf('done', 'media.check'),
    link: 'Open checked uploads',
  },
  captionedMs: {
    title: 'Minutes captioned',
    note: 'Length of the videos that got captions.',
    format: minutes,
    ...jobsOf('done', 'transcription.transcribe'),
    link: 'Open finished captions',
  },
  exports: {
    title: 'Exports',
    note: 'Finished videos with captions.',
    format: count,
    ...jobsOf('done', 'rendering.render'),
    link: 'Open finished exports',
  },
  paidCents: {
    title: 'Payments',
    note: 'With tax, before refunds.',
    format: formatDollars,
    to: '/operator/payments',
    link: 'Open payments',
  },
  waitMedianMs: {
    title: 'Median wait',
    note: 'Half of the jobs of users start sooner.',
    format: formatWait,
    ...jobsOf('queued'),
    link: 'Open waiting jobs',
  },
  waitSlowMs: {
    title: '95th percentile wait',
    note: 'One in twenty jobs of users starts later.',
    format: formatWait,
    ...jobsOf('queued'),
    link: 'Open waiting jobs',
  },
  failedJobs: {
    title: 'Failed jobs',
    note: 'They ended with an error.',
    format: count,
    ...jobsOf('failed'),
    link: 'Open failed jobs',
  },
  workedMs: {
    title: 'Minutes of work',
    note: 'Time for which jobs ran.',
    format: minutes,
    ...jobsOf('done'),
    link: 'Open finished jobs',
  },
  storedBytes: {
    title: 'Stored videos',
    note: 'Bytes of uploads, today.',
    format: formatBytes,
    to: '/operator/users?order=storage',
    link: 'Open users by storage',
  },
  sentMails: {
    title: 'Mails sent',
    note: 'By the mail server.',
    format: count,
    to: '/operator/mail',
    link: 'Open mails',
  },
}

/** '340 ms' or what {@link formatAge} says of longer times. */
function formatWait(ms: number): string {
  return ms < 1_000 ? `${formatNumber(Math.round(ms))} ms` : formatAge(ms)
}
