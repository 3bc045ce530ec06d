import { z } from 'zod'
import type { Db, Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { longestWaitMs } from '#platform/server/jobs.ts'
import type { Health } from '../../model/index.ts'

/** The number of audits shown. */
const AUDITS = 14
const Findings = z.record(z.string(), z.number())

/** The state of ledger, jobs, mails and files. */
export async function readHealth(db: Db, now: Date): Promise<Health> {
  const [audits, jobs, mails, storage] = await Promise.all([
    newestAudits(db),
    jobsNow(db, now),
    mailsNow(db),
    storageNow(db),
  ])
  return { audits, jobs, mails, storage }
}

const AuditRow = z.object({ at: z.date(), drift: z.number(), findings: Findings })

async function newestAudits(db: Db): Promise<Health['audits']> {
  const rows = await queryRows(
    db,
    AuditRow,
    `select at, drift, findings from credit_audits order by at desc limit ${AUDITS}`,
  )
  return rows.map(({ at, drift, findings }) => ({ at: at.toISOString(), drift, findings }))
}

const JobsRow = z.object({ queued: z.number(), running: z.number(), failedToday: z.number() })

async function jobsNow(db: Db, now: Date): Promise<Health['jobs']> {
  const jobs = await findRow(
    db,
    JobsRow,
    `select (select count(*)::int from jobs where finished_at is null and state = 'queued') as queued,
       (select count(*)::int from jobs where finished_at is null and state = 'running') as running,
       (select count(*)::int from jobs where state = 'failed' and finished_at > $1::timestamptz - interval '1 day')
         as failed_today`,
    [now],
  )
  if (jobs === undefined) throw new Error('the jobs could not be counted')
  return { ...jobs, longestWaitMs: await longestWaitMs(db) }
}

const MailsRow = z.object({ state: z.string(), n: z.number() })

/** The unsent mails. */
export async function mailsNow(q: Queryable): Promise<Health['mails']> {
  const rows = await queryRows(
    q,
    MailsRow,
    `select state, count(*)::int as n from outbox where state <> 'sent' group by state`,
  )
  const of = (state: string): number => rows.find((row) => row.state === state)?.n ?? 0
  return { waiting: of('waiting'), queued: of('queued'), failed: of('failed') }
}

const BytesRow = z.object({ bytes: z.number() })

const ReconciliationRow = z.object({ at: z.date(), drift: z.number(), findings: z.record(z.string(), z.unknown()) })

/** The stored files, and the last nightly comparison of rows and files. */
export async function storageNow(q: Queryable): Promise<Health['storage']> {
  const row = await findRow(
    q,
    BytesRow,
    'select coalesce(sum(size_bytes), 0)::float8 as bytes from projects where removed_at is null',
  )
  const audit = await findRow(
    q,
    ReconciliationRow,
    `select finished_at as at, drift, findings from storage_audits where finished_at is not null
     order by day desc limit 1`,
  )
  return {
    bytes: row?.bytes ?? 0,
    reconciledAt: audit?.at.toISOString() ?? null,
    findings: audit === undefined ? {} : { drift: audit.drift, ...countsOf(audit.findings) },
  }
}

const Misfits = z.object({ count: z.number(), bytes: z.number() })

/** The findings as numbers; of mismatched keys only their number and bytes, since the keys are users' files. */
function countsOf(findings: Readonly<Record<string, unknown>>): Record<string, number> {
  const counts = Object.entries(findings).flatMap(([name, found]): [string, number][] => {
    if (typeof found === 'number') return [[name, found]]
    const { success, data } = Misfits.safeParse(found)
    return success
      ? [
          [name, data.count],
          [`${name}Bytes`, data.bytes],
        ]
      : []
  })
  return Object.fromEntries(counts)
}
