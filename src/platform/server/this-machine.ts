import type { Context } from 'hono'
import { isLoopback } from '../shared/contacts.ts'
import type { Env } from './env.ts'

/** Headers that a proxy adds to what it passes on. */
const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/i

/**
 * Whether nobody but this machine is meant to reach the site: it listens on loopback, expects no proxy and has no
 * public address. A proxy on the same machine may hide itself from `isThisMachine`; the settings of a site that works
 * behind one can not.
 */
export function isLocalSite({ HOST, PUBLIC_URL, TRUST_PROXY }: Pick<Env, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>) {
  if (TRUST_PROXY || !isLoopback(HOST)) return false
  return PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname)
}

/**
 * Whether a program on this machine asks, directly: its connection begins here, and no proxy passed the request on.
 * The `Host` grants nothing, since a proxy may rewrite it. One that is not loopback still refuses: that is a page
 * elsewhere whose name leads to this machine's loopback.
 * @param socketAddress where the request's connection begins
 */
export function isThisMachine(c: Context, socketAddress: string): boolean {
  const isForwarded = [...c.req.raw.headers.keys()].some((name) => FORWARDING.test(name))
  return !isForwarded && isLoopback(socketAddress) && isLoopback(new URL(c.req.url).hostname)
}
