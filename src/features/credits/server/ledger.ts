import type { Queryable, Tx } from '#platform/server/db.ts'
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

/** A movement asked for: of whose credits, how many, and the key under which it happens at most once. */
export type Movement = {
  readonly userId: string
  readonly amount: Credits
  /** The same key again changes nothing and answers as the first time. */
  readonly key: string
  /** What it is for: the id of a job, an invoice … */
  readonly reference?: string
  /** One line for the person: 'Captions for talk.mp4, 24 s'. */
  readonly reason?: string
  /** Who spends them, when that is somebody else than whose they are. */
  readonly actorId?: string
}

/** Credits given: where they come from (default an adjustment) and until when (default for ever). */
export type Grant = Movement & { readonly source?: CreditSource; readonly expiresAt?: Date | null }

/** How long a hold lasts when nobody settles it: longer than any job may take, tries and waiting included. */
const HOLD_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * The credit ledger. Every change takes the caller's open transaction, so that a charge and what it pays for
 * happen together or not at all. Two changes of one account wait for each other on its row. What ends soonest is
 * spent first.
 * @param deps.unlimited true where billing is off: nothing is held or charged, and everybody may spend
 */
export function ledger(deps: { now: () => Date; unlimited?: boolean }) {
  const unlimited = deps.unlimited === true
  const grant = (tx: Tx, { source = 'adjustment', expiresAt = null, ...movement }: Grant): Promise<Applied> =>
    postGrant(tx, { ...movement, source, expiresAt, at: deps.now() })
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
      return (await grant(tx, { userId, amount: START_CREDITS, key, source: 'start', reason: 'Starting credits' }))
        .applied
    },

    /** Takes back what a payment granted; see `revoke`. @returns how many credits were taken */
    async revoke(tx: Tx, o: Revocation): Promise<number> {
      return revoke(tx, { ...o, at: deps.now() })
    },

    /** Gives back what `revoke` took, when the refund failed; see `restore`. @returns how many credits were given */
    async restore(tx: Tx, o: Revocation): Promise<number> {
      return restore(tx, { ...o, at: deps.now() })
    },

    /** Takes credits away by an operator's hand. @throws AppError `insufficient_credits` */
    async confiscate(tx: Tx, movement: Movement): Promise<Applied> {
      return postSpend(tx, { ...movement, kind: 'adjustment', at: deps.now() })
    },

    /**
     * Spends credits that nobody holds; `amount` defaults to 10 (spec §9).
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
     * Sets credits aside until `capture` or `release` with the same key; nobody else can spend them meanwhile.
     * @throws AppError `not_found` 'User not found'; `insufficient_credits` with `current` and `required`
     */
    async hold(tx: Tx, movement: Movement & { lastsMs?: number }): Promise<Hold> {
      const at = deps.now()
      if (unlimited) return { amount: movement.amount, captured: null, state: 'held', applied: true }
      const expiresAt = new Date(at.getTime() + (movement.lastsMs ?? HOLD_LIFETIME_MS))
      return placeHold(tx, { ...movement, expiresAt, at })
    },

    /** Spends what the hold set aside, or `amount` of it, and frees the rest. A settled hold stays as it is. */
    async capture(tx: Tx, o: { key: string; amount?: Credits }): Promise<Hold> {
      const settling = unlimited ? settleIfHeld : settle
      return settling(tx, { key: o.key, capture: o.amount ?? 'all', at: deps.now() })
    },

    /**
     * Frees what the hold set aside. A settled hold stays as it is, and nothing is freed where nothing was set aside:
     * the work may have begun while billing was off.
     */
    release: (tx: Tx, o: { key: string }): Promise<Hold> =>
      settleIfHeld(tx, { key: o.key, capture: credits(0), at: deps.now() }),

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

    /** Ends credits whose time is over, of at most 100 accounts at once. @returns how many credits ended */
    async expire(tx: Tx): Promise<number> {
      return unlimited ? 0 : expireDueCredits(tx, deps.now())
    },

    ...reading(deps),
  }
}

/** The ledger as the features that charge see it. */
export type Ledger = ReturnType<typeof ledger>

/** What is asked of a ledger and changes nothing. */
function reading({ now, unlimited = false }: { now: () => Date; unlimited?: boolean }) {
  const balance = async (db: Queryable, userId: string): Promise<Pick<Balance, 'available' | 'held'>> => {
    const found = await spendable(db, userId, now())
    return unlimited ? { available: MAX_CREDITS, held: 0 } : found
  }
  return {
    /** What the user can spend now and what is held. @throws AppError `not_found`, 'User not found' */
    balance,

    /** The same, and nobody else changes it until the transaction ends. @throws AppError `not_found`, 'User not found' */
    async lockBalance(tx: Tx, userId: string): Promise<Pick<Balance, 'available' | 'held'>> {
      await lockAccount(tx, userId)
      return balance(tx, userId)
    },

    /** The balance as its owner sees it, with what ends soon. @throws AppError `not_found`, 'User not found' */
    async overview(db: Queryable, userId: string): Promise<Balance> {
      if (unlimited) return { available: MAX_CREDITS, held: 0, expiringSoon: null, unlimited }
      const at = now()
      return { ...(await spendable(db, userId, at)), expiringSoon: await expiringSoon(db, userId, at), unlimited }
    },

    /** What happened to the user's credits, newest first; `before` is the last `seq` of the page before. */
    history: readHistory,
  }
}
