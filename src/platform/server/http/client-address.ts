import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Finds the client address of a request, for rate limits.
 * @param trustProxy true behind our own proxy: the last address in `X-Forwarded-For` is then the one the proxy saw.
 *   Earlier addresses, and the whole header without a proxy, are set by the client and cannot be trusted.
 */
export function clientAddressOf(trustProxy: boolean): (c: Context) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    return forwarded || getConnInfo(c).remote.address || '0.0.0.0'
  }
}
