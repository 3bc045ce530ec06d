import type { OptionalMailer } from '#features/accounts/server/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { Programme } from '../model/index.ts'
import type { ConsumeRateLimit } from '#platform/server/rate-limit.ts'

/** The dependencies of the affiliate programme. */
export type ReferralsDeps = {
  readonly db: Db
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
  /** The operator's settings of the programme. */
  readonly programme: Programme
  readonly mail: Pick<Mailer, 'send'>
  readonly optionalMail: OptionalMailer
  /** A user's address; undefined after the account is deleted. */
  readonly emailOf: (db: Queryable, userId: string) => Promise<string | undefined>
  /** Whether this account has a session from that IP address. */
  readonly hasUsedIp: (tx: Tx, o: { userId: string; address: string }) => Promise<boolean>
  /** The ids of users who paid with a card, given by its hash. */
  readonly usersByCardHash: (tx: Tx, card: string) => Promise<readonly string[]>
  /** @throws AppError `forbidden` without the password or a fresh log-in */
  readonly requireReauthentication: (o: { caller: Caller; password: string | undefined }) => Promise<void>
  /** Checks in a transaction that the reauthentication is still valid. @throws AppError `unauthorized` */
  readonly lockSession: (tx: Tx, caller: Caller) => Promise<void>
  readonly consumeRateLimit: ConsumeRateLimit
}

/** The dependencies of commissions. */
export type CommissionDeps = Pick<
  ReferralsDeps,
  'log' | 'now' | 'newId' | 'mail' | 'emailOf' | 'publicUrl' | 'programme' | 'usersByCardHash'
>

/** The dependencies of payouts. */
export type PayoutDeps = CommissionDeps & Pick<ReferralsDeps, 'db'>
