import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import { SIGNED_IN_COOKIE } from '#platform/shared/early.ts'

/**
 * Sets and removes a cookie beside that of the session, with the same lifetime. Scripts can read it; it says only that
 * somebody is signed in, so that a page's first requests need not wait for the answer to that question.
 */
export const withSignedInCookie: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const session = c.res.headers.getSetCookie().findLast(isOfSession)
  if (session !== undefined) c.header('set-cookie', besideSession(session), { append: true })
}

/** Its name begins differently on an encrypted connection. */
function isOfSession(cookie: string): boolean {
  return cookie.slice(0, cookie.indexOf('=')).endsWith('session_token')
}

function besideSession(session: string): string {
  const [pair = '', ...attributes] = session.split(/; */)
  const isEnded = pair.indexOf('=') === pair.length - 1
  const shown = attributes.filter((attribute) => attribute.toLowerCase() !== 'httponly')
  return [`${SIGNED_IN_COOKIE}=${isEnded ? '' : '1'}`, ...shown].join('; ')
}
