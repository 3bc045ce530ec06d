import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { countFailedByKind, countUnfinishedByKind, longestWaitMs } from '#platform/server/jobs.ts'
import { countSuppressions, countUnsentMails } from '#platform/server/mail.ts'
import { gauge, type Metric } from '#platform/server/metrics.ts'
import { storageNow } from './operator/health.ts'

/** Readers within this time share the figures, so that metrics never load the database. */
const CACHE_MS = 10_000

/** The metrics of the product: ledger, jobs, mails and files. */
export function productMetrics({ db, now }: { db: Db; now: () => Date }): () => Promise<readonly Metric[]> {
  let cached: { metrics: Promise<readonly Metric[]>; until: number } | undefined
  return () => {
    const at = now().getTime()
    if (cached === undefined || cached.until <= at) {
      cached = { metrics: collect(db), until: at + CACHE_MS }
      // After a failure the next reader tries again.
      cached.metrics.catch(() => (cached = undefined))
    }
    return cached.metrics
  }
}

/** If the database does not respond, only that is reported: a monitor gets the other metrics and can alert on it. */
async function collect(db: Db): Promise<Metric[]> {
  const up = await execute(db, 'select 1').then(
    () => true,
    () => false,
  )
  const outages = gauge('wordpop_database_up', 'Whether the database responds: 1 or 0.', Number(up))
  return up ? [outages, ...(await readFigures(db))] : [outages]
}

async function readFigures(db: Db): Promise<Metric[]> {
  const [ledger, jobs, mails, files] = await Promise.all([
    ledgerMetrics(db),
    jobMetrics(db),
    mailMetrics(db),
    fileMetrics(db),
  ])
  return [...ledger, ...jobs, ...mails, ...files]
}

const AuditRow = z.object({ at: z.date(), findings: z.record(z.string(), z.number()) })

async function ledgerMetrics(db: Db): Promise<Metric[]> {
  const audit = await findRow(db, AuditRow, 'select at, findings from credit_audits order by at desc limit 1')
  if (audit === undefined) return []
  const found = audit.findings
  const accounts = ['drifted', 'misheld', 'mislotted'].reduce((sum, name) => sum + (found[name] ?? 0), 0)
  return [
    gauge(
      'wordpop_credit_ledger_drift_accounts',
      'Accounts with a wrong balance, by the last nightly audit.',
      accounts,
    ),
    gauge(
      'wordpop_credit_ledger_drift_credits',
      'The sum of all entries, which should be 0 credits.',
      Math.abs(found['sum'] ?? 0),
    ),
    {
      name: 'wordpop_credit_ledger_findings',
      help: 'The findings of the last nightly audit of the credit ledger, by kind; 0 in a sound one.',
      type: 'gauge',
      samples: Object.entries(found).map(([kind, value]) => ({ labels: { kind }, value })),
    },
    gauge('wordpop_credit_ledger_audited_timestamp_seconds', 'The time of the last audit.', audit.at.getTime() / 1000),
  ]
}

async function jobMetrics(db: Db): Promise<Metric[]> {
  const unfinished = await countUnfinishedByKind(db)
  const failed = await countFailedByKind(db)
  return [
    {
      name: 'wordpop_jobs',
      help: 'Unfinished jobs, by kind and state.',
      type: 'gauge',
      samples: unfinished.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
    },
    gauge(
      'wordpop_jobs_oldest_waiting_seconds',
      'How long the first queued job has waited for a worker.',
      (await longestWaitMs(db)) / 1000,
    ),
    {
      name: 'wordpop_job_failures_total',
      help: 'Failed jobs, by kind.',
      type: 'counter',
      samples: failed.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    },
  ]
}

async function mailMetrics(db: Db): Promise<Metric[]> {
  const mails = await countUnsentMails(db)
  const samples = Object.entries(mails).map(([state, value]) => ({ labels: { state }, value }))
  return [
    { name: 'wordpop_mails', help: 'Unsent mails, by state.', type: 'gauge', samples },
    gauge(
      'wordpop_mail_stopped_addresses',
      'Addresses that get no mails after bounces or complaints.',
      await countSuppressions(db),
    ),
  ]
}

async function fileMetrics(db: Db): Promise<Metric[]> {
  const storage = await storageNow(db)
  if (storage === null) return []
  const samples = Object.entries(storage.findings).map(([kind, value]) => ({ labels: { kind }, value }))
  return [
    gauge('wordpop_storage_bytes', 'Stored uploads.', storage.bytes),
    {
      name: 'wordpop_storage_findings',
      help: 'The findings of the last nightly comparison of the database with the files, by kind.',
      type: 'gauge',
      samples,
    },
  ]
}
