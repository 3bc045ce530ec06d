import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../shared/errors.ts'
import type { HttpEnv } from './http.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes that another site's page asks a browser for: its cookies come along, its `Origin` tells it.
 * A client that is no browser sends neither header and passes; it has no cookies of anybody else.
 * @param publicUrl the one origin pages are served from; without it, the host that the request itself names
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
