import type { OptionalMailer } from '#features/accounts/server/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { PlanLimits } from '#features/billing/server/index.ts'
import type { Events } from '#platform/server/events.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { ConsumeRateLimit } from '#platform/server/rate-limit.ts'

/** Something that a person did in a video. */
export type StoredAction = { readonly userId: string; readonly projectId: string; readonly at: Date }
type ActionQuery = { readonly projectIds: readonly string[]; readonly userIds: readonly string[] }
type SpendingQuery = { readonly userId: string; readonly actorId: string; readonly since: Date }

/** The dependencies of collaboration. */
export type CollaborationDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly mail: Pick<Mailer, 'send'>
  readonly optionalMail: OptionalMailer
  /** The public origin of the site. */
  readonly publicUrl: string
  /** What applies to an owner, with the number of collaborators. */
  readonly limits: Pick<PlanLimits, 'termsOf'>
  /** `sells`: false on a site without plans. */
  readonly site: { readonly sells: boolean }
  readonly consumeRateLimit: ConsumeRateLimit
  /** The owner's credits that others spent since a given time, by person and month; newest month first. */
  spendingByMember(
    q: Queryable,
    ownerId: string,
    since: Date,
  ): Promise<readonly { readonly actorId: string; readonly month: string; readonly credits: number }[]>
  /** The owner's (`userId`) credits that a person spent since a time or has on hold. */
  memberSpending(q: Queryable, o: SpendingQuery): Promise<number>
  /** The same, and locks the owner's account until the transaction ends. */
  lockMemberSpending(tx: Tx, o: SpendingQuery): Promise<number>
  /** The videos of an owner, newest first. */
  listProjects(q: Queryable, ownerId: string): Promise<readonly { readonly id: string; readonly title: string }[]>
  lastEdits(
    q: Queryable,
    o: ActionQuery,
  ): Promise<readonly (StoredAction & { readonly kind: 'edited' | 'suggested' })[]>
  lastComments(q: Queryable, o: ActionQuery): Promise<readonly StoredAction[]>
  lastRuns(q: Queryable, o: ActionQuery): Promise<readonly StoredAction[]>
  newId(): string
  now(): Date
}
