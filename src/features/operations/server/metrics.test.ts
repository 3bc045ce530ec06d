import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { exposition } from '#platform/server/metrics.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { productMetrics } from './metrics.ts'

const { db } = await testDatabase()

test('reports the last audit, waiting, running and failed jobs, and unsent mails', async () => {
  await db.$client.query(`insert into credit_audits (at, drift, findings) values
    ('2026-11-20', 9, '{"sum": 9}'),
    ('2026-11-21', 7, '{"sum": -4, "drifted": 2, "misheld": 1, "mislotted": 0, "unbalanced": 0}')`)
  await db.$client.query(
    `insert into storage_audits (day, started_at, finished_at, drift, findings) values ('2026-11-21', now(), now(), 3, $1)`,
    [JSON.stringify({ filesBytes: 9_000, filesWithoutRows: { count: 3, bytes: 70, keys: ['projects/x'] } })],
  )
  await job({ name: 'rendering.render', state: 'queued', age: '90 seconds' })
  await job({ name: 'rendering.render', state: 'running', age: '1 hour' })
  await job({ name: 'media.check', state: 'failed', age: '1 hour' })
  await db.$client.query(
    `insert into outbox (id, recipient, subject, mail, state) values ($1, 'a@example.com', 'Hello', '{}', 'waiting')`,
    [randomUUID()],
  )
  await db.$client.query(
    `insert into mail_suppressions (id, address, kind, reason, first_at, last_at)
     values ($1, 'b@example.com', 'bounce', 'No such mailbox', now(), now())`,
    [randomUUID()],
  )
  const output = exposition(await productMetrics({ db, now: () => new Date() })())
  for (const line of [
    'wordpop_credit_ledger_drift_accounts 3',
    'wordpop_credit_ledger_drift_credits 4',
    'wordpop_credit_ledger_findings{kind="drifted"} 2',
    'wordpop_jobs{kind="rendering.render",state="queued"} 1',
    'wordpop_jobs{kind="rendering.render",state="running"} 1',
    'wordpop_job_failures_total{kind="media.check"} 1',
    'wordpop_mails{state="waiting"} 1',
    'wordpop_mails{state="failed"} 0',
    'wordpop_mail_stopped_addresses 1',
    'wordpop_storage_bytes 0',
    'wordpop_storage_findings{kind="drift"} 3',
    'wordpop_storage_findings{kind="filesWithoutRows"} 3',
    'wordpop_storage_findings{kind="filesWithoutRowsBytes"} 70',
  ]) {
    expect(output.split('\n'), output).toContain(line)
  }
  expect(Number(/oldest_waiting_seconds ([\d.]+)/.exec(output)?.[1])).toBeGreaterThanOrEqual(90)
})

test('reports a database that is down, instead of nothing', async () => {
  const unreachable = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => closeDatabase(unreachable))
  const samples = async (from: typeof db) =>
    exposition(await productMetrics({ db: from, now: () => new Date() })()).match(/^wordpop_database_up .*$/gm)

  expect(await samples(unreachable)).toEqual(['wordpop_database_up 0'])
  expect(await samples(db)).toEqual(['wordpop_database_up 1'])
})

test('readers within ten seconds get the same figures, later ones new ones', async () => {
  const clock = { now: 0 }
  const read = productMetrics({ db, now: () => new Date(clock.now) })
  const first = await read()
  clock.now = 9_999
  expect(await read()).toBe(first)
  clock.now = 10_000
  expect(await read()).not.toBe(first)
})

async function job(o: { name: string; state: string; age: string }): Promise<void> {
  const owner = randomUUID()
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, state, created_at, finished_at)
     values ($1, $2, $3, $3, '{}', $4, now() - $5::interval, case when $4 = 'failed' then now() end)`,
    [randomUUID(), o.name, owner, o.state, o.age],
  )
}
