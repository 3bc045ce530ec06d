import { oc } from '@orpc/contract'
import { z } from 'zod'

const Moment = z.iso.datetime()

/** What is counted for each day, in the order of the page. */
export const TREND_FIGURES = [
  'signUps',
  'activeCreators',
  'uploads',
  'captionedMs',
  'exports',
  'paidCents',
  'waitMedianMs',
  'waitSlowMs',
  'failedJobs',
  'workedMs',
  'storedBytes',
  'sentMails',
] as const
/** A figure of {@link TREND_FIGURES}. */
export type TrendFigure = (typeof TREND_FIGURES)[number]

/**
 * How the days of a range make one figure: the sum of all, their mean, or the newest.
 * `newest` is known for the present only, so it begins with the first count.
 */
export const TREND_SUMMARIES: Readonly<Record<TrendFigure, 'sum' | 'mean' | 'newest'>> = {
  signUps: 'sum',
  activeCreators: 'mean',
  uploads: 'sum',
  captionedMs: 'sum',
  exports: 'sum',
  paidCents: 'sum',
  waitMedianMs: 'mean',
  waitSlowMs: 'mean',
  failedJobs: 'sum',
  workedMs: 'sum',
  storedBytes: 'newest',
  sentMails: 'sum',
}

/** The lengths of a range, in days. */
export const TREND_RANGES = [7, 30, 90] as const
/** A length of {@link TREND_RANGES}. */
export type TrendRange = (typeof TREND_RANGES)[number]

/** A day in UTC; a figure that was not counted is missing. */
export const TrendDay = z.object({ day: z.iso.date(), values: z.partialRecord(z.enum(TREND_FIGURES), z.number()) })
export type TrendDay = z.output<typeof TrendDay>

/** A range of days, and as many before them to compare with. */
export const Trends = z.object({
  /** Oldest first, without gaps, up to today: twice the range. */
  days: z.array(TrendDay),
  /** Null before the first count. */
  countedAt: Moment.nullable(),
  /** The most frequent failures of the range. */
  failures: z.array(z.object({ job: z.string(), problem: z.string().nullable(), count: z.int() })),
})
export type Trends = z.output<typeof Trends>

/** The operator's procedures for trends. */
export const trendProcedures = {
  trends: oc.input(z.object({ days: z.literal(TREND_RANGES) })).output(Trends),
}

/** A figure over a range. */
export type TrendSummary = {
  /** Null if no day has it. */
  readonly value: number | null
  /** The change against the range before: 0.5 for half as much again; null if there is nothing to compare with. */
  readonly change: number | null
}

/** Summarises a figure over the newer half of these days, and compares it with the older half. */
export function summariseTrend(days: readonly TrendDay[], figure: TrendFigure): TrendSummary {
  const middle = Math.floor(days.length / 2)
  const value = summaryOf(days.slice(middle), figure)
  const before = summaryOf(days.slice(0, middle), figure)
  const isComparable = value !== null && before !== null && before > 0
  return { value, change: isComparable ? value / before - 1 : null }
}

function summaryOf(days: readonly TrendDay[], figure: TrendFigure): number | null {
  const values = days.flatMap(({ values: of }) => of[figure] ?? [])
  const newest = values.at(-1)
  if (newest === undefined) return null
  if (TREND_SUMMARIES[figure] === 'newest') return newest
  const sum = values.reduce((total, value) => total + value, 0)
  return TREND_SUMMARIES[figure] === 'sum' ? sum : sum / values.length
}
