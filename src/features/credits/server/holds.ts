import { AppError } from '#platform/shared/errors.ts'
import type { Tx } from '#platform/server/db.ts'
import { type Credits, insufficientCredits } from '../model/index.ts'
import { beginTransaction, writeEntries } from './entries.ts'
import { consumeLots, expireDue, lockAccount } from './lots.ts'
import { spendable } from './post-entries.ts'

/** Credits reserved under a key; `captured` is the part that was spent. All amounts in credits. */
export type Hold = {
  readonly amount: number
  readonly captured: number | null
  readonly state: 'held' | 'captured' | 'released'
  /** False if the call was a repetition. */
  readonly applied: boolean
}

/** The parameters of a hold. */
type HoldRequest = {
  userId: string
  amount: Credits
  key: string
  reference?: string
  reason?: string
  actorId?: string
  expiresAt: Date
  at: Date
}

/** Reserves credits, once per key. */
export async function placeHold(tx: Tx, o: HoldRequest): Promise<Hold> {
  // Lock the account first: a second call with this key waits here and then finds the first hold.
  await lockAccount(tx, o.userId)
  const known = await replayHold(tx, o)
  if (known !== undefined) return known
  await expireDue(tx, o.userId, o.at)

  const moved = await tx.$client.query<{ id: string }>(
    'update credit_accounts set held = held + $2 where user_id = $1 and balance - held >= $2 returning id',
    [o.userId, o.amount],
  )
  const [account] = moved.rows
  if (account === undefined) throw insufficientCredits((await spendable(tx, o.userId, o.at)).available, o.amount)
  await tx.$client.query(
    `insert into credit_holds (idempotency_key, account_id, amount, reference, reason, actor_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [o.key, account.id, o.amount, o.reference ?? null, o.reason ?? null, o.actorId ?? null, o.expiresAt, o.at],
  )
  return { amount: o.amount, captured: null, state: 'held', applied: true }
}

/** Settles a hold once: spends `capture` of it and releases the rest. */
export async function settle(tx: Tx, o: { key: string; capture: Credits | 'all'; at: Date }): Promise<Hold> {
  const found = await tx.$client.query<HoldRow>(
    `select account_id, amount, captured, state, reference, reason, actor_id
     from credit_holds where idempotency_key = $1 for update`,
    [o.key],
  )
  const [hold] = found.rows
  if (hold === undefined) throw new AppError('not_found', 'Hold not found')
  if (hold.state !== 'held') return { amount: hold.amount, captured: hold.captured, state: hold.state, applied: false }

  const spent = o.capture === 'all' ? hold.amount : o.capture
  if (spent > hold.amount) throw new RangeError(`capture of ${spent} from a hold of ${hold.amount}`)
  // Lock the account before reading its lots.
  await tx.$client.query('update credit_accounts set held = held - $2 where id = $1', [hold.account_id, hold.amount])
  const state = spent > 0 ? 'captured' : 'released'
  await tx.$client.query(
    'update credit_holds set state = $2, captured = $3, settled_at = $4 where idempotency_key = $1',
    [o.key, state, spent > 0 ? spent : null, o.at],
  )
  if (spent > 0) await writeCapture(tx, { ...hold, key: o.key, spent, at: o.at })
  return { amount: hold.amount, captured: spent > 0 ? spent : null, state, applied: true }
}

/** Like `settle`, but if billing is off, a hold that was never placed is ignored; one placed before is settled. */
export async function settleIfHeld(tx: Tx, o: { key: string; capture: Credits | 'all'; at: Date }): Promise<Hold> {
  const { rows } = await tx.$client.query('select 1 from credit_holds where idempotency_key = $1', [o.key])
  if (rows.length === 0) return { amount: 0, captured: null, state: 'released', applied: false }
  return settle(tx, o)
}

type HoldRow = {
  account_id: string
  amount: number
  captured: number | null
  state: Hold['state']
  reference: string | null
  reason: string | null
  actor_id: string | null
}

async function writeCapture(
  tx: Tx,
  o: Pick<HoldRow, 'account_id' | 'reference' | 'reason' | 'actor_id'> & { key: string; spent: number; at: Date },
): Promise<void> {
  const transactionId = await beginTransaction(tx, {
    kind: 'usage',
    key: `capture:${o.key}`,
    reference: o.reference ?? undefined,
    reason: o.reason ?? undefined,
    actorId: o.actor_id ?? undefined,
    at: o.at,
  })
  if (transactionId === undefined) throw new Error(`the capture of ${o.key} already exists`)
  // A refund may have revoked the reserved credits: the account then owes them.
  const owed = await consumeLots(tx, o.account_id, o.spent)
  const { rows } = await tx.$client.query<{ id: string; balance: number }>(
    'update credit_accounts set balance = balance - $2, debt = debt + $3 where id = $1 returning id, balance',
    [o.account_id, o.spent, owed],
  )
  const [account] = rows
  if (account === undefined) throw new Error(`the hold ${o.key} has no account`)
  await writeEntries(tx, { transactionId, account, amount: -o.spent, system: 'usage' })
}

/** @throws AppError `conflict` if the key belongs to another amount or user */
async function replayHold(tx: Tx, o: { userId: string; amount: Credits; key: string }): Promise<Hold | undefined> {
  const { rows } = await tx.$client.query<HoldRow & { user_id: string }>(
    `select h.amount, h.captured, h.state, a.user_id from credit_holds h
     join credit_accounts a on a.id = h.account_id where h.idempotency_key = $1`,
    [o.key],
  )
  const [hold] = rows
  if (hold === undefined) return undefined
  if (hold.user_id !== o.userId || hold.amount !== o.amount) {
    throw new AppError('conflict', 'This key was used for another hold', { key: o.key })
  }
  return { amount: hold.amount, captured: hold.captured, state: hold.state, applied: false }
}
