import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import type { RateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { AuthDeps } from './deps.ts'
import { RATE_LIMITS, rateLimitStorage } from './rate-limit.ts'

/** Rate limits by the caller's address and by the account concerned. */
export type Limits = ReturnType<typeof openLimits>

/** The limits that Better Auth lacks; it limits log-ins and sign-ups by address itself. */
export function openLimits(
  deps: Pick<AuthDeps, 'db' | 'now' | 'rateLimits'> & { clientAddress: (c: Context<HttpEnv>) => string },
) {
  const rules = { ...RATE_LIMITS, ...deps.rateLimits }
  const storage = rateLimitStorage(deps)
  const count = async (c: Context<HttpEnv>, key: string, rule: RateLimit): Promise<void> => {
    const { allowed, retryAfter } = await storage.consume(key, rule)
    if (!allowed) throw tooManyRequests(c, retryAfter ?? rule.window)
  }
  return {
    /** Limits requested mails by the caller's address and by the recipient. */
    async mail(c: Context<HttpEnv>, email: string): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|mail`, rules.signUp)
      await count(c, `account|${digest(email)}|mail`, rules.mail)
    },
    /** Limits sign-ups that are refused before Better Auth counts them, by the caller's address. */
    async refusedSignUp(c: Context<HttpEnv>): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|sign-up`, rules.signUp)
    },
    /** Limits mailed links by the caller's address. */
    async link(c: Context<HttpEnv>): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|link`, rules.signUp)
    },
    /**
     * Limits password attempts by account; Better Auth limits log-ins by address. @param account an address or an id
     */
    async logIn(c: Context<HttpEnv>, account: string): Promise<void> {
      await count(c, `account|${digest(account)}|password`, rules.account)
    },
    /** Limits reauthentication by the caller's address and by account. */
    async proof(c: Context<HttpEnv>, userId: string): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|proof`, rules.logIn)
      await count(c, `account|${digest(userId)}|password`, rules.account)
    },
  }
}

/** The refusal with the seconds to wait, also in `Retry-After`. */
export function tooManyRequests(c: Context<HttpEnv>, retryAfterSeconds: number): AppError {
  c.header('retry-after', String(retryAfterSeconds))
  return new AppError('too_many_requests', 'Too many attempts. Wait a moment and try again.', { retryAfterSeconds })
}

/** Hashed, so that the table does not reveal whose addresses were tried. */
function digest(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}
