import { z } from 'zod'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Affiliate, Application, type JoinForm, normalizeUsername, usernameProblem } from '../model/index.ts'
import { affiliateOf, admitAffiliate } from './affiliates.ts'
import type { ReferralsDeps } from './deps.ts'
import { applicationReceivedMail, joinedMail } from './mails.ts'

/** The dependencies of joining. */
export type JoinDeps = Pick<ReferralsDeps, 'db' | 'now' | 'mail' | 'emailOf' | 'publicUrl' | 'programme'>

/**
 * Makes a user an affiliate with a code, or stores their application for the operator, in one transaction.
 * @returns null while the application is pending
 * @throws AppError `unprocessable` for a malformed or reserved name; `conflict` for a taken one, and for a user who
 *   applied or joined under another name
 */
export async function join(
  deps: JoinDeps,
  { userId, ...form }: { userId: string } & Omit<JoinForm, 'acceptsTerms'>,
): Promise<Affiliate | null> {
  const username = normalizeUsername(form.username)
  const problem = usernameProblem(username)
  if (problem !== null) throw new AppError('unprocessable', problem, { field: 'username' })
  return transaction(deps.db, async (tx) => {
    const isWaiting = deps.programme.approval === 'operator' && (await affiliateOf(tx, userId)) === null
    const isNew = await storeApplication(tx, deps, { ...form, userId, username, isWaiting })
    if (isWaiting) {
      if (isNew) await sendReceivedMail(tx, deps, { userId, username })
      else await rejectOtherUsername(tx, { userId, username })
      return null
    }
    const affiliate = await admitAffiliate(tx, deps, { userId, username })
    if (affiliate.isNew) await sendWelcome(tx, deps, { userId, username })
    return affiliate.record
  })
}

const Row = Application.extend({ appliedAt: z.date().transform((at) => at.toISOString()) })

/** A user's application; null if there is none. */
export async function applicationOf(q: Queryable, userId: string): Promise<Application | null> {
  const row = await findRow(
    q,
    Row,
    `select username, channel, country, terms_version, terms_accepted_at as applied_at, state, reason
     from affiliate_applications where user_id = $1`,
    [userId],
  )
  return row ?? null
}

/** Mails a new affiliate their link. */
export async function sendWelcome(tx: Tx, deps: JoinDeps, o: { userId: string; username: string }): Promise<void> {
  const to = await deps.emailOf(tx, o.userId)
  if (to === undefined) return
  const { publicUrl, programme } = deps
  await deps.mail.send(tx, joinedMail({ to, publicUrl, referralUsername: o.username, windowMs: programme.windowMs }))
}

/** @returns false if the user has an application that was not rejected, or the account was deleted */
async function storeApplication(
  tx: Tx,
  { now, programme }: JoinDeps,
  o: { userId: string; username: string; channel: string; country: string; isWaiting: boolean },
): Promise<boolean> {
  if (o.isWaiting) await rejectTakenUsername(tx, o)
  const at = now()
  const changed = await execute(
    tx,
    `insert into affiliate_applications as existing (user_id, username, channel, country, terms_version, terms_accepted_at,
       state, decided_by, decided_at, created_at)
     select id, $2, $3, $4, $5, $6, $7, $8, $9, $6 from users where id = $1 and deleted_at is null for key share
     on conflict (user_id) do update set username = excluded.username, channel = excluded.channel,
       country = excluded.country, terms_version = excluded.terms_version,
       terms_accepted_at = excluded.terms_accepted_at, state = excluded.state, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at, reason = null
     where existing.state = 'rejected' or (existing.state = 'applied' and excluded.state = 'approved')`,
    [
      o.userId,
      o.username,
      o.channel,
      o.country,
      programme.termsVersion,
      at,
      ...(o.isWaiting ? ['applied', null, null] : ['approved', 'automatic', at]),
    ],
  )
  return changed === 1
}

/** Locks the name first, so that of two users who request it the second sees the first. */
async function rejectTakenUsername(tx: Tx, { userId, username }: { userId: string; username: string }): Promise<void> {
  await execute(tx, "select pg_advisory_xact_lock(hashtextextended('affiliate name ' || $1, 0))", [username])
  const found = await execute(
    tx,
    `select 1 from affiliate_usernames where username = $1
     union all
     select 1 from affiliate_applications where username = $1 and state = 'applied' and user_id <> $2`,
    [username, userId],
  )
  if (found > 0) throw new AppError('conflict', 'This username is taken.', { field: 'username' })
}

async function rejectOtherUsername(tx: Tx, { userId, username }: { userId: string; username: string }): Promise<void> {
  const existing = await applicationOf(tx, userId)
  if (existing === null) throw new AppError('not_found', 'User not found')
  if (existing.username !== username)
    throw new AppError('conflict', `You have already applied, as ${existing.username}.`)
}

async function sendReceivedMail(tx: Tx, deps: JoinDeps, o: { userId: string; username: string }): Promise<void> {
  const to = await deps.emailOf(tx, o.userId)
  if (to === undefined) return
  await deps.mail.send(tx, applicationReceivedMail({ to, publicUrl: deps.publicUrl, referralUsername: o.username }))
}
