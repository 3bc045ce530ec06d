import { enforceRateLimit, type RateLimit } from '#platform/server/rate-limit.ts'
import { formatWait } from '#platform/shared/format/durations.ts'
import type { ReviewDeps } from './deps.ts'

/** Comments of one account. */
const COMMENTS = { window: 60, max: 30 }
/** Comments of guests from one address. */
const GUEST_COMMENTS = { window: 60, max: 10 }
/** Comments of all guests of one link. */
const LINK_COMMENTS = { window: 3_600, max: 300 }
/** Decisions from one address, and of one account. */
const DECISIONS = { window: 3_600, max: 20 }
/** Mails about comments to one person. */
const MAILS = { window: 3_600, max: 20 }
/** Unknown tokens from one address, against guessing. */
const GUESSES = { window: 600, max: 30 }
/** Passwords for one link, from one address and in all. */
const PASSWORDS = { window: 900, max: 10 }
const LINK_PASSWORDS = { window: 900, max: 100 }

type Deps = Pick<ReviewDeps, 'consumeRateLimit'>

/** @throws AppError `too_many_requests` */
export async function consumeCommentLimit(deps: Deps, userId: string): Promise<void> {
  await consume(deps, `review-comment|${userId}`, COMMENTS)
}

/** @throws AppError `too_many_requests` */
export async function consumeGuestCommentLimit(deps: Deps, linkId: string, address: string): Promise<void> {
  await consume(deps, `review-guest|${linkId}|${address}`, GUEST_COMMENTS)
  await consume(deps, `review-guest|${linkId}`, LINK_COMMENTS)
}

/** @throws AppError `too_many_requests` */
export async function consumeDecisionLimit(deps: Deps, linkId: string, address: string): Promise<void> {
  await consume(deps, `review-decision|${linkId}|${address}`, DECISIONS)
}

/** @throws AppError `too_many_requests` */
export async function consumeOwnDecisionLimit(deps: Deps, userId: string): Promise<void> {
  await consume(deps, `review-decision|${userId}`, DECISIONS)
}

/** Counts an unknown token. @throws AppError `too_many_requests` */
export async function consumeGuessLimit(deps: Deps, address: string): Promise<void> {
  await consume(deps, `review-link|${address}`, GUESSES)
}

/** Counts an attempt before the password is checked, which takes long. @throws AppError `too_many_requests` */
export async function consumePasswordLimit(deps: Deps, linkId: string, address: string): Promise<void> {
  await consume(deps, `review-password|${linkId}|${address}`, PASSWORDS)
  await consume(deps, `review-password|${linkId}`, LINK_PASSWORDS)
}

/** Whether a person may get another mail about comments. */
export async function mayMail({ consumeRateLimit }: Deps, userId: string): Promise<boolean> {
  return (await consumeRateLimit(`review-mail|${userId}`, MAILS)).allowed
}

function consume({ consumeRateLimit }: Deps, key: string, limit: RateLimit): Promise<void> {
  return enforceRateLimit(consumeRateLimit, {
    key,
    limit,
    message: (waitSeconds) => `Too many attempts. Try again in ${formatWait(waitSeconds * 1_000)}.`,
  })
}
