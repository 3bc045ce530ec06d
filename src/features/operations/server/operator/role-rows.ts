import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { isOperatorAddress, MAX_OPERATORS, type OperatorRole, OperatorRoleName } from '../../model/index.ts'

/** Whether this address has a role, whether confirmed or not. */
export async function hasRole(q: Queryable, operators: readonly string[], email: string): Promise<boolean> {
  if (isOperatorAddress(operators, email)) return true
  return (await execute(q, 'select 1 from operator_roles where email = $1', [email])) > 0
}

/** Makes changes of roles wait for each other until `tx` ends: two could remove the last operators at once. */
export async function lockRoles(tx: Tx): Promise<void> {
  await execute(tx, 'lock table operator_roles in share row exclusive mode')
}

const RoleRow = z.object({ role: OperatorRoleName })

/** The granted role of an address. */
export async function roleOf(q: Queryable, email: string): Promise<OperatorRole | undefined> {
  return (await findRow(q, RoleRow, 'select role from operator_roles where email = $1', [email]))?.role
}

const CountRow = z.object({ count: z.number() })

/** The number of granted roles. */
export async function countRoles(q: Queryable): Promise<number> {
  return (await findRow(q, CountRow, 'select count(*)::int as count from operator_roles'))?.count ?? 0
}

/** Grants a role, or changes it. */
export async function setRole(tx: Tx, o: { email: string; role: OperatorRole; at: Date }): Promise<void> {
  await execute(
    tx,
    `insert into operator_roles (email, role, granted_at, changed_at) values ($1, $2, $3, $3)
     on conflict (email) do update set role = excluded.role, changed_at = excluded.changed_at`,
    [o.email, o.role, o.at],
  )
}

/** @returns false if the address has no granted role */
export async function deleteRole(tx: Tx, email: string): Promise<boolean> {
  return (await execute(tx, 'delete from operator_roles where email = $1', [email])) === 1
}

/** Whether somebody with a confirmed account and a granted role may do everything. */
export async function isAnyoneLeft(tx: Tx): Promise<boolean> {
  const found = await execute(
    tx,
    `select 1 from operator_roles r join users u on u.email = r.email
     where r.role = 'everything' and u.email_verified and u.deleted_at is null and u.suspended_at is null limit 1`,
  )
  return found > 0
}

const OperatorRow = z.object({
  email: z.string(),
  role: OperatorRoleName.nullable(),
  userId: z.string().nullable(),
  displayName: z.string().nullable(),
  emailVerified: z.boolean().nullable(),
  lastSeenAt: z.date().nullable(),
  grantedAt: z.date().nullable(),
})

/** The addresses of the settings and those with a granted role, with their accounts, by address. */
export function listOperatorRows(q: Queryable, operators: readonly string[]) {
  return queryRows(
    q,
    OperatorRow,
    `select a.email, r.role, u.id as user_id, u.display_name, u.email_verified, u.last_seen_at, r.granted_at
     from (select unnest($1::text[]) as email union select email from operator_roles) a
     left join operator_roles r on r.email = a.email
     left join users u on u.email = a.email and u.deleted_at is null
     order by a.email limit $2`,
    [operators, operators.length + MAX_OPERATORS],
  )
}
