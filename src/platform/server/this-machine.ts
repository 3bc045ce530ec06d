import type { Context } from 'hono'
import { isLoopback } from '../shared/contacts.ts'
import type { Env } from './env.ts'

/** Headers that proxies add to forwarded requests. */
const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/i

/**
 * Whether the site is meant for this machine only: it listens on loopback, expects no proxy and has no public address.
 * A proxy on the same machine may hide itself from `isThisMachine`, but the settings of a site behind one cannot.
 */
export function isLocalSite({ HOST, PUBLIC_URL, TRUST_PROXY }: Pick<Env, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>) {
  if (TRUST_PROXY || !isLoopback(HOST)) return false
  return PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname)
}

/**
 * Whether a request comes directly from this machine: the connection is local, and no proxy forwarded it. A loopback
 * `Host` proves nothing, since a proxy may rewrite it. Another `Host` is refused, because it may be a remote page whose
 * host name resolves to loopback (DNS rebinding).
 * @param socketAddress the remote address of the connection
 */
export function isThisMachine(c: Context, socketAddress: string): boolean {
  const isForwarded = [...c.req.raw.headers.keys()].some((name) => FORWARDING.test(name))
  return !isForwarded && isLoopback(socketAddress) && isLoopback(new URL(c.req.url).hostname)
}
