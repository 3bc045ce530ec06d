import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import { type JobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import type { Mailer } from '#platform/server/mail.ts'
import { execute } from '#platform/server/rows.ts'
import { siteName } from '#platform/shared/product.ts'
import { type AlertFinding, type AlertKind, type AlertRules, judgeFigures, pageOfAlert } from '../../model/index.ts'
import { listAlerts, readFigures, readRules, removeAlert, type StoredAlert, storeAlert } from './alert-rows.ts'
import { SEND_ALERT } from './send-alert-job.ts'

const HOUR_MS = 3_600_000
/** Advisory lock id: one worker watches at a time. */
const LOCK = 4_870_076

/** The dependencies of alerts. */
export type AlertDeps = {
  readonly db: Db
  readonly jobs: Pick<JobQueue, 'enqueue'>
  readonly mail: Mailer
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
}

/** What a notice says. */
export type AlertNotice = {
  /** None for a test. */
  readonly kind?: AlertKind
  readonly state: 'raised' | 'resolved' | 'test'
  readonly detail: string
  readonly since: Date
}

/**
 * Compares the figures with the rules, and notifies operators of a new problem, again after the quiet hours while it
 * lasts, and when it ended. Run every minute; safe in several workers at once.
 */
export async function watchAlerts(
  deps: AlertDeps & {
    /** Whether nothing expires because the later dates of a change could not be recorded. */
    failsToRecordExpiries(): Promise<boolean>
  },
): Promise<void> {
  const rules = await readRules(deps.db)
  if (rules.email === null && rules.webhook === null) return
  const failsToRecordExpiries = await deps.failsToRecordExpiries()
  const figures = { ...(await readFigures(deps.db, rules, deps.now())), failsToRecordExpiries }
  await transaction(deps.db, async (tx) => {
    await execute(tx, 'select pg_advisory_xact_lock($1)', [LOCK])
    await applyFindings(tx, deps, { rules, findings: judgeFigures(figures, rules), open: await listAlerts(tx) })
  })
}

async function applyFindings(
  tx: Tx,
  deps: AlertDeps,
  o: { rules: AlertRules; findings: readonly AlertFinding[]; open: readonly StoredAlert[] },
): Promise<void> {
  const now = deps.now()
  for (const finding of o.findings) {
    const known = o.open.find(({ kind }) => kind === finding.kind)
    if (known !== undefined && now.getTime() - known.notifiedAt.getTime() < o.rules.quietHours * HOUR_MS) continue
    await storeAlert(tx, finding, now)
    await notify(tx, deps, o.rules, { ...finding, state: 'raised', since: known?.since ?? now })
  }
  for (const { kind, detail, since } of o.open) {
    if (o.findings.some((finding) => finding.kind === kind)) continue
    await removeAlert(tx, kind)
    await notify(tx, deps, o.rules, { kind, state: 'resolved', detail, since })
  }
}

/** Sends a notice to the addresses of the rules, after the transaction. */
export async function notify(tx: Tx, deps: AlertDeps, rules: AlertRules, notice: AlertNotice): Promise<void> {
  const { kind, state, detail, since } = notice
  const { label, path } = pageOfAlert(kind)
  const url = deps.publicUrl + path
  if (rules.email !== null)
    await deps.mail.send(tx, {
      to: rules.email,
      subject: `${SUBJECT[state]} on ${siteName()}: ${detail}`,
      paragraphs: [`${detail} ${FOLLOWS[state]}`],
      action: { label, url },
      footnote: 'You get this mail because an operator entered your address for alerts.',
    })
  if (rules.webhook === null) return
  const body = { site: siteName(), state, text: detail, since: since.toISOString(), url }
  const subjectId = `alert:${deps.newId()}`
  await deps.jobs.enqueue(
    tx,
    SEND_ALERT,
    { to: rules.webhook, body },
    { ownerId: SYSTEM_OWNER + subjectId, subjectId, priority: 0 },
  )
}

const SUBJECT = { raised: 'Alert', resolved: 'Resolved', test: 'Test' } as const
const FOLLOWS = {
  raised: 'We write again when it is over.',
  resolved: 'This is over.',
  test: 'Alerts reach you.',
} as const
