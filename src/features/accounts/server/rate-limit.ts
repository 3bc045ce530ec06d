import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { RateLimit } from '#platform/server/rate-limit.ts'

/** Limits on attempts: by the caller's address, and by the account concerned. */
export type RateLimits = {
  /** Log-ins and requests for the password from one address. */
  readonly logIn: RateLimit
  /** Sign-ups from one address; also requested mails and opened links. */
  readonly signUp: RateLimit
  /** Any other sign-in request from one address. */
  readonly other: RateLimit
  /** Password attempts on one account, from any address. */
  readonly account: RateLimit
  /** Mails to one address, from any caller. */
  readonly mail: RateLimit
}

/** Generous for a household behind one address, too low for guessing. */
export const RATE_LIMITS: RateLimits = {
  logIn: { window: 60, max: 10 },
  signUp: { window: 600, max: 30 },
  other: { window: 10, max: 100 },
  account: { window: 900, max: 20 },
  mail: { window: 3_600, max: 5 },
}

/** The limits that the environment sets. */
export function rateLimitsOf({
  SIGN_UPS_PER_ADDRESS: max,
}: Pick<Env, 'SIGN_UPS_PER_ADDRESS'>): Pick<RateLimits, 'signUp'> {
  return { signUp: { ...RATE_LIMITS.signUp, max } }
}

/** Old windows are deleted after this long, which exceeds every window. */
const RETENTION_SECONDS = 24 * 60 * 60

const WindowRow = z.object({ count: z.number(), windowStartedAt: z.date() })

/**
 * Counts requests in PostgreSQL, shared by all web processes. A single statement counts and decides, so that parallel
 * requests cannot all read the same old count.
 */
export function rateLimitStorage(deps: { db: Db; now: () => Date }) {
  return {
    async consume(key: string, rule: RateLimit): Promise<{ allowed: boolean; retryAfter: number | null }> {
      const now = deps.now()
      const counted = await findRow(
        deps.db,
        WindowRow,
        `insert into auth_rate_limits as l (key, count, window_started_at) values ($1, 1, $2)
         on conflict (key) do update set
           count = case when l.window_started_at > $3 then l.count + 1 else 1 end,
           window_started_at = case when l.window_started_at > $3 then l.window_started_at else $2 end
         returning count, window_started_at`,
        [key, now, new Date(now.getTime() - rule.window * 1000)],
      )
      if (counted === undefined) throw new Error('the request was not counted')
      if (counted.count === 1) await deleteOldWindows(deps.db, now)
      if (counted.count <= rule.max) return { allowed: true, retryAfter: null }
      const endsAt = counted.windowStartedAt.getTime() + rule.window * 1000
      return { allowed: false, retryAfter: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)) }
    },
  }
}

async function deleteOldWindows(db: Db, now: Date): Promise<void> {
  await execute(db, 'delete from auth_rate_limits where window_started_at < $1', [
    new Date(now.getTime() - RETENTION_SECONDS * 1000),
  ])
}
