import { transaction } from '#platform/server/db.ts'
import { enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { networkOf, type ReportForm, type ReportedKind } from '../model/index.ts'
import { countReport, isTakenDown } from './case-rows.ts'
import type { AbuseDeps } from './deps.ts'
import { insertReport } from './report-rows.ts'

/** Reports from one network: enough for a household, too few for a flood. */
const REPORTS = { window: 3_600, max: 5 }
/** Reports of one case that are stored; later ones are only counted. */
const STORED_REPORTS = 200

/** A report and where it comes from. */
export type NewReport = ReportForm & {
  readonly kind: ReportedKind
  readonly token: string
  /** The client address; only its network is counted, and not stored with the report. */
  readonly address: string
}

/** Stores a report about a public page. @throws AppError `not_found`, `too_many_requests` with `retryAfterSeconds` */
export async function fileReport(deps: AbuseDeps, report: NewReport): Promise<void> {
  await enforceRateLimit(deps.consumeRateLimit, {
    key: `report|${networkOf(report.address)}`,
    limit: REPORTS,
    message: 'Several reports came from your network already. Try again in an hour.',
  })
  // A bot that fills in the honeypot gets the same answer.
  if (report.website !== '') return
  await transaction(deps.db, async (tx) => {
    const { kind, reason, text } = report
    const thing = await deps.pages[kind].find(tx, report.token)
    if (thing === undefined || (await isTakenDown(tx, { ...thing, kind })))
      throw new AppError('not_found', 'This page is no longer public, so there is nothing left to report.')
    const at = deps.now()
    const { id: caseId, reports } = await countReport(tx, { id: deps.newId(), kind, thing, at })
    const email = report.email === '' ? null : report.email
    if (reports <= STORED_REPORTS) await insertReport(tx, { id: deps.newId(), caseId, reason, text, email, at })
  })
}
