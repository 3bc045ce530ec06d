import { z } from 'zod'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { creditsLeft, monthStart, type MonthlyLimit } from '../model/index.ts'
import type { CollaborationDeps } from './deps.ts'
import { limitMail } from './mails.ts'
import { findOwner, lockOwner } from './owner-rows.ts'

/** A collaborator of an owner. */
type Member = { readonly ownerId: string; readonly userId: string }
type SpendingDeps = Pick<CollaborationDeps, 'memberSpending' | 'lockMemberSpending' | 'now'>

/** Limits what a collaborator spends each month, and tells them. @throws AppError `not_found` */
export async function setMonthlyLimit(
  deps: CollaborationDeps,
  o: Member & { monthlyCredits: MonthlyLimit },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, o.ownerId)
    const before = await findLimit(tx, o)
    if (before === undefined) throw new AppError('not_found', 'Collaborator not found')
    if (before.monthlyCredits === o.monthlyCredits) return
    await execute(tx, 'update collaborators set monthly_credits = $3 where owner_id = $1 and user_id = $2', [
      o.ownerId,
      o.userId,
      o.monthlyCredits,
    ])
    const { email: to } = await findOwner(tx, o.userId)
    await deps.mail.send(tx, limitMail({ to, owner, monthlyCredits: o.monthlyCredits, publicUrl: deps.publicUrl }))
  })
}

/** The owner's credits that a collaborator may still spend this month; null without a limit, and for the owner. */
export async function creditsLeftFor(q: Queryable, deps: SpendingDeps, member: Member): Promise<number | null> {
  const limit = (await findLimit(q, member))?.monthlyCredits ?? null
  if (limit === null) return null
  return creditsLeft(limit, await deps.memberSpending(q, spendingOf(deps, member)))
}

/**
 * Refuses a hold of the owner's credits that exceeds the collaborator's monthly limit, in the transaction of the hold:
 * it locks the owner's account, so that of two requests at once the second counts the first.
 * @throws AppError `forbidden` with `limit` and `left`, in credits
 */
export async function refuseOverLimit(tx: Tx, deps: SpendingDeps, o: Member & { amount: number }): Promise<void> {
  const limit = (await findLimit(tx, o))?.monthlyCredits ?? null
  if (limit === null) return
  const left = creditsLeft(limit, await deps.lockMemberSpending(tx, spendingOf(deps, o))) ?? 0
  if (o.amount <= left) return
  const { name } = await findOwner(tx, o.ownerId)
  const renewal = formatLongDay(monthStart(deps.now(), { monthsLater: 1 }), 'utc')
  throw new AppError(
    'forbidden',
    `${name} lets you spend ${pluralize(limit, 'credit')} a month. You have ${left} left until ${renewal}, and this costs ${o.amount}.`,
    { limit, left },
  )
}

function spendingOf({ now }: SpendingDeps, { ownerId, userId }: Member) {
  return { userId: ownerId, actorId: userId, since: monthStart(now()) }
}

const LimitRow = z.object({ monthlyCredits: z.int().nullable() })

async function findLimit(q: Queryable, { ownerId, userId }: Member): Promise<z.output<typeof LimitRow> | undefined> {
  return findRow(q, LimitRow, 'select monthly_credits from collaborators where owner_id = $1 and user_id = $2', [
    ownerId,
    userId,
  ])
}
