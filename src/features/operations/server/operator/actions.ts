import { z } from 'zod'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { OperatorAction } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'

/** A thing at one moment: how it is named, and what of it an operator may change. Nothing of it is a secret. */
export type Snapshot = { readonly about: string; readonly facts: Readonly<Record<string, unknown>> }

/** Who does what to which thing, and why. */
export type Decision = {
  readonly operator: Caller
  readonly action: `${string}.${string}`
  readonly subject: { readonly kind: OperatorAction['subjectKind']; readonly id: string }
  readonly reason?: string | undefined
  /** Named by the page that asks; see `operator_actions.key`. */
  readonly key?: string | undefined
}

/**
 * Does one thing and writes down who did it, why, and what it was before and after: both commit or neither.
 * @param o.look reads the thing, and locks it so that what is written down is what was changed
 */
export async function recordDecision<T>(
  deps: Pick<OperatorDeps, 'db' | 'now'>,
  o: Decision & { readFacts: (tx: Tx) => Promise<Snapshot>; work: (tx: Tx) => Promise<T> },
): Promise<T> {
  return transaction(deps.db, async (tx) => {
    const before = await o.readFacts(tx)
    const result = await o.work(tx)
    await record(tx, { ...o, before, after: await o.readFacts(tx), at: deps.now() })
    return result
  })
}

/** Writes one action down, in the transaction that did it. */
export async function record(
  tx: Tx,
  o: Decision & { before: Snapshot | null; after: Snapshot; at: Date },
): Promise<void> {
  await tx.$client.query(
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

const Rows = z.array(OperatorAction.extend({ at: z.date().transform((at) => at.toISOString()) }))

/** What operators did, the newest first. @param o.subjectId about one thing only */
export async function listActions(
  q: Queryable,
  o: { before?: string | undefined; subjectId?: string; limit: number },
): Promise<OperatorAction[]> {
  const { rows } = await q.$client.query(
    `select id::text as id, at, operator_email as operator, action, subject_kind as "subjectKind",
       subject_id as "subjectId", about, reason, before, after from operator_actions
     where ($1::bigint is null or id < $1::bigint) and ($2::text is null or subject_id = $2)
     order by operator_actions.id desc limit $3`,
    [o.before ?? null, o.subjectId ?? null, o.limit],
  )
  return Rows.parse(rows)
}
