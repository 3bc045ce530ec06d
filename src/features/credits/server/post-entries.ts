import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { type Credits, insufficientCredits } from '../model/index.ts'
import { beginTransaction, discardTransaction, writeEntries } from './entries.ts'
import { addLot, consumeLots, expireDueLots, lockAccount, type Origin } from './lots.ts'

/** The result of a movement: `applied` is false for a repeated key. `balance` in credits. */
export type Applied = { readonly applied: boolean; readonly balance: number }

/** The common fields of a movement. */
type NewMovement = {
  userId: string
  amount: Credits
  key: string
  reference?: string
  reason?: string
  actorId?: string
  at: Date
}

/** Creates the user's credit account if needed. @throws AppError `not_found`, 'User not found' */
async function openAccount(tx: Tx, userId: string, at: Date): Promise<void> {
  await spendable(tx, userId, at)
  await execute(tx, 'insert into credit_accounts (user_id) values ($1) on conflict do nothing', [userId])
}

/** Adds a lot, once per key. It first pays the account's debt. */
export async function postGrant(tx: Tx, posting: NewMovement & Origin): Promise<Applied> {
  const { userId, amount, at } = posting
  await openAccount(tx, userId, at)
  const transactionId = await beginTransaction(tx, { ...posting, kind: 'grant' })
  if (transactionId === undefined) return replay(tx, posting, amount)
  const before = await lockAccount(tx, userId)
  if (before === undefined) throw new Error(`the account of ${userId} was not created`)
  const paidDebt = Math.min(before.debt, amount)
  const balance = before.balance + amount
  await execute(tx, 'update credit_accounts set balance = $2, debt = debt - $3 where id = $1', [
    before.id,
    balance,
    paidDebt,
  ])
  await addLot(tx, { ...posting, transactionId, accountId: before.id, granted: amount, paidDebt })
  await writeEntries(tx, { transactionId, account: { id: before.id, balance }, amount, system: 'grants' })
  return { applied: true, balance }
}

const AccountRow = z.object({ id: z.string(), balance: z.number() })

/**
 * Spends credits that are not held, once per key: inserts the key's row, then locks and checks the account in one
 * guarded UPDATE.
 */
export async function postSpend(tx: Tx, posting: NewMovement & { kind: 'usage' | 'adjustment' }): Promise<Applied> {
  const { userId, amount, at, kind } = posting
  const transactionId = await beginTransaction(tx, posting)
  if (transactionId === undefined) return replay(tx, posting, -amount)
  await expireDueLots(tx, userId, at)
  const account = await findRow(
    tx,
    AccountRow,
    `update credit_accounts set balance = balance - $2
     where user_id = $1 and balance - held - $2 >= 0 returning id, balance`,
    [userId, amount],
  )
  if (account === undefined) {
    // The caller may catch the refusal and commit; the key must stay unused.
    await discardTransaction(tx, transactionId)
    throw insufficientCredits((await spendable(tx, userId, at)).available, amount)
  }
  await consumeLots(tx, account.id, amount)
  const system = kind === 'usage' ? 'usage' : 'grants'
  await writeEntries(tx, { transactionId, account, amount: -amount, system })
  return { applied: true, balance: account.balance }
}

const SpendableRow = z.object({ available: z.number(), held: z.number() })

/** The spendable and held credits at a given time. @throws AppError `not_found`, 'User not found' */
export async function spendable(db: Queryable, userId: string, at: Date): Promise<{ available: number; held: number }> {
  // Expired lots without a hold do not count, even before the sweep.
  const found = await findRow(
    db,
    SpendableRow,
    `select coalesce(a.balance - a.held - greatest(0, due.amount - a.held), 0)::int as available,
       coalesce(a.held, 0) as held
     from users u left join credit_accounts a on a.user_id = u.id
     left join lateral (select coalesce(sum(remaining), 0) as amount from credit_lots
       where account_id = a.id and remaining > 0 and expires_at <= $2) due on true
     where u.id = $1`,
    [userId, at],
  )
  if (found === undefined) throw new AppError('not_found', 'User not found')
  return found
}

const EntryRow = z.object({ amount: z.number(), balance: z.number() })

/** Returns the first result. @throws AppError `conflict` if the key belongs to another movement */
async function replay(tx: Tx, posting: NewMovement, amount: number): Promise<Applied> {
  const first = await findRow(
    tx,
    EntryRow,
    `select e.amount, e.balance_after as balance
     from credit_transactions t
     join credit_entries e on e.transaction_id = t.id
     join credit_accounts a on a.id = e.account_id
     where t.idempotency_key = $1 and a.user_id = $2`,
    [posting.key, posting.userId],
  )
  if (first === undefined || first.amount !== amount) {
    throw new AppError('conflict', 'This key was used for another credit movement', { key: posting.key })
  }
  return { applied: false, balance: first.balance }
}
