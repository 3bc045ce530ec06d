import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { type ReportForm, StoredReport } from '../model/index.ts'

const Row = StoredReport.extend({ createdAt: z.date().transform((at) => at.toISOString()) })

/** Inserts a report. */
export async function insertReport(
  tx: Tx,
  o: Pick<ReportForm, 'reason' | 'text'> & { id: string; caseId: string; email: string | null; at: Date },
): Promise<void> {
  await execute(
    tx,
    'insert into abuse_reports (id, case_id, reason, text, email, created_at) values ($1, $2, $3, $4, $5, $6)',
    [o.id, o.caseId, o.reason, o.text, o.email, o.at],
  )
}

/** The newest reports of a case. */
export async function listReports(q: Queryable, caseId: string, limit: number): Promise<StoredReport[]> {
  return queryRows(
    q,
    Row,
    `select id, reason, text, email, created_at from abuse_reports where case_id = $1
     order by created_at desc, id desc limit $2`,
    [caseId, limit],
  )
}

const EmailRow = z.object({ email: z.string() })

/** The addresses to answer about a case, each once. */
export async function listReporters(q: Queryable, caseId: string): Promise<string[]> {
  const rows = await queryRows(
    q,
    EmailRow,
    'select distinct lower(email) as email from abuse_reports where case_id = $1 and email is not null',
    [caseId],
  )
  return rows.map(({ email }) => email)
}

/** Erases the addresses of reporters whose case was decided before a given time, a batch at once. */
export async function eraseReporters(tx: Tx, before: Date, most: number): Promise<number> {
  return execute(
    tx,
    `update abuse_reports set email = null where id in (
       select r.id from abuse_reports r join abuse_cases c on c.id = r.case_id
       where r.email is not null and r.created_at < $1 and c.changed_at < $1 and not c.is_waiting
       order by r.created_at limit $2
     )`,
    [before, most],
  )
}
