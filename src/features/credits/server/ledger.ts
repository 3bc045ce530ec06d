import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import {
  type Balance,
  type Credits,
  credits,
  type CreditSource,
  DEFAULT_DEDUCTION,
  MAX_CREDITS,
  START_CREDITS,
} from '../model/index.ts'
import { expireDueCredits } from './expire-credits.ts'
import { type Hold, settle, settleIfHeld, placeHold } from './holds.ts'
import { expiringSoon, readHistory } from './history.ts'
import { lockAccount } from './lots.ts'
import { type Applied, postGrant, postSpend, spendable } from './post-entries.ts'
import { restore, type Revocation, revoke } from './revoke-credits.ts'

/** A movement of a user's credits, with its idempotency key. */
export type Movement = {
  readonly userId: string
  readonly amount: Credits
  /** A repeated key changes nothing and returns the first result. */
  readonly key: string
  /** Its subject: the id of a job, an invoice … */
  readonly reference?: string
  /** A description for the user: 'Captions for talk.mp4, 24 s'. */
  readonly reason?: string
  /** The spender, if not the owner. */
  readonly actorId?: string
}

/** Granted credits, with their source (default an adjustment) and expiry (default never). */
export type Grant = Movement & { readonly source?: CreditSource; readonly expiresAt?: Date | null }

/** The lifetime of an unsettled hold: longer than any job takes, including retries and waiting. */
const HOLD_LIFETIME_MS = 24 * 60 * 60 * 1000

const IdempotencyKeyRow = z.object({ idempotencyKey: z.string() })

/**
 * The credit ledger. Every change runs in the caller's transaction, so that a charge and what it pays for commit
 * together. Changes of one account wait for each other on its row. Credits that expire first are spent first.
 * @param deps.unlimited true if billing is off: nothing is held or charged, and everybody may spend
 */
export function ledger(deps: { now: () => Date; unlimited?: boolean }) {
  const unlimited = deps.unlimited === true
  const grant = (tx: Tx, { source = 'adjustment', expiresAt = null, ...movement }: Grant): Promise<Applied> =>
    postGrant(tx, { ...movement, source, expiresAt, at: deps.now() })
  return {
    /** Adds credits. @throws AppError `not_found`, 'User not found' */
    grant,

    /** Grants the starting 30 (spec §1, §4) once per user. @returns whether they were granted now */
    async grantStart(tx: Tx, userId: string): Promise<boolean> {
      const key = `grant:start:${userId}`
      // Called whenever a record loads: usually one index lookup and no write.
      const before = await execute(tx, 'select 1 from credit_transactions where idempotency_key = $1', [key])
      if (before > 0) return false
      return (await grant(tx, { userId, amount: START_CREDITS, key, source: 'start', reason: 'Starting credits' }))
        .applied
    },

    /** Revokes the grant of a payment; see `revoke`. @returns the number of revoked credits */
    async revoke(tx: Tx, o: Revocation): Promise<number> {
      return revoke(tx, { ...o, at: deps.now() })
    },

    /** Restores revoked credits after a failed refund; see `restore`. @returns the number of restored credits */
    async restore(tx: Tx, o: Revocation): Promise<number> {
      return restore(tx, { ...o, at: deps.now() })
    },

    /** Removes credits on behalf of an operator. @throws AppError `insufficient_credits` */
    async confiscate(tx: Tx, movement: Movement): Promise<Applied> {
      return postSpend(tx, { ...movement, kind: 'adjustment', at: deps.now() })
    },

    /**
     * Spends credits that are not held; `amount` defaults to 10 (spec §9).
     * @throws AppError `not_found` 'User not found'; `insufficient_credits` with `current` and `required`
     */
    async deduct(
      tx: Tx,
      { amount = DEFAULT_DEDUCTION, ...o }: Omit<Movement, 'amount'> & { amount?: Credits },
    ): Promise<Applied> {
      if (unlimited) return { applied: true, balance: MAX_CREDITS }
      return postSpend(tx, { ...o, amount, kind: 'usage', at: deps.now() })
    },

    /**
     * Reserves credits until `capture` or `release` with the same key.
     * @throws AppError `not_found` 'User not found'; `insufficient_credits` with `current` and `required`
     */
    async hold(tx: Tx, movement: Movement & { lastsMs?: number }): Promise<Hold> {
      const at = deps.now()
      if (unlimited) return { amount: movement.amount, captured: null, state: 'held', applied: true }
      const expiresAt = new Date(at.getTime() + (movement.lastsMs ?? HOLD_LIFETIME_MS))
      return placeHold(tx, { ...movement, expiresAt, at })
    },

    /**
     * Spends the hold, or `amount` of it, and releases the rest. A settled hold does not change.
     * @param o.isOptional ignores a missing hold: the work may have begun while billing was off
     */
    async capture(tx: Tx, o: { key: string; amount?: Credits; isOptional?: boolean }): Promise<Hold> {
      const settleHold = unlimited || o.isOptional === true ? settleIfHeld : settle
      return settleHold(tx, { key: o.key, capture: o.amount ?? 'all', at: deps.now() })
    },

    /**
     * Releases the hold. A settled hold does not change, and a missing one is ignored: the work may have begun while
     * billing was off.
     */
    release: (tx: Tx, o: { key: string }): Promise<Hold> =>
      settleIfHeld(tx, { key: o.key, capture: credits(0), at: deps.now() }),

    /** Releases at most 100 expired holds. @returns the number of released holds */
    async releaseExpired(tx: Tx): Promise<number> {
      const expired = await queryRows(
        tx,
        IdempotencyKeyRow,
        `select idempotency_key from credit_holds where state = 'held' and expires_at <= $1
         order by expires_at limit 100 for update skip locked`,
        [deps.now()],
      )
      for (const { idempotencyKey: key } of expired) await settle(tx, { key, capture: credits(0), at: deps.now() })
      return expired.length
    },

    /** Expires the due credits of at most 100 accounts. @returns the number of expired credits */
    async expire(tx: Tx): Promise<number> {
      return unlimited ? 0 : expireDueCredits(tx, deps.now())
    },

    ...readOperations(deps),
  }
}

/** The ledger as other features use it. */
export type Ledger = ReturnType<typeof ledger>

/** The read operations of a ledger. */
function readOperations({ now, unlimited = false }: { now: () => Date; unlimited?: boolean }) {
  const balance = async (db: Queryable, userId: string): Promise<Pick<Balance, 'available' | 'held'>> => {
    const found = await spendable(db, userId, now())
    return unlimited ? { available: MAX_CREDITS, held: 0 } : found
  }
  return {
    /** The spendable and held credits. @throws AppError `not_found`, 'User not found' */
    balance,

    /** Like `balance`, and locks the account. @throws AppError `not_found`, 'User not found' */
    async lockBalance(tx: Tx, userId: string): Promise<Pick<Balance, 'available' | 'held'>> {
      await lockAccount(tx, userId)
      return balance(tx, userId)
    },

    /**
     * The balance as its owner sees it, with credits that expire soon. @throws AppError `not_found`, 'User not found'
     */
    async overview(db: Queryable, userId: string): Promise<Balance> {
      if (unlimited) return { available: MAX_CREDITS, held: 0, expiringSoon: null, unlimited }
      const at = now()
      return { ...(await spendable(db, userId, at)), expiringSoon: await expiringSoon(db, userId, at), unlimited }
    },

    /** The history of the user's credits, newest first; `before` is the last `seq` of the previous page. */
    history: readHistory,
  }
}
