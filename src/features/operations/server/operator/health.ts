import { z } from 'zod'
import type { Db, Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { countJobs, longestWaitMs } from '#platform/server/jobs.ts'
import { countSuppressions, countUnsentMails } from '#platform/server/mail.ts'
import { lastMigratedAt } from '#platform/server/migrations.ts'
import { readVersion } from '#platform/server/release.ts'
import type { Health } from '../../model/index.ts'
import { newestBackup } from '../backup-rows.ts'

/** The number of audits shown. */
const AUDITS = 14
const DAY_MS = 86_400_000
const Findings = z.record(z.string(), z.number())

/** The state of ledger, jobs, mails, files, backups and release. */
export async function readHealth(db: Db, now: Date): Promise<Health> {
  const [audits, jobs, mails, stopped, storage, backup, version, migratedAt] = await Promise.all([
    newestAudits(db),
    jobsNow(db, now),
    countUnsentMails(db),
    countSuppressions(db),
    storageNow(db),
    newestBackup(db, now),
    readVersion(),
    lastMigratedAt(db),
  ])
  const release = { version, migratedAt: migratedAt.toISOString() }
  return { audits, jobs, mails: { ...mails, stopped }, storage, backup, release }
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

async function jobsNow(db: Db, now: Date): Promise<Health['jobs']> {
  const { failed, ...unfinished } = await countJobs(db, new Date(now.getTime() - DAY_MS))
  return { ...unfinished, failedToday: failed, longestWaitMs: await longestWaitMs(db) }
}

const BytesRow = z.object({ bytes: z.number() })

const ReconciliationRow = z.object({ at: z.date(), drift: z.number(), findings: z.record(z.string(), z.unknown()) })

/** The stored files, and the last nightly comparison of rows and files. */
export async function storageNow(q: Queryable): Promise<Health['storage']> {
  const row = await findRow(q, BytesRow, 'select coalesce(sum(bytes), 0)::float8 as bytes from project_usage')
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
