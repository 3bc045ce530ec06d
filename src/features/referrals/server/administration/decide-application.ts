import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { admitAffiliate } from '../affiliates.ts'
import { type JoinDeps, sendWelcome } from '../applications.ts'
import { applicationRejectedMail } from '../mails.ts'
import { inTransaction } from '../in-transaction.ts'

/** An applicant who waits for a decision. */
export type WaitingApplication = Readonly<z.infer<typeof WaitingApplication>>
const WaitingApplication = z.object({
  userId: z.string(),
  email: z.string(),
  username: z.string(),
  channel: z.string(),
  country: z.string(),
  termsVersion: z.string(),
  appliedAt: z.date(),
})

/**
 * The operator's decisions about applications; users have no access.
 * @param tx the transaction to use; a new one by default
 */
export function applicationDecisions(deps: JoinDeps, tx?: Tx) {
  const run = inTransaction(deps.db, tx)
  return {
    /** Pending applications, oldest first. */
    async applications(): Promise<WaitingApplication[]> {
      return queryRows(
        tx ?? deps.db,
        WaitingApplication,
        `select a.user_id, u.email, a.username, a.channel, a.country, a.terms_version,
           a.terms_accepted_at as applied_at
         from affiliate_applications a join users u on u.id = a.user_id
         where a.state = 'applied' order by a.terms_accepted_at, a.user_id`,
      )
    },

    /** Makes an applicant an affiliate. @throws AppError `conflict` if it is already decided */
    accept: (userId: string, by: string): Promise<void> =>
      run(async (on) => {
        const username = await decide(on, deps, { userId, by, state: 'approved', reason: null })
        await admitAffiliate(on, deps, { userId, username })
        await sendWelcome(on, deps, { userId, username })
      }),

    /** Rejects an applicant and mails them the reason. @throws AppError `conflict` if it is already decided */
    refuse: (userId: string, o: { by: string; reason: string }): Promise<void> =>
      run(async (on) => {
        await decide(on, deps, { userId, ...o, state: 'rejected' })
        const to = await deps.emailOf(on, userId)
        if (to === undefined) return
        await deps.mail.send(on, applicationRejectedMail({ to, publicUrl: deps.publicUrl, reason: o.reason }))
      }),
  }
}

const UsernameRow = z.object({ username: z.string() })

/** @returns the requested name */
async function decide(
  tx: Tx,
  { now }: JoinDeps,
  o: { userId: string; by: string; state: 'approved' | 'rejected'; reason: string | null },
): Promise<string> {
  const application = await findRow(
    tx,
    UsernameRow,
    `update affiliate_applications set state = $2, decided_by = $3, decided_at = $4, reason = $5
     where user_id = $1 and state = 'applied' returning username`,
    [o.userId, o.state, o.by, now(), o.reason],
  )
  if (application === undefined) throw new AppError('conflict', 'This application is already decided.')
  return application.username
}

const ApplicationRow = z.object({ state: z.string(), username: z.string() })

/** The state of an application, locked. @throws AppError `not_found` */
export async function lockApplication(tx: Tx, userId: string): Promise<{ state: string; username: string }> {
  const application = await findRow(
    tx,
    ApplicationRow,
    'select state, username from affiliate_applications where user_id = $1 for update',
    [userId],
  )
  if (application === undefined) throw new AppError('not_found', 'Application not found')
  return application
}
