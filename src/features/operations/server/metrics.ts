import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { longestWaitMs } from '#platform/server/jobs.ts'
import { gauge, type Metric } from '#platform/server/metrics.ts'
import { mailsNow, storageNow } from './operator/health.ts'

/** Whoever asks within this time gets the same figures: a reader never loads the database. */
const CACHE_MS = 10_000

const Findings = z.record(z.string(), z.number())

/** What the product knows about itself: its books, its work, its mails and its files. */
export function productMetrics({ db, now }: { db: Db; now: () => Date }): () => Promise<readonly Metric[]> {
  let kept: { metrics: Promise<readonly Metric[]>; until: number } | undefined
  return () => {
    const at = now().getTime()
    if (kept === undefined || kept.until <= at) {
      kept = { metrics: collect(db), until: at + CACHE_MS }
      // What failed is asked again by the next reader.
      kept.metrics.catch(() => (kept = undefined))
    }
    return kept.metrics
  }
}

/** While the database says nothing that alone is told: whoever reads has the rest of the page, and can be woken by it. */
async function collect(db: Db): Promise<Metric[]> {
  const up = await db.$client.query('select 1').then(
    () => true,
    () => false,
  )
  const outages = gauge('wordpop_database_up', 'Whether the database answers: 1 or 0.', Number(up))
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

async function ledgerMetrics(db: Db): Promise<Metric[]> {
  const { rows } = await db.$client.query<{ at: Date; findings: unknown }>(
    'select at, findings from credit_audits order by at desc limit 1',
  )
  const [audit] = rows
  if (audit === undefined) return []
  const found = Findings.parse(audit.findings)
  const accounts = ['drifted', 'misheld', 'mislotted'].reduce((sum, name) => sum + (found[name] ?? 0), 0)
  return [
    gauge('wordpop_credit_ledger_drift_accounts', 'Accounts that do not add up, by the last nightly audit.', accounts),
    gauge(
      'wordpop_credit_ledger_drift_credits',
      'Credits that all entries together are off.',
      Math.abs(found['sum'] ?? 0),
    ),
    {
      name: 'wordpop_credit_ledger_findings',
      help: 'What the last nightly audit of the credit ledger found, by kind; 0 in a sound one.',
      type: 'gauge',
      samples: Object.entries(found).map(([kind, value]) => ({ labels: { kind }, value })),
    },
    gauge('wordpop_credit_ledger_audited_timestamp_seconds', 'When it was audited last.', audit.at.getTime() / 1000),
  ]
}

async function jobMetrics(db: Db): Promise<Metric[]> {
  const unfinished = await db.$client.query<{ kind: string; state: string; n: number }>(
    `select name as kind, state, count(*)::int as n from jobs where finished_at is null group by 1, 2 order by 1, 2`,
  )
  const failed = await db.$client.query<{ kind: string; n: number }>(
    `select name as kind, count(*)::int as n from jobs where state = 'failed' group by 1 order by 1`,
  )
  return [
    {
      name: 'wordpop_jobs',
      help: 'Jobs that have not ended, by kind and state.',
      type: 'gauge',
      samples: unfinished.rows.map(({ kind, state, n }) => ({ labels: { kind, state }, value: n })),
    },
    gauge(
      'wordpop_jobs_oldest_waiting_seconds',
      'How long the first in line waits for a worker.',
      (await longestWaitMs(db)) / 1000,
    ),
    {
      name: 'wordpop_job_failures_total',
      help: 'Jobs that were given up, by kind.',
      type: 'counter',
      samples: failed.rows.map(({ kind, n }) => ({ labels: { kind }, value: n })),
    },
  ]
}

async function mailMetrics(db: Db): Promise<Metric[]> {
  const mails = await mailsNow(db)
  const samples = Object.entries(mails).map(([state, value]) => ({ labels: { state }, value }))
  return [{ name: 'wordpop_mails', help: 'Mails that are not sent, by state.', type: 'gauge', samples }]
}

async function fileMetrics(db: Db): Promise<Metric[]> {
  const storage = await storageNow(db)
  if (storage === null) return []
  const samples = Object.entries(storage.findings).map(([kind, value]) => ({ labels: { kind }, value }))
  return [
    gauge('wordpop_storage_bytes', 'Uploads that people keep.', storage.bytes),
    {
      name: 'wordpop_storage_findings',
      help: 'What the last nightly comparison of the database with the files found, by kind.',
      type: 'gauge',
      samples,
    },
  ]
}
