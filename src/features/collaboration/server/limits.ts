import { AppError } from '#platform/shared/errors.ts'
import type { CollaborationDeps } from './deps.ts'

/** Invitations one owner may mail in a while, new and again. */
const MAILS_OF_OWNER = { window: 3_600, max: 30 }
/** Mails one owner may send to one address in a while. */
const MAILS_TO_ADDRESS = { window: 43_200, max: 5 }
/** Links one address may try in a while: nobody guesses one, and nobody may try to. */
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
    throw tooMany('This address got several mails already. Ask them to look for it, or try again tomorrow.', to)
  const all = await consumeRateLimit(`invite|${ownerId}`, MAILS_OF_OWNER)
  if (!all.allowed) throw tooMany('You have sent many invitations. Wait a little, then go on.', all)
}

/** @throws AppError `too_many_requests` */
export async function consumeLinkLimit({ consumeRateLimit }: RateLimitDeps, address: string): Promise<void> {
  const links = await consumeRateLimit(`invitation|${address}`, LINKS)
  if (!links.allowed) throw tooMany('Too many tries. Wait a minute, then try again.', links)
}

function tooMany(message: string, { retryAfter }: { retryAfter: number | null }): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds: retryAfter ?? LINKS.window })
}
