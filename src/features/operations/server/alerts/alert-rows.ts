import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { countJobs, longestWaitMs } from '#platform/server/jobs.ts'
import { countFailedMails, countSuppressions } from '#platform/server/mail.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { ALERT_KINDS, type AlertFigures, type AlertFinding, AlertRules } from '../../model/index.ts'
import { newestBackup } from '../backup-rows.ts'
import { storageNow } from '../operator/health.ts'

const HOUR_MS = 3_600_000
const RulesRow = z.object({ rules: AlertRules })

/** The rules of alerts; without any, nothing is watched. */
export async function readRules(q: Queryable): Promise<AlertRules> {
  const row = await findRow(q, RulesRow, 'select rules from alert_rules')
  return row?.rules ?? AlertRules.parse({})
}

/** Replaces the rules of alerts. */
export async function storeRules(tx: Tx, rules: AlertRules): Promise<void> {
  await execute(
    tx,
    'insert into alert_rules (rules) values ($1) on conflict (only_one) do update set rules = excluded.rules',
    [JSON.stringify(rules)],
  )
}

/** The figures that alerts watch. Stored uploads are summed only if a rule asks for them. */
export async function readFigures(
  q: Queryable,
  { storageGigabytes }: Pick<AlertRules, 'storageGigabytes'>,
  now: Date,
): Promise<Omit<AlertFigures, 'failsToRecordExpiries'>> {
  const since = new Date(now.getTime() - HOUR_MS)
  const { made } = await newestBackup(q, now)
  return {
    failedJobs: (await countJobs(q, since)).failed,
    longestWaitMs: await longestWaitMs(q),
    failedMails: await countFailedMails(q, since),
    stoppedAddresses: await countSuppressions(q, new Date(now.getTime() - 24 * HOUR_MS)),
    backupAgeMs: made?.ageMs ?? null,
    storedBytes: storageGigabytes === null ? 0 : ((await storageNow(q))?.bytes ?? 0),
  }
}

const AlertRow = z.object({ kind: z.enum(ALERT_KINDS), detail: z.string(), since: z.date(), notifiedAt: z.date() })
/** A problem of which operators know. */
export type StoredAlert = z.output<typeof AlertRow>

/** The open alerts, the oldest first. */
export async function listAlerts(q: Queryable): Promise<StoredAlert[]> {
  return queryRows(q, AlertRow, 'select kind, detail, since, notified_at from alerts order by since, kind')
}

/** Records that operators were notified of a problem. */
export async function storeAlert(tx: Tx, { kind, detail }: AlertFinding, at: Date): Promise<void> {
  await execute(
    tx,
    `insert into alerts (kind, detail, since, notified_at) values ($1, $2, $3, $3)
     on conflict (kind) do update set detail = excluded.detail, notified_at = excluded.notified_at`,
    [kind, detail, at],
  )
}

/** Forgets a problem that ended. */
export async function removeAlert(tx: Tx, kind: string): Promise<void> {
  await execute(tx, 'delete from alerts where kind = $1', [kind])
}
