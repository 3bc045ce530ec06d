import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OwnLimits, type StoredTerms } from '../../model/index.ts'

const TermsRow = z.object({
  plan: PlanName,
  contractPlan: PlanName.nullable(),
  basePlan: PlanName.nullable(),
  endsAt: z.date().nullable(),
  own: OwnLimits.nullable(),
  lower: OwnLimits.nullable(),
})

/** What decides about the limits of a user, in one statement. @throws AppError `not_found`, 'User not found' */
export async function readTerms(q: Queryable, userId: string): Promise<StoredTerms> {
  const row = await findRow(
    q,
    TermsRow,
    `select u.plan, c.plan as contract_plan, c.base_plan, c.ends_at, c.limits as own, l.limits as lower
     from users u left join billing_contracts c on c.user_id = u.id and c.ended_at is null
       left join billing_lower_limits l on l.user_id = u.id
     where u.id = $1`,
    [userId],
  )
  if (row === undefined) throw new AppError('not_found', 'User not found')
  const { plan, contractPlan, basePlan, endsAt, own, lower } = row
  const hasContract = contractPlan !== null && basePlan !== null
  return {
    plan,
    contract: hasContract
      ? { plan: contractPlan, basePlan, endsAtMs: endsAt?.getTime() ?? null, limits: own ?? {} }
      : null,
    lower,
  }
}

/** Stores limits below those of the plan; null removes them. */
export async function saveLowerLimits(
  tx: Tx,
  o: { userId: string; limits: OwnLimits | null; at: Date },
): Promise<void> {
  if (o.limits === null) {
    await execute(tx, 'delete from billing_lower_limits where user_id = $1', [o.userId])
    return
  }
  await execute(
    tx,
    `insert into billing_lower_limits (user_id, limits, set_at) values ($1, $2, $3)
     on conflict (user_id) do update set limits = excluded.limits, set_at = excluded.set_at`,
    [o.userId, JSON.stringify(o.limits), o.at],
  )
}

const OwnRow = z.object({ own: OwnLimits.nullable(), creditsPerMonth: z.int().nullable(), lower: OwnLimits.nullable() })

/** What operators entered for a user alone: limits and credits of the open contract, and lower limits. */
export async function readOwnTerms(
  q: Queryable,
  userId: string,
): Promise<{ own: OwnLimits; creditsPerMonth: number | null; lower: OwnLimits | null }> {
  const row = await findRow(
    q,
    OwnRow,
    `select c.limits as own, c.credits_per_month, l.limits as lower
     from (select $1::uuid as user_id) u left join billing_contracts c on c.user_id = u.user_id and c.ended_at is null
       left join billing_lower_limits l on l.user_id = u.user_id`,
    [userId],
  )
  return { own: row?.own ?? {}, creditsPerMonth: row?.creditsPerMonth ?? null, lower: row?.lower ?? null }
}
