import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'

const Row = z.object({
  id: z.string(),
  operatorId: z.string(),
  operatorEmail: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  email: z.string(),
  reason: z.string(),
  startedAt: z.date(),
  expiresAt: z.date(),
  /** Null while it runs. */
  endedAt: z.date().nullable(),
  /** Whether the user's account is neither erased nor suspended. */
  isOpen: z.boolean(),
})

/** A view with the address of its user. */
export type StoredView = Readonly<z.output<typeof Row>>

const SELECT = `select v.id, v.operator_id, v.operator_email, v.session_id, v.user_id, u.email, v.reason, v.started_at,
    v.expires_at, v.ended_at, u.deleted_at is null and u.suspended_at is null as is_open
  from operator_views v join users u on u.id = v.user_id`

/** The view with this id; undefined for any other text. */
export async function findView(q: Queryable, id: string): Promise<StoredView | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined
  return findRow(q, Row, `${SELECT} where v.id = $1`, [id])
}

/** The running view of a session, locked. */
export async function lockViewOf(tx: Tx, sessionId: string): Promise<StoredView | undefined> {
  return findRow(tx, Row, `${SELECT} where v.session_id = $1 and v.ended_at is null for update of v`, [sessionId])
}

/** Stores the start of a view. */
export async function insertView(tx: Tx, o: Omit<StoredView, 'email' | 'endedAt' | 'isOpen'>): Promise<void> {
  await execute(
    tx,
    `insert into operator_views (id, operator_id, operator_email, session_id, user_id, reason, started_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [o.id, o.operatorId, o.operatorEmail, o.sessionId, o.userId, o.reason, o.startedAt, o.expiresAt],
  )
}

/** Ends a view. @returns false if it has ended already */
export async function closeView(tx: Tx, id: string, at: Date): Promise<boolean> {
  return (
    (await execute(tx, 'update operator_views set ended_at = $2 where id = $1 and ended_at is null', [id, at])) === 1
  )
}

/** At most 100 views whose time is over, and whose end is not recorded, locked. */
export async function claimOverViews(tx: Tx, now: Date): Promise<StoredView[]> {
  return queryRows(
    tx,
    Row,
    `${SELECT} where v.ended_at is null and v.expires_at <= $1 order by v.expires_at limit 100
     for update of v skip locked`,
    [now],
  )
}
