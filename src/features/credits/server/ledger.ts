import type { Queryable, Tx } from '#platform/server/db.ts'
import { type Balance, type Credits, credits, DEFAULT_DEDUCTION, START_CREDITS } from '../model/index.ts'
import { type Hold, settle, takeHold } from './holds.ts'
import { type Applied, openAccount, post, spendable } from './posting.ts'

/** A movement asked for: of whose credits, how many, and the key under which it happens at most once. */
export type Movement = {
  readonly userId: string
  readonly amount: Credits
  /** The same key again changes nothing and answers as the first time. */
  readonly key: string
  /** What it is for: the id of a job, an invoice … */
  readonly reference?: string
}

/** One line of an account's history, newest first; `amount` in credits, negative when spent. */
export type HistoryEntry = {
  readonly id: string
  readonly kind: string
  readonly amount: number
  readonly balanceAfter: number
  readonly reference: string | null
  readonly at: Date
}

/** How long a hold lasts when nobody settles it: longer than any job may take, tries and waiting included. */
const HOLD_LASTS_MS = 24 * 60 * 60 * 1000

/**
 * The credit ledger. Every change takes the caller's open transaction, so that a charge and what it pays for
 * happen together or not at all. Two changes of one account wait for each other on its row.
 */
export function ledger(deps: { now: () => Date }) {
  return {
    /** Adds credits. @throws AppError `not_found`, 'User not found' */
    grant,

    /**
     * The starting 30 (spec §1, §4): once for each user, however often it is asked.
     * @returns whether they were granted now
     */
    async grantStart(tx: Tx, userId: string): Promise<boolean> {
      const key = `grant:start:${userId}`
      // Asked whenever a record is loaded, so the usual answer costs one index look-up and no write.
      const before = await tx.$client.query('select 1 from credit_transactions where idempotency_key = $1', [key])
      if (before.rows.length > 0) return false
      return (await grant(tx, { userId, amount: START_CREDITS, key })).applied
    },

    /**
     * Spends credits that nobody holds; `amount` defaults to 10 (spec §9).
     * @throws AppError `not_found` 'User not found'; `insufficient_credits` with `current` and `required`
     */
    async deduct(tx: Tx, movement: Omit<Movement, 'amount'> & { amount?: Credits }): Promise<Applied> {
      return post(tx, { amount: DEFAULT_DEDUCTION, ...movement, kind: 'usage', system: 'usage' })
    },

    /**
     * Sets credits aside until `capture` or `release` with the same key; nobody else can spend them meanwhile.
     * @throws AppError `not_found` 'User not found'; `insufficient_credits` with `current` and `required`
     */
    async hold(tx: Tx, movement: Movement & { lastsMs?: number }): Promise<Hold> {
      const expiresAt = new Date(deps.now().getTime() + (movement.lastsMs ?? HOLD_LASTS_MS))
      return takeHold(tx, { ...movement, expiresAt })
    },

    /** Spends what the hold set aside, or `amount` of it, and frees the rest. A settled hold stays as it is. */
    async capture(tx: Tx, o: { key: string; amount?: Credits }): Promise<Hold> {
      return settle(tx, { key: o.key, capture: o.amount ?? 'all', at: deps.now() })
    },

    /** Frees what the hold set aside. A settled hold stays as it is. */
    async release(tx: Tx, o: { key: string }): Promise<Hold> {
      return settle(tx, { key: o.key, capture: credits(0), at: deps.now() })
    },

    /** Frees the holds that nobody settled in time, at most 100 at once. @returns how many it freed */
    async releaseExpired(tx: Tx): Promise<number> {
      const expired = await tx.$client.query<{ idempotency_key: string }>(
        `select idempotency_key from credit_holds where state = 'held' and expires_at <= $1
         order by expires_at limit 100 for update skip locked`,
        [deps.now()],
      )
      for (const { idempotency_key: key } of expired.rows)
        await settle(tx, { key, capture: credits(0), at: deps.now() })
      return expired.rows.length
    },

    /** What the user can spend now and what is held. @throws AppError `not_found`, 'User not found' */
    async balance(db: Queryable, userId: string): Promise<Balance> {
      const { available, held } = await spendable(db, userId)
      return { available, held }
    },

    /** What happened to the user's credits, newest first; `before` is the last id of the page before. */
    async history(db: Queryable, userId: string, o: { limit: number; before?: string }): Promise<HistoryEntry[]> {
      const { rows } = await db.$client.query<HistoryEntry>(
        `select t.id::text as id, t.kind, e.amount, e.balance_after as "balanceAfter", t.reference, t.created_at as at
         from credit_entries e
         join credit_accounts a on a.id = e.account_id
         join credit_transactions t on t.id = e.transaction_id
         where a.user_id = $1 and ($3::bigint is null or t.id < $3::bigint)
         order by e.transaction_id desc limit $2`,
        [userId, o.limit, o.before ?? null],
      )
      return rows
    },
  }
}

/** The ledger as the features that charge see it. */
export type Ledger = ReturnType<typeof ledger>

async function grant(tx: Tx, movement: Movement): Promise<Applied> {
  await openAccount(tx, movement.userId)
  return post(tx, { ...movement, kind: 'grant', system: 'grants' })
}
