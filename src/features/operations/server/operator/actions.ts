import { transaction, type Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import type { ActionName } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'

/** A subject at one time: its name, and the facts an operator can change. It contains no secrets. */
export type Snapshot = {
  readonly about: string
  readonly facts: Readonly<Record<string, unknown>>
  /** Whom it concerns, where the subject is no account itself. */
  readonly person?: { readonly id: string | null } | { readonly email: string | null }
}

/** An action with its operator, subject and reason. */
export type Decision = {
  readonly operator: Caller
  readonly action: ActionName
  readonly subject: { readonly kind: string; readonly id: string }
  readonly reason?: string | undefined
  /** Chosen by the page; see `operator_actions.key`. */
  readonly key?: string | undefined
}

/**
 * Acts and records who did it, why, and the facts before and after: both commit or neither.
 * @param o.readFacts reads and locks the subject, so that the record matches the change
 */
export async function recordDecision<T>(
  deps: Pick<OperatorDeps, 'db' | 'now'>,
  o: Decision & { readFacts: (tx: Tx) => Promise<Snapshot>; work: (tx: Tx) => Promise<T> },
): Promise<T> {
  return transaction(deps.db, async (tx) => {
    const before = await o.readFacts(tx)
    const result = await o.work(tx)
    await recordAction(tx, { ...o, before, after: await o.readFacts(tx), at: deps.now() })
    return result
  })
}

/** The kinds of subjects whose id is that of an account. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'affiliate', 'application'])

/** Records an action, in the transaction that performs it. */
export async function recordAction(
  tx: Tx,
  o: Decision & { before: Snapshot | null; after: Snapshot; at: Date },
): Promise<void> {
  const { operator, subject, before, after } = o
  const person = after.person ?? before?.person ?? { id: PEOPLE.has(subject.kind) ? subject.id : null }
  await execute(
    tx,
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, reason, before,
       after, key, at, person_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::uuid, (select id from users where email = $13)))`,
    [
      operator.userId,
      operator.email,
      o.action,
      subject.kind,
      subject.id,
      after.about,
      o.reason ?? null,
      before === null ? null : JSON.stringify(before.facts),
      JSON.stringify(after.facts),
      o.key ?? null,
      o.at,
      'id' in person ? person.id : null,
      'email' in person ? person.email : null,
    ],
  )
}
