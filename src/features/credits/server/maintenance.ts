import { type Db, type Queryable, transaction } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import { auditDaily, driftOf } from './audit.ts'
import { claimUnnotifiedExpiries } from './expire-credits.ts'
import type { Ledger } from './ledger.ts'
import { creditsExpiringMail } from './mails.ts'

/** The dependencies of the maintenance of credits. */
export type CreditsMaintenanceDeps = {
  readonly db: Db
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly mail: Pick<Mailer, 'send'>
  readonly now: () => Date
  readonly publicUrl: string
  readonly ledger: Pick<Ledger, 'expire' | 'releaseExpired'>
  /** A user's address; undefined after the account is deleted. */
  readonly emailOf: (q: Queryable, userId: string) => Promise<string | undefined>
}

/** Releases credit holds that nobody settled, as after a crash. */
export async function releaseForgottenHolds({ db, log, ledger }: CreditsMaintenanceDeps): Promise<void> {
  const released = await transaction(db, (tx) => ledger.releaseExpired(tx))
  if (released > 0) log.warn({ released }, 'released unsettled credit holds')
}

/** Expires credits, mails about credits that expire soon, and audits the ledger once a day. */
export async function runCreditsMaintenance(deps: CreditsMaintenanceDeps): Promise<void> {
  const { db, log, mail, now, publicUrl, ledger, emailOf } = deps
  const expired = await transaction(db, (tx) => ledger.expire(tx))
  if (expired > 0) log.info({ expired }, 'credits expired')
  await transaction(db, async (tx) => {
    for (const expiring of await claimUnnotifiedExpiries(tx, now())) {
      const to = await emailOf(tx, expiring.userId)
      if (to !== undefined) await mail.send(tx, creditsExpiringMail(expiring, { to, publicUrl }))
    }
  })
  const audit = await auditDaily(db, now())
  if (audit !== undefined && driftOf(audit) > 0) log.error({ audit }, 'the credit ledger does not add up')
}
