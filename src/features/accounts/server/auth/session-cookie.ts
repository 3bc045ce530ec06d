import { z } from 'zod'
import { parseSigned } from 'hono/utils/cookie'
import type { Db } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'

/** The format of Better Auth's session cookie, and the lifetime of a session. */
export type SessionCookie = {
  readonly name: string
  readonly secret: string
  readonly expiresInSeconds: number
  /** A session is extended once it is this old. */
  readonly updateAgeSeconds: number
}

const CallerRow = z.object({ userId: z.string(), email: z.string(), sessionId: z.string() })
const STATEMENT = {
  name: 'session of a cookie',
  text: `select u.id as user_id, u.email, s.id as session_id from sessions s join users u on u.id = s.user_id
         where s.token = $1 and s.expires_at > $2`,
}

/**
 * Finds the owner of a session cookie in one prepared statement. Better Auth reads the session and its user in two,
 * through layers of its own, which took half the time of a request.
 * @returns undefined if Better Auth has to decide or write: for a cookie it did not sign, a session that is over or
 *   missing, and one to be extended
 */
export function readSessionCookie(deps: { db: Db; now: () => Date }, cookie: SessionCookie) {
  return async (cookies: string): Promise<(Caller & { readonly sessionId: string }) | undefined> => {
    // Better Auth signs like Hono: HMAC-SHA-256 in base64 after a dot.
    const { [cookie.name]: token } = await parseSigned(cookies, cookie.secret, cookie.name)
    if (typeof token !== 'string' || token === '') return undefined
    const staysUntil = deps.now().getTime() + (cookie.expiresInSeconds - cookie.updateAgeSeconds) * 1000
    return findRow(deps.db, CallerRow, STATEMENT, [token, new Date(staysUntil)])
  }
}
