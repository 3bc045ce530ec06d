import type { Db, Queryable } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { Mailer } from '#platform/server/mail.ts'

/** What collaboration needs from outside. */
export type CollaborationDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly mail: Pick<Mailer, 'send'>
  /** Where people reach the site, without a path. */
  readonly publicUrl: string
  /** Counts a request under `key`, and says whether it is one too many. `window` in seconds. */
  consumeRateLimit(
    key: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
  /** Credits that each other person spent of the owner's since a moment, by their id. */
  creditsSpentByMembers(q: Queryable, ownerId: string, since: Date): Promise<ReadonlyMap<string, number>>
  newId(): string
  now(): Date
}
