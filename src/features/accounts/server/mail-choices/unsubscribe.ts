import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import type { RefusedForm } from '#platform/server/http/refused-form.ts'
import { ERROR_STATUS } from '#platform/shared/errors.ts'
import { formatWait } from '#platform/shared/format/durations.ts'
import type { AuthDeps } from '../deps.ts'
import { optOut } from './mail-opt-out-rows.ts'
import { rateLimitStorage } from '../rate-limit.ts'
import { readUnsubscribeToken, unsubscribeKeyOf } from './unsubscribe-token.ts'

/** Tokens from one address that we did not sign. */
const WRONG = { window: 600, max: 20 }
/** Uses of the links of one account: a mail provider sends one for each click, from few addresses. */
const USES = { window: 3_600, max: 60 }

const INCOMPLETE =
  'This link does not work. Open it from the mail again, or log in and change which mails you get in your profile.'

/**
 * Receives the form of `/unsubscribe/:token`, and the one-click request of mail programs for the same address (RFC 8058).
 * Neither needs a log-in: the token turns off one kind of mails of one account, and does nothing else.
 */
export function receiveUnsubscribe(
  deps: Pick<AuthDeps, 'db' | 'now' | 'secret'> & { clientAddress(c: Context<HttpEnv>): string },
) {
  const secret = unsubscribeKeyOf(deps.secret)
  const limits = rateLimitStorage(deps)
  return async (c: Context<HttpEnv>): Promise<Response | RefusedForm> => {
    const choice = readUnsubscribeToken(secret, c.req.param('token') ?? '')
    const [key, rule] =
      choice === undefined
        ? [`address|${deps.clientAddress(c)}|unsubscribe`, WRONG]
        : [`account|${choice.userId}|unsubscribe`, USES]
    const { allowed, retryAfter } = await limits.consume(key, rule)
    if (!allowed) return tooMany(retryAfter ?? rule.window)
    if (choice === undefined) return { status: ERROR_STATUS.not_found, notice: INCOMPLETE }
    // A body that cannot be read is no one-click request: its sender gets the page.
    const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
    await optOut(deps.db, { ...choice, at: deps.now() })
    // RFC 8058 §3.1: a mail program follows no redirect.
    return form['List-Unsubscribe'] === 'One-Click' ? c.text('Unsubscribed.') : c.redirect('/unsubscribed', 303)
  }
}

function tooMany(retryAfterS: number): RefusedForm {
  const notice = `Too many attempts. Try again in ${formatWait(retryAfterS * 1_000)}.`
  return { status: ERROR_STATUS.too_many_requests, notice, retryAfterS }
}
