import { z } from 'zod'
import type { Db, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { outageOf } from '#platform/server/outages.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Session } from '../model/index.ts'

type SessionRow = Readonly<z.infer<typeof SessionRow>>
const SessionRow = z.object({
  id: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
})

/** The caller's sessions: the current one first, then by last use. */
export async function listSessions(db: Db, caller: Caller, now: Date): Promise<Session[]> {
  const rows = await queryRows(
    db,
    SessionRow,
    `select id, user_agent, ip_address, created_at, last_seen_at from sessions
     where user_id = $1 and expires_at > $2 order by (id = $3) desc, last_seen_at desc, id limit 200`,
    [caller.userId, now, caller.sessionId ?? null],
  )
  return rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    userAgent: row.userAgent,
    address: row.ipAddress,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

/** Ends one of the caller's sessions. @throws AppError `not_found` if it does not exist or is another user's */
export async function revokeSession(db: Db, caller: Caller, sessionId: string): Promise<void> {
  const changed = await execute(db, 'delete from sessions where id = $1 and user_id = $2', [sessionId, caller.userId])
  if (changed === 0) throw new AppError('not_found', 'Session not found')
}

/** Ends every session of the caller except the current one. */
export async function endOtherSessions(db: Db | Tx, { userId, sessionId }: Caller): Promise<void> {
  await execute(db, 'delete from sessions where user_id = $1 and id is distinct from $2', [userId, sessionId ?? null])
}

/**
 * Locks the caller's session for a transaction that relies on an earlier proof of identity. Whatever invalidates that
 * proof, for example a new password, ends the session and so waits for this transaction.
 * @throws AppError `unauthorized` 'No user logged in' if the session has ended since
 */
export async function lockSession(tx: Tx, { userId, sessionId }: Caller): Promise<void> {
  const found = await execute(tx, 'select 1 from sessions where id = $1 and user_id = $2 for key share', [
    sessionId,
    userId,
  ])
  if (found === 0) throw new AppError('unauthorized', 'No user logged in')
}

/** Ends every session of a user. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'delete from sessions where user_id = $1', [userId])
}

/** Ends the sessions of everybody with an address of these domains, except one. @returns how many */
export async function endSessionsOfDomains(
  tx: Tx,
  { domains, except }: { domains: readonly string[]; except: string | undefined },
): Promise<number> {
  return execute(
    tx,
    `delete from sessions s using users u
     where u.id = s.user_id and lower(split_part(u.email, '@', 2)) = any ($1) and s.id is distinct from $2`,
    [domains, except ?? null],
  )
}

/** Whether a user has a session from this IP address. */
export async function hasUsedIp(db: Db | Tx, o: { userId: string; address: string }): Promise<boolean> {
  const found = await execute(db, 'select 1 from sessions where user_id = $1 and ip_address = $2 limit 1', [
    o.userId,
    o.address,
  ])
  return found > 0
}

/** How often the last use of a session is stored, in milliseconds. */
const LAST_SEEN_INTERVAL_MS = 5 * 60 * 1000
/** How often the last activity of a user is stored, in milliseconds: an index orders users by it. */
const USER_SEEN_INTERVAL_MS = 60 * 60 * 1000
/** Sessions cached at once; an evicted one costs an extra write. */
const CACHE_MAX = 10_000

/** Stores when sessions are used, each at most every five minutes. */
export function trackLastSeen(deps: { db: Db; now: () => Date }) {
  const writtenAt = new Map<string, number>()
  return async (sessionId: string): Promise<void> => {
    const now = deps.now()
    if (now.getTime() - (writtenAt.get(sessionId) ?? 0) < LAST_SEEN_INTERVAL_MS) return
    if (writtenAt.size >= CACHE_MAX) writtenAt.clear()
    writtenAt.set(sessionId, now.getTime())
    const before = new Date(now.getTime() - LAST_SEEN_INTERVAL_MS)
    await writeLastSeen(deps.db, { sessionId, now, before }).catch(ignoreOutage)
  }
}

/** Two statements: locking a session and then its user at once would deadlock with a deletion of the account. */
async function writeLastSeen(db: Db, o: { sessionId: string; now: Date; before: Date }): Promise<void> {
  const session = await findRow(
    db,
    SeenRow,
    'update sessions set last_seen_at = $2 where id = $1 and last_seen_at < $3 returning user_id',
    [o.sessionId, o.now, o.before],
  )
  if (session === undefined) return
  const hourAgo = new Date(o.now.getTime() - USER_SEEN_INTERVAL_MS)
  const sql = 'update users set last_seen_at = $2 where id = $1 and last_seen_at < $3 and deleted_at is null'
  await execute(db, sql, [session.userId, o.now, hourAgo])
}

const SeenRow = z.object({ userId: z.string() })

/** Reads go on while the database cannot write. */
function ignoreOutage(error: unknown): void {
  if (outageOf(error) === undefined) throw error
}
