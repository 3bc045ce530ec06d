import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { MovementKind } from '../model/index.ts'

/** The counter-account of a movement. */
export type System = 'grants' | 'usage'

const IdRow = z.object({ id: z.string() })

/**
 * Inserts a transaction under its key. A concurrent call with the same key waits until the first commits or rolls back.
 * @returns its id; undefined if the key exists
 */
export async function beginTransaction(
  tx: Tx,
  o: {
    kind: MovementKind
    key: string
    reference?: string | undefined
    reason?: string | undefined
    actorId?: string | undefined
    at: Date
  },
): Promise<string | undefined> {
  const row = await findRow(
    tx,
    IdRow,
    `insert into credit_transactions (kind, idempotency_key, reference, reason, actor_id, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (idempotency_key) do nothing returning id`,
    [o.kind, o.key, o.reference ?? null, o.reason ?? null, o.actorId ?? null, o.at],
  )
  return row?.id
}

/** Deletes a transaction without entries, so that its key is free again. */
export async function discardTransaction(tx: Tx, transactionId: string): Promise<void> {
  await execute(tx, 'delete from credit_transactions where id = $1', [transactionId])
}

/** Writes the user's entry and the system's, which sum to zero. `account.balance` is the balance afterwards. */
export async function writeEntries(
  tx: Tx,
  o: { transactionId: string; account: { id: string; balance: number }; amount: number; system: System },
): Promise<void> {
  await execute(
    tx,
    `insert into credit_entries (transaction_id, account_id, amount, balance_after)
     select $1::bigint, $2::bigint, $3::int, $4::int
     union all select $1::bigint, id, -$3::int, null from credit_accounts where system = $5`,
    [o.transactionId, o.account.id, o.amount, o.account.balance, o.system],
  )
}
