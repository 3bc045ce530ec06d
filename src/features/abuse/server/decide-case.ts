import { recordDecision } from '#features/operations/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CaseDecision, type CaseState, stateAfter } from '../model/index.ts'
import { lockCase, type StoredCase, storeDecision } from './case-rows.ts'
import type { AbuseDeps } from './deps.ts'
import { answeredOwnerMail, reporterMail, takedownMail } from './mails.ts'
import { listReporters } from './report-rows.ts'
import { takedownPath } from './takedown-token.ts'

/** A decision of an operator about a case. */
type Decided = {
  readonly operator: Caller
  readonly caseId: string
  readonly decision: CaseDecision
  readonly reason: string
}

/**
 * Decides about a case, records it, and mails its owner and its reporters.
 * @throws AppError `not_found`; `conflict` if the decision no longer applies
 */
export async function decideCase(deps: AbuseDeps, o: Decided): Promise<CaseState> {
  return recordDecision(deps, {
    operator: o.operator,
    action: `report.${o.decision}`,
    subject: { kind: 'report', id: o.caseId },
    reason: o.reason,
    readFacts: async (tx) => {
      const { kind, title, ownerId, state, reports } = await requireCase(tx, o.caseId)
      const thing = kind === 'review' ? 'video' : 'look'
      return { about: `${thing} “${title}”`, facts: { state, reports }, person: { id: ownerId } }
    },
    work: async (tx) => {
      const found = await requireCase(tx, o.caseId)
      const state = stateAfter(found.state, o.decision)
      if (state === undefined)
        throw new AppError('conflict', 'Somebody decided about this already. Reload the page to see it.')
      await storeDecision(tx, { id: found.id, state, reason: o.reason, at: deps.now() })
      await mailOwner(tx, deps, found, o)
      for (const to of await listReporters(tx, found.id))
        await deps.mail.send(tx, reporterMail({ to, kind: found.kind, decision: o.decision, reason: o.reason }))
      return state
    },
  })
}

/** The owner does not hear of reports that were dismissed. */
async function mailOwner(
  tx: Tx,
  deps: AbuseDeps,
  { id, kind, title, ownerId }: StoredCase,
  { decision, reason }: Pick<Decided, 'decision' | 'reason'>,
): Promise<void> {
  const to = ownerId === null ? undefined : await deps.emailOf(tx, ownerId)
  if (to === undefined || decision === 'dismiss') return
  const about = { to, kind, title, reason }
  const url = `${deps.publicUrl}${takedownPath(deps.takedownKey, id)}`
  await deps.mail.send(
    tx,
    decision === 'take-down'
      ? takedownMail({ ...about, url })
      : answeredOwnerMail({ ...about, isRestored: decision === 'restore' }),
  )
}

async function requireCase(tx: Tx, caseId: string): Promise<StoredCase> {
  const found = await lockCase(tx, caseId)
  if (found === undefined) throw new AppError('not_found', 'Report not found')
  return found
}
