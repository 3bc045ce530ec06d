import { enforceRateLimit } from '#platform/server/rate-limit.ts'
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
  await enforceRateLimit(consumeRateLimit, {
    key: `invite|${ownerId}|${email}`,
    limit: MAILS_TO_ADDRESS,
    message: 'This address already received several mails. Ask them to look for one, or try again tomorrow.',
  })
  await enforceRateLimit(consumeRateLimit, {
    key: `invite|${ownerId}`,
    limit: MAILS_OF_OWNER,
    message: 'You have sent many invitations. Wait a moment, then continue.',
  })
}

/** @throws AppError `too_many_requests` */
export function consumeLinkLimit({ consumeRateLimit }: RateLimitDeps, address: string): Promise<void> {
  return enforceRateLimit(consumeRateLimit, {
    key: `invitation|${address}`,
    limit: LINKS,
    message: 'Too many attempts. Wait a minute, then try again.',
  })
}
