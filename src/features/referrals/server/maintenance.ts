import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { monthOf, monthStart } from '../model/index.ts'
import { approveDue } from './commission-states.ts'
import type { ReferralsDeps } from './deps.ts'
import { firstReferralMail, monthlySummaryMail } from './mails.ts'
import { preparePayouts } from './payouts/prepare-payouts.ts'
import { dashboardOf } from './statistics.ts'

/** The last day of the month to prepare its batch, in UTC: a machine that was off on the first catches up. */
const LAST_PAYOUT_DAY = 3

/**
 * The maintenance of the programme, safe to run concurrently: approves due commissions, mails first referrals, and in
 * the first days of a month prepares payouts and mails summaries.
 */
export async function runReferralsMaintenance(
  deps: Omit<ReferralsDeps, 'consumeRateLimit' | 'requireReauthentication' | 'lockSession' | 'hasUsedIp'>,
): Promise<void> {
  const now = deps.now()
  await approveDue(deps.db, now)
  await sendFirstReferralMails(deps, now)
  if (now.getUTCDate() > LAST_PAYOUT_DAY) return
  await preparePayouts(deps, { period: monthOf(now), isByHand: false })
  await sendSummaries(deps, now)
}

type NotificationDeps = Pick<ReferralsDeps, 'db' | 'optionalMail' | 'emailOf' | 'publicUrl'>

/** Summaries per run; the next minute sends more. */
const SUMMARIES_AT_ONCE = 50

const IdRow = z.object({ id: z.string() })

async function sendSummaries(deps: NotificationDeps, now: Date): Promise<void> {
  const month = monthOf(monthStart(now, -1))
  const rows = await queryRows(
    deps.db,
    IdRow,
    `select user_id as id from affiliates a where state = 'active' and summary_of is distinct from $1
       and exists (select 1 from referrals where affiliate_id = a.user_id and counted_at is not null)
     limit ${SUMMARIES_AT_ONCE}`,
    [month],
  )
  for (const { id } of rows) await sendSummary(deps, { id, month, now })
}

async function sendSummary(
  deps: NotificationDeps,
  { id, month, now }: { id: string; month: string; now: Date },
): Promise<void> {
  const { lastMonth, currency, balances } = await dashboardOf(deps.db, id, now)
  await transaction(deps.db, async (tx) => {
    const marked = await execute(
      tx,
      'update affiliates set summary_of = $2 where user_id = $1 and summary_of is distinct from $2',
      [id, month],
    )
    const to = await deps.emailOf(tx, id)
    if (marked === 0 || to === undefined) return
    const { total: referrals, conversions, commission: amount } = lastMonth
    // This month's batch has just been prepared: its payouts are what comes next.
    const approved = balances.find((balance) => balance.currency === currency)?.approved ?? 0
    const about = { month, referrals, conversions, amount, approved, currency }
    const mail = monthlySummaryMail({ ...about, to, publicUrl: deps.publicUrl })
    await deps.optionalMail.send(tx, { userId: id, kind: 'referrals' }, mail)
  })
}

async function sendFirstReferralMails(deps: NotificationDeps, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const rows = await queryRows(
      tx,
      IdRow,
      `update affiliates set first_referral_told_at = $1 where user_id in (
         select user_id from affiliates a where first_referral_told_at is null and state = 'active'
           and exists (select 1 from referrals where affiliate_id = a.user_id and counted_at is not null)
         limit 100 for update skip locked)
       returning user_id as id`,
      [now],
    )
    for (const { id } of rows) {
      const to = await deps.emailOf(tx, id)
      const mail = to && firstReferralMail({ to, publicUrl: deps.publicUrl })
      if (mail) await deps.optionalMail.send(tx, { userId: id, kind: 'referrals' }, mail)
    }
  })
}
