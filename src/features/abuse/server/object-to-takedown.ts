import { type Queryable, transaction } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { isDown, mayObject, type Takedown } from '../model/index.ts'
import { findCase, lockCase, type StoredCase, storeObjection } from './case-rows.ts'
import type { AbuseDeps } from './deps.ts'
import { caseIdOf } from './takedown-token.ts'

/** The takedown behind a link. @throws AppError `not_found` */
export async function readTakedown(q: Queryable, deps: AbuseDeps, token: string): Promise<Takedown> {
  const caseId = caseIdOf(deps.takedownKey, token)
  return viewTakedown(caseId === undefined ? undefined : await findCase(q, caseId))
}

/**
 * Stores the owner's objection: the case waits for an operator again.
 * @throws AppError `not_found`; `conflict` if it is decided or was objected to
 */
export async function objectToTakedown(deps: AbuseDeps, o: { token: string; text: string }): Promise<Takedown> {
  const caseId = caseIdOf(deps.takedownKey, o.token)
  return transaction(deps.db, async (tx) => {
    const found = caseId === undefined ? undefined : await lockCase(tx, caseId)
    const takedown = viewTakedown(found)
    if (found === undefined || !mayObject(found.state))
      throw new AppError(
        'conflict',
        isDown(takedown.state) ? 'You have objected already.' : 'This is public again: there is nothing to object to.',
      )
    await storeObjection(tx, { id: found.id, text: o.text, at: deps.now() })
    return { ...takedown, state: 'objected', objection: o.text }
  })
}

/** Only what was taken down once has a page for its owner. */
function viewTakedown(found: StoredCase | undefined): Takedown {
  const { kind, title, state, reason, decidedAt, objection } = found ?? NONE
  if (reason === null || decidedAt === null || !(isDown(state) || state === 'restored'))
    throw new AppError('not_found', 'This link does not lead to anything. Open the complete link from our mail.')
  return { kind, title, state, reason, decidedAt: decidedAt.toISOString(), objection }
}

const NONE = { kind: 'look', title: '', state: 'open', reason: null, decidedAt: null, objection: null } as const
