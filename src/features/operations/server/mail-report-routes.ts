import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { type HttpEnv, router } from '#platform/server/http.ts'
import type { OpenMail } from '#platform/server/mail.ts'
import { type ConsumeRateLimit, enforceRateLimit, type RateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'

/** Reports in a minute from everybody together: a mailing to tens of thousands of dead addresses fits into an hour. */
const REPORTS = { window: 60, max: 600 }
/** Wrong tokens in ten minutes from one address. */
const WRONG_TOKENS = { window: 600, max: 20 }

type Deps = {
  readonly mail: Pick<OpenMail, 'receiveReport'>
  /** The setting `MAIL_REPORTS_TOKEN`; without it the route does not exist. */
  readonly token: string | undefined
  readonly clientAddress: (c: Context<HttpEnv>) => string
  readonly consumeRateLimit: ConsumeRateLimit
}

/**
 * `POST /api/mail-reports`: a mail server hands over each message to the bounce address, whole, as it is. The answer says
 * whether it counted. A message that is no report is answered with 200 too: it must not come back.
 */
export function mailReportRoutes(deps: Deps): Hono<HttpEnv> {
  return router().post('/', async (c) => {
    await requireToken(c, deps)
    await count(deps, 'mail-reports', REPORTS)
    return c.json(await deps.mail.receiveReport(new Uint8Array(await c.req.arrayBuffer())))
  })
}

async function requireToken(c: Context<HttpEnv>, deps: Deps): Promise<void> {
  if (deps.token === undefined) throw new AppError('not_found', 'Not found')
  const [, given = ''] = /^Bearer (.+)$/iu.exec(c.req.header('authorization') ?? '') ?? []
  if (timingSafeEqual(digest(given), digest(deps.token))) return
  await count(deps, `address|${deps.clientAddress(c)}|mail-reports`, WRONG_TOKENS)
  c.header('www-authenticate', 'Bearer')
  throw new AppError('unauthorized', 'This needs the token of MAIL_REPORTS_TOKEN.')
}

/** @throws AppError `too_many_requests` */
function count(deps: Deps, key: string, limit: RateLimit): Promise<void> {
  return enforceRateLimit(deps.consumeRateLimit, {
    key,
    limit,
    message: 'Too many reports. Wait a moment and try again.',
  })
}

/** Hashes to a fixed length, for a constant-time comparison. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
