import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Finds the address a request came from, for rate limits.
 * @param trustProxy true when a proxy of ours stands in front: then the last address in `X-Forwarded-For` is the
 *   one that the proxy saw. Everything before it, and the whole header without a proxy, is the client's own claim.
 */
export function clientAddressOf(trustProxy: boolean): (c: Context) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    return forwarded || getConnInfo(c).remote.address || '0.0.0.0'
  }
}
