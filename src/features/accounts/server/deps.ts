import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { Caller, DefectLog } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { MobileApps, SignUpExtras } from '../model/index.ts'
import type { DomainProviders } from './domain-providers/open-domain-providers.ts'
import type { ProviderSettings } from './providers/providers.ts'
import type { RateLimits } from './rate-limit.ts'

/** A new user as other features receive it, in the transaction that creates the user. */
export type CreatedUser = {
  readonly userId: string
  /** Only set during the sign-up. */
  readonly extras?: SignUpExtras
  /** The IP address of the sign-up; only set during the sign-up. */
  readonly address?: string | undefined
}

/** The dependencies of signing in. */
export type AuthDeps = {
  readonly db: Db
  readonly log: DefectLog
  readonly now: () => Date
  readonly newId: () => string
  /** Signs the cookies; at least 32 characters. */
  readonly secret: string
  /** The public origin of the site: `https://wordpop.example`. */
  readonly publicUrl: string
  /** The defaults are meant for people; some tests need higher limits. */
  readonly rateLimits?: Partial<RateLimits>
  /** The identity providers on offer; none by default. */
  readonly providers: readonly ProviderSettings[]
  /** The providers that operators set for domains of addresses. */
  readonly domainProviders: DomainProviders
  /** Mails are sent if and when their transaction commits. */
  readonly mail: Pick<Mailer, 'send'>
  /** Why no account can get an address, as a sentence; undefined if one can. Accounts that have it keep it. */
  addressProblem(q: Queryable, email: string): Promise<string | undefined>
  /** Runs in the transaction that creates the user, and again when the record is loaded; must be idempotent. */
  onUserCreated(tx: Tx, user: CreatedUser): Promise<void>
}

/** The further dependencies of accounts. */
export type AccountsDeps = AuthDeps & {
  readonly files: FileStore
  readonly jobs: Pick<JobQueue, 'enqueue' | 'pause' | 'resume'>
  readonly media: Pick<MediaRunner, 'run'>
  /** The apps that open password-reset links. */
  readonly mobileApps: MobileApps
  /** Whether the user is an operator who needs a second factor. */
  mustKeepSecondFactor(caller: Caller): Promise<boolean>
  /** Runs in the transaction that deletes an account; other features delete their data here. */
  onUserDeleted(tx: Tx, user: { userId: string }): Promise<void>
  /** The data of other features about a user, by name, for the data export. */
  dataOf(caller: Caller): Promise<Readonly<Record<string, unknown>>>
}
