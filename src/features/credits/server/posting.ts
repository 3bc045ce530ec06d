import { AppError } from '#platform/shared/errors.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { type Credits, insufficientCredits } from '../model/index.ts'

/** What became of a movement: `applied` is false when the key had been used before. `balance` in credits. */
export type Applied = { readonly applied: boolean; readonly balance: number }

/** Two entries that sum to zero: the user's, and the system account's on the other side. */
type Posting = {
  userId: string
  amount: Credits
  key: string
  reference?: string
  kind: 'grant' | 'usage'
  system: 'grants' | 'usage'
}

/** Gives the user a credit account when they have none. @throws AppError `not_found`, 'User not found' */
export async function openAccount(tx: Tx, userId: string): Promise<void> {
  await spendable(tx, userId)
  await tx.$client.query('insert into credit_accounts (user_id) values ($1) on conflict do nothing', [userId])
}

/**
 * Writes one transaction under its key, once.
 *
 * The key's row comes first: a second caller with the same key waits there until the first one committed or
 * rolled back. Only then the guarded UPDATE locks the account and decides, in one statement.
 */
export async function post(tx: Tx, posting: Posting): Promise<Applied> {
  const amount = posting.kind === 'grant' ? posting.amount : -posting.amount
  const started = await tx.$client.query<{ id: string }>(
    `insert into credit_transactions (kind, idempotency_key, reference) values ($1, $2, $3)
     on conflict (idempotency_key) do nothing returning id`,
    [posting.kind, posting.key, posting.reference ?? null],
  )
  const [transaction] = started.rows
  if (transaction === undefined) return replay(tx, posting, amount)

  const moved = await tx.$client.query<{ id: string; balance: number }>(
    `update credit_accounts set balance = balance + $2
     where user_id = $1 and balance - held + $2 >= 0 returning id, balance`,
    [posting.userId, amount],
  )
  const [account] = moved.rows
  if (account === undefined) {
    // The caller may catch the refusal and commit: a key that moved nothing must not count as used.
    await tx.$client.query('delete from credit_transactions where id = $1', [transaction.id])
    throw insufficientCredits((await spendable(tx, posting.userId)).available, posting.amount)
  }
  await writeEntries(tx, { transactionId: transaction.id, account, amount, system: posting.system })
  return { applied: true, balance: account.balance }
}

/** The user's entry and the system's, which sum to zero. */
export async function writeEntries(
  tx: Tx,
  o: { transactionId: string; account: { id: string; balance: number }; amount: number; system: 'grants' | 'usage' },
): Promise<void> {
  await tx.$client.query(
    `insert into credit_entries (transaction_id, account_id, amount, balance_after)
     select $1::bigint, $2::bigint, $3::int, $4::int
     union all select $1::bigint, id, -$3::int, null from credit_accounts where system = $5`,
    [o.transactionId, o.account.id, o.amount, o.account.balance, o.system],
  )
}

/** What the user can spend and what is held, in credits. @throws AppError `not_found`, 'User not found' */
export async function spendable(db: Queryable, userId: string): Promise<{ available: number; held: number }> {
  const { rows } = await db.$client.query<{ available: number; held: number }>(
    `select coalesce(a.balance - a.held, 0) as available, coalesce(a.held, 0) as held
     from users u left join credit_accounts a on a.user_id = u.id where u.id = $1`,
    [userId],
  )
  const [found] = rows
  if (found === undefined) throw new AppError('not_found', 'User not found')
  return found
}

/** Answers as the first time. @throws AppError `conflict` when the key was used for another movement */
async function replay(tx: Tx, posting: Posting, amount: number): Promise<Applied> {
  const { rows } = await tx.$client.query<{ amount: number; balance: number }>(
    `select e.amount, e.balance_after as balance
     from credit_transactions t
     join credit_entries e on e.transaction_id = t.id
     join credit_accounts a on a.id = e.account_id
     where t.idempotency_key = $1 and a.user_id = $2`,
    [posting.key, posting.userId],
  )
  const [first] = rows
  if (first === undefined || first.amount !== amount) {
    throw new AppError('conflict', 'This key was used for another credit movement', { key: posting.key })
  }
  return { applied: false, balance: first.balance }
}
