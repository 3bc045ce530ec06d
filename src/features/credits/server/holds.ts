import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { type Credits, insufficientCredits } from '../model/index.ts'
import { beginTransaction, writeEntries } from './entries.ts'
import { consumeLots, expireDueLots, lockAccount } from './lots.ts'
import { spendable } from './post-entries.ts'

/** Credits reserved under a key; `captured` is the part that was spent. All amounts in credits. */
export type Hold = {
  readonly amount: number
  readonly captured: number | null
  readonly state: HoldRow['state']
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

const IdRow = z.object({ id: z.string() })

/** Reserves credits, once per key. */
export async function placeHold(tx: Tx, o: HoldRequest): Promise<Hold> {
  // Lock the account first: a second call with this key waits here and then finds the first hold.
  await lockAccount(tx, o.userId)
  const known = await replayHold(tx, o)
  if (known !== undefined) return known
  await expireDueLots(tx, o.userId, o.at)

  const account = await findRow(
    tx,
    IdRow,
    'update credit_accounts set held = held + $2 where user_id = $1 and balance - held >= $2 returning id',
    [o.userId, o.amount],
  )
  if (account === undefined) throw insufficientCredits((await spendable(tx, o.userId, o.at)).available, o.amount)
  await execute(
    tx,
    `insert into credit_holds (idempotency_key, account_id, amount, reference, reason, actor_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [o.key, account.id, o.amount, o.reference ?? null, o.reason ?? null, o.actorId ?? null, o.expiresAt, o.at],
  )
  return { amount: o.amount, captured: null, state: 'held', applied: true }
}

/** Settles a hold once: spends `capture` of it and releases the rest. */
export async function settle(tx: Tx, o: { key: string; capture: Credits | 'all'; at: Date }): Promise<Hold> {
  const hold = await findRow(
    tx,
    HoldRow,
    `select account_id, amount, captured, state, reference, reason, actor_id
     from credit_holds where idempotency_key = $1 for update`,
    [o.key],
  )
  if (hold === undefined) throw new AppError('not_found', 'Hold not found')
  if (hold.state !== 'held') return { amount: hold.amount, captured: hold.captured, state: hold.state, applied: false }

  const spent = o.capture === 'all' ? hold.amount : o.capture
  if (spent > hold.amount) throw new RangeError(`capture of ${spent} from a hold of ${hold.amount}`)
  // Lock the account before reading its lots.
  await execute(tx, 'update credit_accounts set held = held - $2 where id = $1', [hold.accountId, hold.amount])
  const state = spent > 0 ? 'captured' : 'released'
  await execute(tx, 'update credit_holds set state = $2, captured = $3, settled_at = $4 where idempotency_key = $1', [
    o.key,
    state,
    spent > 0 ? spent : null,
    o.at,
  ])
  if (spent > 0) await writeCapture(tx, { ...hold, key: o.key, spent, at: o.at })
  return { amount: hold.amount, captured: spent > 0 ? spent : null, state, applied: true }
}

/** Like `settle`, but if billing is off, a hold that was never placed is ignored; one placed before is settled. */
export async function settleIfHeld(tx: Tx, o: { key: string; capture: Credits | 'all'; at: Date }): Promise<Hold> {
  const found = await execute(tx, 'select 1 from credit_holds where idempotency_key = $1', [o.key])
  if (found === 0) return { amount: 0, captured: null, state: 'released', applied: false }
  return settle(tx, o)
}

type HoldRow = Readonly<z.infer<typeof HoldRow>>
const HoldRow = z.object({
  accountId: z.string(),
  amount: z.number(),
  captured: z.number().nullable(),
  state: z.enum(['held', 'captured', 'released']),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  actorId: z.string().nullable(),
})

const AccountRow = z.object({ id: z.string(), balance: z.number() })

async function writeCapture(
  tx: Tx,
  o: Pick<HoldRow, 'accountId' | 'reference' | 'reason' | 'actorId'> & { key: string; spent: number; at: Date },
): Promise<void> {
  const transactionId = await beginTransaction(tx, {
    kind: 'usage',
    key: `capture:${o.key}`,
    reference: o.reference ?? undefined,
    reason: o.reason ?? undefined,
    actorId: o.actorId ?? undefined,
    at: o.at,
  })
  if (transactionId === undefined) throw new Error(`the capture of ${o.key} already exists`)
  // A refund may have revoked the reserved credits: the account then owes them.
  const owed = await consumeLots(tx, o.accountId, o.spent)
  const account = await findRow(
    tx,
    AccountRow,
    'update credit_accounts set balance = balance - $2, debt = debt + $3 where id = $1 returning id, balance',
    [o.accountId, o.spent, owed],
  )
  if (account === undefined) throw new Error(`the hold ${o.key} has no account`)
  await writeEntries(tx, { transactionId, account, amount: -o.spent, system: 'usage' })
}

const PlacedHoldRow = HoldRow.pick({ amount: true, captured: true, state: true }).extend({ userId: z.string() })

/** @throws AppError `conflict` if the key belongs to another amount or user */
async function replayHold(tx: Tx, o: { userId: string; amount: Credits; key: string }): Promise<Hold | undefined> {
  const hold = await findRow(
    tx,
    PlacedHoldRow,
    `select h.amount, h.captured, h.state, a.user_id from credit_holds h
     join credit_accounts a on a.id = h.account_id where h.idempotency_key = $1`,
    [o.key],
  )
  if (hold === undefined) return undefined
  if (hold.userId !== o.userId || hold.amount !== o.amount) {
    throw new AppError('conflict', 'This key was used for another hold', { key: o.key })
  }
  return { amount: hold.amount, captured: hold.captured, state: hold.state, applied: false }
}
