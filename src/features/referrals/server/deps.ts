import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { Programme } from '../model/index.ts'

/** What the affiliate programme works with. */
export type ReferralsDeps = {
  readonly db: Db
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
  /** How the operator runs the programme. */
  readonly programme: Programme
  readonly mail: Pick<Mailer, 'send'>
  /** Where a user is written to; undefined for one who deleted the account. */
  readonly emailOf: (db: Queryable, userId: string) => Promise<string | undefined>
  /** Was this account used from that address lately? */
  readonly hasUsedIp: (tx: Tx, o: { userId: string; address: string }) => Promise<boolean>
  /** Everybody who paid with a card, by user id; the card is a hash. */
  readonly usersByCardHash: (tx: Tx, card: string) => Promise<readonly string[]>
  /** @throws AppError `forbidden` unless the caller proves by the password or a fresh log-in who they are */
  readonly requireReauthentication: (o: { caller: Caller; password: string | undefined }) => Promise<void>
  /** Makes sure in the transaction that acts on a proof that nothing made it worthless since. @throws AppError `unauthorized` */
  readonly lockSession: (tx: Tx, caller: Caller) => Promise<void>
  /** Counts one try under `key`; `window` in seconds. */
  readonly consumeRateLimit: (
    key: string,
    rule: { window: number; max: number },
  ) => Promise<{ allowed: boolean; retryAfter: number | null }>
}

/** What commissions work with. */
export type CommissionDeps = Pick<
  ReferralsDeps,
  'log' | 'now' | 'newId' | 'mail' | 'emailOf' | 'publicUrl' | 'programme' | 'usersByCardHash'
>

/** What payouts work with. */
export type PayoutDeps = CommissionDeps & Pick<ReferralsDeps, 'db'>
