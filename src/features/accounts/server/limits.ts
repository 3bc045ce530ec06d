import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import { enforceRateLimit, type RateLimit } from '#platform/server/rate-limit.ts'
import type { AuthDeps } from './deps.ts'
import { RATE_LIMITS, rateLimitStorage } from './rate-limit.ts'

export const TOO_MANY_ATTEMPTS = 'Too many attempts. Wait a moment and try again.'

/** Rate limits by the caller's address and by the account concerned. */
export type Limits = ReturnType<typeof openLimits>

/** The limits that Better Auth lacks; it limits log-ins and sign-ups by address itself. */
export function openLimits(
  deps: Pick<AuthDeps, 'db' | 'now' | 'rateLimits'> & { clientAddress: (c: Context<HttpEnv>) => string },
) {
  const rules = { ...RATE_LIMITS, ...deps.rateLimits }
  const consume = rateLimitStorage(deps).consume
  const count = (key: string, limit: RateLimit) => enforceRateLimit(consume, { key, limit, message: TOO_MANY_ATTEMPTS })
  return {
    /** Limits requested mails by the caller's address and by the recipient. */
    async mail(c: Context<HttpEnv>, email: string): Promise<void> {
      await count(`address|${deps.clientAddress(c)}|mail`, rules.signUp)
      await count(`account|${digest(email)}|mail`, rules.mail)
    },
    /** Limits sign-ups that are refused before Better Auth counts them, by the caller's address. */
    async refusedSignUp(c: Context<HttpEnv>): Promise<void> {
      await count(`address|${deps.clientAddress(c)}|sign-up`, rules.signUp)
    },
    /** Limits mailed links by the caller's address. */
    async link(c: Context<HttpEnv>): Promise<void> {
      await count(`address|${deps.clientAddress(c)}|link`, rules.signUp)
    },
    /**
     * Limits password attempts by account; Better Auth limits log-ins by address. @param account an address or an id
     */
    async logIn(account: string): Promise<void> {
      await count(`account|${digest(account)}|password`, rules.account)
    },
    /** Limits reauthentication by the caller's address and by account. */
    async proof(c: Context<HttpEnv>, userId: string): Promise<void> {
      await count(`address|${deps.clientAddress(c)}|proof`, rules.logIn)
      await count(`account|${digest(userId)}|password`, rules.account)
    },
  }
}

/** Hashed, so that the table does not reveal whose addresses were tried. */
function digest(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}
