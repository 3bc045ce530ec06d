import { AppError } from '#platform/shared/errors.ts'
import type { CollaborationDeps } from './deps.ts'

/** The limit on an owner's invitation mails. */
const MAILS_OF_OWNER = { window: 3_600, max: 30 }
/** The limit on an owner's mails to one address. */
const MAILS_TO_ADDRESS = { window: 43_200, max: 5 }
/** The limit on link attempts from one address, against guessing. */
const LINKS = { window: 60, max: 60 }

type RateLimitDeps = Pick<CollaborationDeps, 'consumeRateLimit'>

/** @throws AppError `too_many_requests` */
export async function consumeMailLimit(
  { consumeRateLimit }: RateLimitDeps,
  ownerId: string,
  email: string,
): Promise<void> {
  const to = await consumeRateLimit(`invite|${ownerId}|${email}`, MAILS_TO_ADDRESS)
  if (!to.allowed)
    throw tooMany('This address already received several mails. Ask them to look for one, or try again tomorrow.', to)
  const all = await consumeRateLimit(`invite|${ownerId}`, MAILS_OF_OWNER)
  if (!all.allowed) throw tooMany('You have sent many invitations. Wait a moment, then continue.', all)
}

/** @throws AppError `too_many_requests` */
export async function consumeLinkLimit({ consumeRateLimit }: RateLimitDeps, address: string): Promise<void> {
  const links = await consumeRateLimit(`invitation|${address}`, LINKS)
  if (!links.allowed) throw tooMany('Too many attempts. Wait a minute, then try again.', links)
}

function tooMany(message: string, { retryAfter }: { retryAfter: number | null }): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds: retryAfter ?? LINKS.window })
}
