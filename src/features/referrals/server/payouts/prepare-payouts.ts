import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { siteName } from '#platform/shared/product.ts'
import { payoutObstacle } from '../../model/index.ts'
import { payoutMethodMissingMail } from '../mails.ts'
import type { PayoutDeps } from '../deps.ts'
import { lockMoneyOf } from './payout-lines.ts'
import { inTransaction } from '../in-transaction.ts'

type Waiting = Readonly<z.infer<typeof Waiting>>
const Waiting = z.object({ affiliateId: z.string(), currency: z.string() })

/**
 * Prepares a payout per affiliate and currency with enough approved commission. Its lines list the commissions, each in
 * only one payout. Idempotent and safe to run concurrently.
 * @param deps.tx one transaction for everything; by default each payout has its own
 * @param o.period the month of the batch, `2026-11`
 * @param o.isByHand whether the operator asked: then payouts cancelled this month are prepared again
 * @returns the number of new payouts
 */
export async function preparePayouts(
  deps: PayoutDeps & { readonly tx?: Tx | undefined },
  { period, isByHand }: { period: string; isByHand: boolean },
): Promise<number> {
  const rows = await queryRows(
    deps.tx ?? deps.db,
    Waiting,
    `select c.affiliate_id, c.currency
     from commissions c join affiliates a on a.user_id = c.affiliate_id and a.state = 'active'
     where c.state = 'approved' and not exists (select 1 from payout_lines where commission_id = c.id)
       and ($2 or not exists (
         select 1 from payouts where affiliate_id = c.affiliate_id and currency = c.currency and period = $1))
     group by 1, 2 having sum(c.amount - c.reversed) > 0 order by 1, 2`,
    [period, isByHand],
  )
  let prepared = 0
  for (const waiting of rows) {
    if (await inTransaction(deps.db, deps.tx)((tx) => prepareOne(tx, deps, { ...waiting, period }))) prepared += 1
  }
  if (prepared > 0) deps.log.info({ prepared, period }, 'prepared payouts')
  return prepared
}

type Settings = Readonly<z.infer<typeof Settings>>
const Settings = z.object({
  method: z.unknown(),
  country: z.string(),
  taxId: z.string().nullable(),
  thresholdCents: z.number(),
  frozenUntil: z.date().nullable(),
})

const PreparedRow = z.object({ id: z.string(), amount: z.number() })

async function prepareOne(tx: Tx, deps: PayoutDeps, o: Waiting & { period: string }): Promise<boolean> {
  const { affiliateId, currency, period } = o
  await lockMoneyOf(tx, affiliateId)
  const settings = await settingsOf(tx, affiliateId)
  const ready = await queryRows(
    tx,
    PreparedRow,
    `select id, amount - reversed as amount from commissions c
     where affiliate_id = $1 and currency = $2 and state = 'approved'
       and not exists (select 1 from payout_lines where commission_id = c.id)
     order by id for update`,
    [affiliateId, currency],
  )
  const cents = ready.reduce((sum, { amount }) => sum + amount, 0)
  const obstacle = payoutObstacle({ cents, currency, settings, now: deps.now() })
  if (obstacle === 'no_method') await sendMethodMissingMail(tx, deps, { ...o, cents })
  if (obstacle !== null || settings === null || cents <= 0) return false
  const payoutId = deps.newId()
  const changed = await execute(
    tx,
    `insert into payouts (id, affiliate_id, period, currency, amount, method, country, tax_id, prepared_at, issuer, tax_note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      payoutId,
      affiliateId,
      period,
      currency,
      cents,
      settings.method,
      settings.country,
      settings.taxId,
      deps.now(),
      deps.programme.issuer ?? `${siteName()}; ${deps.publicUrl}`,
      deps.programme.taxNote,
    ],
  )
  if (changed === 0) return false
  await execute(
    tx,
    `insert into payout_lines (payout_id, commission_id, amount)
     select $1, * from unnest($2::uuid[], $3::integer[])`,
    [payoutId, ready.map(({ id }) => id), ready.map(({ amount }) => amount)],
  )
  return true
}

async function settingsOf(tx: Tx, affiliateId: string): Promise<Settings | null> {
  const row = await findRow(
    tx,
    Settings,
    `select method, country, tax_id, threshold_cents, frozen_until
     from payout_settings where affiliate_id = $1`,
    [affiliateId],
  )
  return row ?? null
}

async function sendMethodMissingMail(
  tx: Tx,
  deps: PayoutDeps,
  o: Waiting & { period: string; cents: number },
): Promise<void> {
  const to = await deps.emailOf(tx, o.affiliateId)
  if (to === undefined) return
  const mail = payoutMethodMissingMail({ to, amount: o.cents, currency: o.currency, publicUrl: deps.publicUrl })
  await deps.mail.send(tx, { ...mail, key: `payout-method:${o.affiliateId}:${o.period}` })
}
