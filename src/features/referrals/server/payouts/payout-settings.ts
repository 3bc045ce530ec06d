import { z } from 'zod'
import { activeUser } from '#features/accounts/server/index.ts'
import { type Db, type Queryable, transaction } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type Balance,
  FREEZE_DAYS,
  methodLabel,
  MIN_PAYOUT,
  minimumPayout,
  monthStart,
  type NextPayout,
  PayoutMethod,
  payoutObstacle,
  type PayoutSettings,
  type PayoutSettingsForm,
} from '../../model/index.ts'
import type { ReferralsDeps } from '../deps.ts'
import { payoutDetailsChangedMail } from '../mails.ts'

/** The dependencies of payout settings. */
export type PayoutSettingsDeps = Pick<
  ReferralsDeps,
  'db' | 'now' | 'mail' | 'emailOf' | 'publicUrl' | 'requireReauthentication' | 'lockSession'
>

/** A row of payout settings. */
export type StoredSettings = Readonly<z.infer<typeof StoredSettings>>
const StoredSettings = z.object({
  method: PayoutMethod,
  country: z.string(),
  taxResidency: z.string(),
  taxId: z.string().nullable(),
  thresholdCents: z.number(),
  frozenUntil: z.date().nullable(),
  updatedAt: z.date(),
})

const DAY_MS = 86_400_000

/** The payout settings as their affiliate sees them; null if there are none. */
export async function payoutSettingsOf(db: Queryable, affiliateId: string, now: Date): Promise<PayoutSettings | null> {
  const stored = await storedSettings(db, affiliateId)
  return stored === null ? null : shown(stored, now)
}

/**
 * Stores payout settings. A change of the method freezes payouts for seven days and is mailed to the account, so that
 * somebody who took over the account gains nothing before its owner can act.
 * @throws AppError `forbidden` without reauthentication, or with an unconfirmed address; `unauthorized` if the
 *   reauthentication is outdated, for example after a reset; `unprocessable` without a method
 */
export async function savePayoutSettings(
  deps: PayoutSettingsDeps,
  o: { caller: Caller; form: PayoutSettingsForm },
): Promise<PayoutSettings> {
  const { caller, form } = o
  await deps.requireReauthentication({ caller, password: form.password })
  await requireConfirmed(deps.db, caller.userId)
  const now = deps.now()
  return transaction(deps.db, async (tx) => {
    await deps.lockSession(tx, caller)
    const before = await storedSettings(tx, caller.userId, 'for update')
    const method = form.method ?? before?.method
    if (method === undefined)
      throw new AppError('unprocessable', 'Choose how you want to be paid.', { field: 'method' })
    const moved = before === null || JSON.stringify(before.method) !== JSON.stringify(PayoutMethod.parse(method))
    const frozenUntil = moved ? new Date(now.getTime() + FREEZE_DAYS * DAY_MS) : before.frozenUntil
    await execute(
      tx,
      `insert into payout_settings (affiliate_id, method, country, tax_residency, tax_id, threshold_cents, frozen_until,
         updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (affiliate_id) do update set method = excluded.method, country = excluded.country,
         tax_residency = excluded.tax_residency, tax_id = coalesce(excluded.tax_id, payout_settings.tax_id),
         threshold_cents = excluded.threshold_cents, frozen_until = excluded.frozen_until,
         updated_at = excluded.updated_at`,
      [
        caller.userId,
        JSON.stringify(method),
        form.country,
        form.taxResidency,
        form.taxId ?? null,
        form.thresholdCents,
        frozenUntil,
        now,
      ],
    )
    const to = await deps.emailOf(tx, caller.userId)
    if (moved && frozenUntil !== null && to !== undefined) {
      const label = methodLabel(method)
      await deps.mail.send(tx, payoutDetailsChangedMail({ to, label, frozenUntil, publicUrl: deps.publicUrl }))
    }
    const stored = await storedSettings(tx, caller.userId)
    if (stored === null) throw new Error('the payout settings were not stored')
    return shown(stored, now)
  })
}

/** The next payout as of now. */
export async function nextPayoutOf(
  db: Queryable,
  affiliateId: string,
  { balance, now }: { balance: Balance; now: Date },
): Promise<NextPayout> {
  const settings = await storedSettings(db, affiliateId)
  const date = monthStart(now, 1)
  const cents = balance.approved - (await openPayoutCents(db, affiliateId, balance.currency))
  // It is due if nothing prevents it on its day, not today.
  const obstacle = payoutObstacle({ cents, currency: balance.currency, settings, now: date })
  return {
    date: date.toISOString(),
    cents,
    currency: balance.currency,
    minimumCents: minimumPayout(settings?.thresholdCents ?? MIN_PAYOUT, balance.currency),
    state: obstacle ?? 'due',
    frozenUntil: frozenUntilOf(settings, now),
  }
}

const CentsRow = z.object({ cents: z.number() })

/** The commission in unpaid payouts, in minor units: approved, but not part of the next payout. */
async function openPayoutCents(db: Queryable, affiliateId: string, currency: string): Promise<number> {
  const row = await findRow(
    db,
    CentsRow,
    `select coalesce(sum(l.amount), 0)::float8 as cents from payouts p join payout_lines l on l.payout_id = p.id
     where p.affiliate_id = $1 and p.currency = $2 and p.state <> 'paid'`,
    [affiliateId, currency],
  )
  return row?.cents ?? 0
}

async function storedSettings(
  db: Queryable,
  affiliateId: string,
  lock: 'for update' | '' = '',
): Promise<StoredSettings | null> {
  const row = await findRow(
    db,
    StoredSettings,
    `select method, country, tax_residency, tax_id, threshold_cents, frozen_until, updated_at
     from payout_settings where affiliate_id = $1 ${lock}`,
    [affiliateId],
  )
  return row ?? null
}

async function requireConfirmed(db: Db, userId: string): Promise<void> {
  if ((await activeUser(db, { id: userId }))?.emailVerified === true) return
  const message = 'Confirm your e-mail address first: open the link in the mail we sent you.'
  throw new AppError('forbidden', message, { field: 'email' })
}

function shown(o: StoredSettings, now: Date): PayoutSettings {
  return {
    kind: o.method.kind,
    label: methodLabel(o.method),
    country: o.country,
    taxResidency: o.taxResidency,
    hasTaxId: o.taxId !== null,
    thresholdCents: o.thresholdCents,
    frozenUntil: frozenUntilOf(o, now),
    updatedAt: o.updatedAt.toISOString(),
  }
}

function frozenUntilOf(o: Pick<StoredSettings, 'frozenUntil'> | null, now: Date): string | null {
  const until = o?.frozenUntil ?? null
  return until !== null && until > now ? until.toISOString() : null
}
