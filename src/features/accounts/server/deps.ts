import type { Db, Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { Caller, DefectLog } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { MediaRunner } from '#platform/server/sandbox.ts'
import type { MobileApps, SignUpExtras } from '../model/index.ts'
import type { ProviderSettings } from './providers.ts'
import type { RateLimits } from './rate-limit.ts'

/** A user as other features hear of them, in the transaction that makes them. */
export type CreatedUser = {
  readonly userId: string
  /** Only when the account is being made now, and something came along. */
  readonly extras?: SignUpExtras
  /** The address they signed up from; only when the account is being made now. */
  readonly address?: string | undefined
}

/** What signing in needs from outside. */
export type AuthDeps = {
  readonly db: Db
  readonly log: DefectLog
  readonly now: () => Date
  readonly newId: () => string
  /** Signs the cookies, at least 32 characters. */
  readonly secret: string
  /** Where people reach the site, without a path: `https://wordpop.example`. */
  readonly publicUrl: string
  /** The default suits people; tests of other things want more. */
  readonly rateLimits?: Partial<RateLimits>
  /** Identity providers people may sign in with; none is usual. */
  readonly providers: readonly ProviderSettings[]
  /** Mails go out exactly when the transaction they are sent in commits. */
  readonly mail: Pick<Mailer, 'send'>
  /** Runs in the transaction that makes the user, and again when the record is loaded: must be safe to repeat. */
  onUserCreated(tx: Tx, user: CreatedUser): Promise<void>
}

/** What the accounts need besides. */
export type AccountsDeps = AuthDeps & {
  readonly files: FileStore
  readonly jobs: Pick<JobQueue, 'enqueue'>
  readonly media: Pick<MediaRunner, 'run'>
  /** The apps that open reset links. */
  readonly mobileApps: MobileApps
  /** Runs in the transaction that deletes an account: whoever keeps something of the person ends it here. */
  onUserDeleted(tx: Tx, user: { userId: string }): Promise<void>
  /** What other features keep about a person, by name, for the export of their data. */
  dataOf(caller: Caller): Promise<Readonly<Record<string, unknown>>>
}
