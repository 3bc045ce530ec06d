import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { HttpEnv } from '../http.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site writes by their `Origin`, because browsers send cookies with them. Other clients send neither
 * header and pass; they carry nobody else's cookies.
 * @param publicUrl the origin of the pages; without it, the host in the request
 * @throws AppError `forbidden`
 */
export function sameOrigin(publicUrl: string | undefined): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!READS.has(c.req.method) && !isOwn(c, publicUrl)) {
      throw new AppError('forbidden', 'This request came from another site.')
    }
    await next()
  }
}

function isOwn(c: Context<HttpEnv>, publicUrl: string | undefined): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) return (c.req.header('sec-fetch-site') ?? 'none') !== 'cross-site'
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host')
}
