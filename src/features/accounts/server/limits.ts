import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { AuthDeps } from './deps.ts'
import { RATE_LIMITS, rateLimitStorage, type Rule } from './rate-limit.ts'

/** Counts what somebody asks for, by where they ask from and by whose account it is about. */
export type Limits = ReturnType<typeof openLimits>

/** Limits beside those of Better Auth, which counts log-ins and sign-ups by address itself. */
export function openLimits(
  deps: Pick<AuthDeps, 'db' | 'now' | 'rateLimits'> & { clientAddress: (c: Context<HttpEnv>) => string },
) {
  const rules = { ...RATE_LIMITS, ...deps.rateLimits }
  const storage = rateLimitStorage(deps)
  const count = async (c: Context<HttpEnv>, key: string, rule: Rule): Promise<void> => {
    const { allowed, retryAfter } = await storage.consume(key, rule)
    if (!allowed) throw tooManyRequests(c, retryAfter ?? rule.window)
  }
  return {
    /** Asking for a mail: by the asker's address, and by the address it goes to, whoever that is. */
    async mail(c: Context<HttpEnv>, email: string): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|mail`, rules.signUp)
      await count(c, `account|${digest(email)}|mail`, rules.mail)
    },
    /** Using a link of a mail, by the asker's address. */
    async link(c: Context<HttpEnv>): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|link`, rules.signUp)
    },
    /** Trying a password: by the account; Better Auth counts log-ins by address. @param account an address or an id */
    async logIn(c: Context<HttpEnv>, account: string): Promise<void> {
      await count(c, `account|${digest(account)}|password`, rules.account)
    },
    /** Asking an account's owner for the password again: by the asker's address and by the account. */
    async proof(c: Context<HttpEnv>, userId: string): Promise<void> {
      await count(c, `address|${deps.clientAddress(c)}|proof`, rules.logIn)
      await count(c, `account|${digest(userId)}|password`, rules.account)
    },
  }
}

/** @throws AppError always: `too_many_requests` with the seconds to wait, also in `Retry-After` */
export function tooManyRequests(c: Context<HttpEnv>, retryAfterSeconds: number): AppError {
  c.header('retry-after', String(retryAfterSeconds))
  return new AppError('too_many_requests', 'Too many tries. Wait a little and try again.', { retryAfterSeconds })
}

/** Who reads the table does not learn whose addresses were tried. */
function digest(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}
