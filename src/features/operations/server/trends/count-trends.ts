import { type Db, type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { frequentFailures, measureJobs } from '#platform/server/jobs.ts'
import { countSentMails } from '#platform/server/mail.ts'
import { findRow } from '#platform/server/rows.ts'
import { z } from 'zod'
import { TREND_RANGES, type TrendDay, type TrendRange, type Trends } from '../../model/index.ts'
import { storageNow } from '../operator/health.ts'
import { listFigures, newestCount, storeDay } from './trend-rows.ts'

const DAY_MS = 86_400_000
const INTERVAL_MS = 10 * 60_000
/** The days counted by the first count: the longest range, and as many to compare with. */
const EARLIEST_DAYS = Math.max(...TREND_RANGES) * 2
/** Advisory lock id: one worker counts at a time. */
const LOCK = 4_870_087

type Span = { readonly from: Date; readonly to: Date }

type FeatureFigure = 'signUps' | 'uploads' | 'captionedMs' | 'exports' | 'paidCents'
/** How features count their figures for a span of time, `to` excluded. */
export type TrendCounters = Readonly<Record<FeatureFigure, (q: Queryable, span: Span) => Promise<number>>>

type TrendDeps = { readonly db: Db; readonly now: () => Date; readonly counters: TrendCounters }

/**
 * Counts what happened on each day since the last count, at most every ten minutes. A day is counted until the next one
 * has begun, so its figures stay when videos and accounts are deleted later. Run every minute; safe in several workers.
 */
export async function countTrends(deps: TrendDeps): Promise<void> {
  const at = deps.now()
  const newest = await newestCount(deps.db)
  if (newest !== undefined && at.getTime() - newest.countedAt.getTime() < INTERVAL_MS) return
  const today = startOfDay(at)
  const earliest = today - (EARLIEST_DAYS - 1) * DAY_MS
  const first = newest === undefined ? earliest : Math.max(Date.parse(newest.day), earliest)
  // One transaction a day: a count that ends early goes on where it was.
  for (let day = first; day <= today; day += DAY_MS) {
    const isMine = await transaction(deps.db, (tx) => countDay(tx, deps, { day, at, isToday: day === today }))
    if (!isMine) return
  }
}

const LockRow = z.object({ isFree: z.boolean() })

async function countDay(
  tx: Tx,
  { counters }: TrendDeps,
  { day, at, isToday }: { day: number; at: Date; isToday: boolean },
): Promise<boolean> {
  const lock = await findRow(tx, LockRow, 'select pg_try_advisory_xact_lock($1) as is_free', [LOCK])
  if (lock?.isFree !== true) return false
  const span = { from: new Date(day), to: new Date(day + DAY_MS) }
  const { owners, failed, waitMedianMs, waitSlowMs, workedMs } = await measureJobs(tx, span)
  const values: TrendDay['values'] = {
    signUps: await counters.signUps(tx, span),
    activeCreators: owners,
    uploads: await counters.uploads(tx, span),
    captionedMs: await counters.captionedMs(tx, span),
    exports: await counters.exports(tx, span),
    paidCents: await counters.paidCents(tx, span),
    ...(waitMedianMs !== null && { waitMedianMs }),
    ...(waitSlowMs !== null && { waitSlowMs }),
    failedJobs: failed,
    workedMs,
    // What was stored on an earlier day is no longer known.
    ...(isToday && { storedBytes: (await storageNow(tx))?.bytes ?? 0 }),
    sentMails: await countSentMails(tx, span),
  }
  await storeDay(tx, { day: textOf(day), values, at })
  return true
}

/** The figures of a range and of the one before, with the causes of failures in the range. */
export async function readTrends(q: Queryable, range: TrendRange, now: Date): Promise<Trends> {
  const today = startOfDay(now)
  const days = Array.from({ length: 2 * range }, (_, index) => textOf(today - (2 * range - 1 - index) * DAY_MS))
  const counted = new Map<string, TrendDay['values']>(days.map((day) => [day, {}]))
  for (const { day, figure, value } of await listFigures(q, days[0] ?? textOf(today))) {
    const values = counted.get(day)
    if (values !== undefined) values[figure] = value
  }
  return {
    days: [...counted].map(([day, values]) => ({ day, values })),
    countedAt: (await newestCount(q))?.countedAt.toISOString() ?? null,
    failures: await frequentFailures(q, new Date(today - (range - 1) * DAY_MS)),
  }
}

/** The start of a day in UTC. @returns milliseconds since 1970 */
function startOfDay(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS) * DAY_MS
}

function textOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
