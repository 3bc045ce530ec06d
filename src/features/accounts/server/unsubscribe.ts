import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import { ERROR_STATUS } from '#platform/shared/errors.ts'
import type { AuthDeps } from './deps.ts'
import { optOut } from './mail-opt-out-rows.ts'
import { rateLimitStorage } from './rate-limit.ts'
import { readUnsubscribeToken, unsubscribeKeyOf } from './unsubscribe-token.ts'

/** Why a link did not work, for its page. */
export type RefusedLink = { readonly status: number; readonly notice: string }

/** Tokens from one address that we did not sign. */
const WRONG = { window: 600, max: 20 }
/** Uses of the links of one account: a mail provider sends one for each click, from few addresses. */
const USES = { window: 3_600, max: 60 }

const INCOMPLETE =
  'This link does not work. Open it from the mail again, or log in and change which mails you get in your profile.'
const TOO_MANY = 'Too many attempts. Wait a few minutes and try again.'

/**
 * Receives the form of `/unsubscribe/:token`, and the one-click request of mail programs for the same address (RFC 8058).
 * Neither needs a log-in: the token turns off one kind of mails of one account, and does nothing else.
 */
export function receiveUnsubscribe(
  deps: Pick<AuthDeps, 'db' | 'now' | 'secret'> & { clientAddress(c: Context<HttpEnv>): string },
) {
  const key = unsubscribeKeyOf(deps.secret)
  const limits = rateLimitStorage(deps)
  return async (c: Context<HttpEnv>): Promise<Response | RefusedLink> => {
    const choice = readUnsubscribeToken(key, c.req.param('token') ?? '')
    const { allowed } = await (choice === undefined
      ? limits.consume(`address|${deps.clientAddress(c)}|unsubscribe`, WRONG)
      : limits.consume(`account|${choice.userId}|unsubscribe`, USES))
    if (!allowed) return { status: ERROR_STATUS.too_many_requests, notice: TOO_MANY }
    if (choice === undefined) return { status: ERROR_STATUS.not_found, notice: INCOMPLETE }
    await optOut(deps.db, { ...choice, at: deps.now() })
    const form = await c.req.parseBody()
    // RFC 8058 §3.1: a mail program follows no redirect.
    return form['List-Unsubscribe'] === 'One-Click' ? c.text('Unsubscribed.') : c.redirect('/unsubscribe/done', 303)
  }
}
