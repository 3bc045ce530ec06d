import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { Credits } from '../model/index.ts'
import { beginTransaction, discardTransaction, writeEntries } from './entries.ts'
import { consumeLots, expireDueLots, lockAccount } from './lots.ts'

/** The revocation of a grant after its payment was reversed, once per key. */
export type Revocation = {
  readonly userId: string
  /** The key of the grant. */
  readonly grantKey: string
  readonly amount: Credits
  readonly key: string
  readonly reference?: string
  readonly reason?: string
}

/**
 * Revokes a grant, except what has expired or was already revoked. Spent credits are taken from the other lots, and the
 * account owes the rest: its balance becomes negative.
 * @returns the number of revoked credits; 0 for a repeated key
 * @throws AppError `not_found` if nothing was granted under `grantKey`
 */
export async function revoke(tx: Tx, { at, ...o }: Revocation & { at: Date }): Promise<number> {
  const transactionId = await beginTransaction(tx, { ...o, kind: 'refund', at })
  if (transactionId === undefined) return 0
  await expireDueLots(tx, o.userId, at)
  const account = await lockAccount(tx, o.userId)
  const lot = account && (await lotOf(tx, { accountId: account.id, grantKey: o.grantKey }))
  if (account === undefined || lot === undefined) throw new AppError('not_found', 'Grant not found')
  const part = Math.min(o.amount, lot.granted - lot.expired - lot.revoked)
  if (part === 0) {
    await discardTransaction(tx, transactionId)
    return 0
  }
  const fromLot = Math.min(lot.remaining, part)
  await execute(
    tx,
    'update credit_lots set remaining = remaining - $2, revoked = revoked + $3 where transaction_id = $1',
    [lot.id, fromLot, part],
  )
  const owed = await consumeLots(tx, account.id, part - fromLot)
  const balance = account.balance - part
  await execute(tx, 'update credit_accounts set balance = $2, debt = debt + $3 where id = $1', [
    account.id,
    balance,
    owed,
  ])
  await writeEntries(tx, { transactionId, account: { id: account.id, balance }, amount: -part, system: 'grants' })
  return part
}

/**
 * Restores a grant after a failed refund: first what was revoked, then what the grant was reduced by. It first pays the
 * account's debt.
 * @returns the number of restored credits; 0 for a repeated key
 * @throws AppError `not_found` if nothing was granted under `grantKey`
 */
export async function restore(tx: Tx, { at, ...o }: Revocation & { at: Date }): Promise<number> {
  const transactionId = await beginTransaction(tx, { ...o, kind: 'refund', at })
  if (transactionId === undefined) return 0
  await expireDueLots(tx, o.userId, at)
  const account = await lockAccount(tx, o.userId)
  const lot = account && (await lotOf(tx, { accountId: account.id, grantKey: o.grantKey }))
  if (account === undefined || lot === undefined) throw new AppError('not_found', 'Grant not found')
  const paidDebt = Math.min(account.debt, o.amount)
  await execute(
    tx,
    `update credit_lots set remaining = remaining + $2, revoked = revoked - least(revoked, $3),
       granted = granted + greatest(0, $3 - revoked) where transaction_id = $1`,
    [lot.id, o.amount - paidDebt, o.amount],
  )
  const balance = account.balance + o.amount
  await execute(tx, 'update credit_accounts set balance = $2, debt = debt - $3 where id = $1', [
    account.id,
    balance,
    paidDebt,
  ])
  const { amount } = o
  await writeEntries(tx, { transactionId, account: { id: account.id, balance }, amount, system: 'grants' })
  return amount
}

type Lot = Readonly<z.infer<typeof Lot>>
const Lot = z.object({
  id: z.string(),
  granted: z.number(),
  remaining: z.number(),
  expired: z.number(),
  revoked: z.number(),
})

async function lotOf(tx: Tx, o: { accountId: string; grantKey: string }): Promise<Lot | undefined> {
  return findRow(
    tx,
    Lot,
    `select l.transaction_id::text as id, l.granted, l.remaining, l.expired, l.revoked
     from credit_lots l join credit_transactions t on t.id = l.transaction_id
     where l.account_id = $1 and t.idempotency_key = $2`,
    [o.accountId, o.grantKey],
  )
}
