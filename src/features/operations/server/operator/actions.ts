import { z } from 'zod'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { OperatorAction } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'

/** A subject at one time: its name, and the facts an operator can change. It contains no secrets. */
export type Snapshot = { readonly about: string; readonly facts: Readonly<Record<string, unknown>> }

/** An action with its operator, subject and reason. */
export type Decision = {
  readonly operator: Caller
  readonly action: `${string}.${string}`
  readonly subject: { readonly kind: OperatorAction['subjectKind']; readonly id: string }
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

/** Records an action, in the transaction that performs it. */
export async function recordAction(
  tx: Tx,
  o: Decision & { before: Snapshot | null; after: Snapshot; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, reason, before,
       after, key, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      o.operator.userId,
      o.operator.email,
      o.action,
      o.subject.kind,
      o.subject.id,
      o.after.about,
      o.reason ?? null,
      o.before === null ? null : JSON.stringify(o.before.facts),
      JSON.stringify(o.after.facts),
      o.key ?? null,
      o.at,
    ],
  )
}

const Row = OperatorAction.extend({ at: z.date().transform((at) => at.toISOString()) })

/** The actions of operators, newest first. @param o.subjectId limits them to one subject */
export async function listActions(
  q: Queryable,
  o: { before?: string | undefined; subjectId?: string | undefined; limit: number },
): Promise<OperatorAction[]> {
  return queryRows(
    q,
    Row,
    `select id::text as id, at, operator_email as operator, action, subject_kind,
       subject_id, about, reason, before, after from operator_actions
     where ($1::bigint is null or id < $1::bigint) and ($2::text is null or subject_id = $2)
     order by operator_actions.id desc limit $3`,
    [o.before ?? null, o.subjectId ?? null, o.limit],
  )
}
