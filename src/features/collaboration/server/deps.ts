import type { Db, Queryable } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { Mailer } from '#platform/server/mail.ts'

/** The dependencies of collaboration. */
export type CollaborationDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly mail: Pick<Mailer, 'send'>
  /** The public origin of the site. */
  readonly publicUrl: string
  /** `sells`: false on a site without plans. */
  readonly site: { readonly sells: boolean }
  /** Counts a request under `key` and checks the limit. `window` in seconds. */
  consumeRateLimit(
    key: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
  /** The owner's credits that each other user spent since a given time, by user id. */
  creditsSpentByMembers(q: Queryable, ownerId: string, since: Date): Promise<ReadonlyMap<string, number>>
  newId(): string
  now(): Date
}
