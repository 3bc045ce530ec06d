import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import type { CreditSource } from '../model/index.ts'
import { beginTransaction, writeEntries } from './entries.ts'

/** An account's row, locked until the transaction ends; all amounts in credits. */
export type Account = Readonly<z.infer<typeof Account>>
const Account = z.object({ id: z.string(), balance: z.number(), held: z.number(), debt: z.number() })

/** The source and expiry of granted credits; null for never. */
export type Origin = { readonly source: CreditSource; readonly expiresAt: Date | null }

/** Locks the user's account. @returns undefined if there is none */
export async function lockAccount(tx: Tx, userId: string): Promise<Account | undefined> {
  return findRow(tx, Account, 'select id, balance, held, debt from credit_accounts where user_id = $1 for update', [
    userId,
  ])
}

/** Stores a grant as a lot, less the debt it paid. */
export async function addLot(
  tx: Tx,
  o: Origin & { transactionId: string; accountId: string; granted: number; paidDebt: number; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into credit_lots (transaction_id, account_id, source, granted, remaining, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [o.transactionId, o.accountId, o.source, o.granted, o.granted - o.paidDebt, o.expiresAt, o.at],
  )
}

const TakenRow = z.object({ taken: z.number() })

/**
 * Consumes credits from the lots in order of expiry. The caller must hold the account's lock.
 * @returns the shortfall: 0 except after a refund
 */
export async function consumeLots(tx: Tx, accountId: string, amount: number): Promise<number> {
  const row = await findRow(
    tx,
    TakenRow,
    `with open as (
       select transaction_id, remaining,
         sum(remaining) over (order by expires_at nulls last, transaction_id) - remaining as before
       from credit_lots where account_id = $1 and remaining > 0
     ), spent as (
       update credit_lots l set remaining = l.remaining - least(o.remaining, $2 - o.before)
       from open o where l.transaction_id = o.transaction_id and o.before < $2
       returning least(o.remaining, $2 - o.before) as part
     )
     select coalesce(sum(part), 0)::int as taken from spent`,
    [accountId, amount],
  )
  return amount - (row?.taken ?? 0)
}

const DueRow = z.object({ id: z.string(), remaining: z.number(), expired: z.number() })

/**
 * Expires the user's due lots. A hold counts as drawn from the credits that expire first, so that work begun in time
 * can use them; they expire when the hold is released.
 * @returns the number of expired credits
 */
export async function expireDueLots(tx: Tx, userId: string, at: Date): Promise<number> {
  if (!(await hasDue(tx, userId, at))) return 0
  const account = await lockAccount(tx, userId)
  if (account === undefined) return 0
  const due = await queryRows(
    tx,
    DueRow,
    `select transaction_id::text as id, remaining, expired from credit_lots
     where account_id = $1 and remaining > 0 and expires_at <= $2 order by expires_at, transaction_id`,
    [account.id, at],
  )
  let held = account.held
  let ended = 0
  for (const lot of due) {
    const part = lot.remaining - Math.min(held, lot.remaining)
    held -= lot.remaining - part
    if (part === 0) continue
    ended += part
    await expireLot(tx, { account: { id: account.id, balance: account.balance - ended }, lot, part, at })
  }
  return ended
}

async function hasDue(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const found = await execute(
    db,
    `select 1 from credit_lots l join credit_accounts a on a.id = l.account_id
     where a.user_id = $1 and l.remaining > 0 and l.expires_at <= $2 limit 1`,
    [userId, at],
  )
  return found > 0
}

async function expireLot(
  tx: Tx,
  o: {
    account: { id: string; balance: number }
    lot: { id: string; expired: number }
    part: number
    at: Date
  },
): Promise<void> {
  const { account, lot, part } = o
  const key = `expire:${lot.id}:${lot.expired}`
  const transactionId = await beginTransaction(tx, {
    kind: 'expiry',
    key,
    reference: lot.id,
    reason: 'Credits expired',
    at: o.at,
  })
  if (transactionId === undefined) throw new Error(`${key} already exists`)
  await execute(
    tx,
    'update credit_lots set remaining = remaining - $2, expired = expired + $2 where transaction_id = $1',
    [lot.id, part],
  )
  await execute(tx, 'update credit_accounts set balance = $2 where id = $1', [account.id, account.balance])
  await writeEntries(tx, { transactionId, account, amount: -part, system: 'grants' })
}
