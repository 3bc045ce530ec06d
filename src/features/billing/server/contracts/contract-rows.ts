import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import {
  type AgreedContract,
  contractCredits,
  type ContractInput,
  MAX_PAST_CONTRACTS,
  OwnLimits,
  type Plans,
} from '../../model/index.ts'

const Row = z.object({
  id: z.string(),
  userId: z.string(),
  plan: PlanName,
  name: z.string(),
  startsAt: z.date(),
  endsAt: z.date().nullable(),
  creditsPerMonth: z.int().nullable(),
  limits: OwnLimits,
  basePlan: PlanName,
  creditsFrom: z.date(),
  grantedMonths: z.int(),
  endedAt: z.date().nullable(),
})

/** A row of `billing_contracts`. */
export type StoredContract = Readonly<z.output<typeof Row>>

const COLUMNS =
  'id, user_id, plan, name, starts_at, ends_at, credits_per_month, limits, base_plan, credits_from, granted_months, ended_at'

/** The contract of a user that is not ended; its date may be over. @param o.lock locks the row */
export async function findOpenContract(
  q: Queryable,
  userId: string,
  o: { lock: boolean } = { lock: false },
): Promise<StoredContract | undefined> {
  return findRow(
    q,
    Row,
    `select ${COLUMNS} from billing_contracts where user_id = $1 and ended_at is null ${o.lock ? 'for update' : ''}`,
    [userId],
  )
}

/** The ended contracts of a user, newest first. */
export async function listPastContracts(q: Queryable, userId: string): Promise<StoredContract[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from billing_contracts where user_id = $1 and ended_at is not null
     order by starts_at desc limit $2`,
    [userId, MAX_PAST_CONTRACTS],
  )
}

const FromRow = z.object({ creditsFrom: z.date() })

/** Stores a contract from `at` on. A month whose credits an earlier contract granted is granted no second time. */
export async function insertContract(
  tx: Tx,
  o: ContractInput & { id: string; userId: string; basePlan: PlanName; at: Date },
): Promise<void> {
  const last = await findRow(
    tx,
    FromRow,
    `select granted_until as credits_from from billing_contracts
     where user_id = $1 and granted_until > $2 order by granted_until desc limit 1`,
    [o.userId, o.at],
  )
  await execute(
    tx,
    `insert into billing_contracts (id, user_id, plan, name, starts_at, ends_at, credits_per_month, limits, base_plan,
       credits_from, next_grant_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      o.id,
      o.userId,
      o.plan,
      o.name,
      o.at,
      o.endsAt,
      o.creditsPerMonth,
      JSON.stringify(o.limits),
      o.basePlan,
      last?.creditsFrom ?? o.at,
    ],
  )
}

/** Changes what a running contract says; its months of credits go on. */
export async function updateContract(tx: Tx, id: string, o: ContractInput): Promise<void> {
  await execute(
    tx,
    `update billing_contracts set plan = $2, name = $3, ends_at = $4, credits_per_month = $5, limits = $6 where id = $1`,
    [id, o.plan, o.name, o.endsAt, o.creditsPerMonth, JSON.stringify(o.limits)],
  )
}

/** Records the plan without the contract. @returns the running contract, if there is one */
export async function saveBasePlan(tx: Tx, userId: string, plan: PlanName): Promise<StoredContract | undefined> {
  return findRow(
    tx,
    Row,
    `update billing_contracts set base_plan = $2 where user_id = $1 and ended_at is null returning ${COLUMNS}`,
    [userId, plan],
  )
}

/** Ends a contract. @returns false if it has ended already */
export async function closeContract(tx: Tx, id: string, at: Date): Promise<boolean> {
  const closed = await execute(tx, 'update billing_contracts set ended_at = $2 where id = $1 and ended_at is null', [
    id,
    at,
  ])
  return closed === 1
}

/** Records the months of credits that have begun. @param o.grantedUntil null if the last one brought none */
export async function saveMonths(
  tx: Tx,
  id: string,
  o: { months: number; nextAt: Date; grantedUntil: Date | null },
): Promise<void> {
  await execute(
    tx,
    `update billing_contracts set granted_months = $2, next_grant_at = $3,
       granted_until = coalesce($4::timestamptz, granted_until) where id = $1`,
    [id, o.months, o.nextAt, o.grantedUntil],
  )
}

const UserRow = z.object({ userId: z.string() })

/** The users of at most 100 contracts with something due: a month of credits, an end, or its announcement. */
export async function listDueContracts(q: Queryable, now: Date): Promise<string[]> {
  const rows = await queryRows(
    q,
    UserRow,
    // Two indexes: joined by "or", PostgreSQL would read every contract. No announcement is earlier than 14 days before.
    `select user_id from (
       select id, user_id from billing_contracts where ended_at is null and next_grant_at <= $1
       union
       select id, user_id from billing_contracts
       where ended_at is null and ends_at <= $1::timestamptz + interval '14 days'
         and (ends_at <= $1 or (${REMINDS_AT} <= $1 and reminded_for is distinct from ends_at))) due
     order by id limit 100`,
    [now],
  )
  return rows.map(({ userId }) => userId)
}

/** Two weeks before the end, or half-way through a shorter contract. */
const REMINDS_AT = `ends_at - least(interval '14 days', (ends_at - starts_at) / 2)`

/** Claims the announcement of a contract's end, once for each end. @returns whether it is due */
export async function claimReminder(tx: Tx, id: string, now: Date): Promise<boolean> {
  const claimed = await execute(
    tx,
    `update billing_contracts set reminded_for = ends_at where id = $1 and ended_at is null and ends_at > $2
       and ${REMINDS_AT} <= $2 and reminded_for is distinct from ends_at`,
    [id, now],
  )
  return claimed === 1
}

/** A contract as its customer and operators see it. */
export function contractView(o: StoredContract, plans: Plans): AgreedContract {
  return {
    id: o.id,
    plan: o.plan,
    name: o.name,
    startsAt: o.startsAt.toISOString(),
    endsAt: o.endsAt?.toISOString() ?? null,
    credits: contractCredits(o, plans),
    endedAt: o.endedAt?.toISOString() ?? null,
  }
}
