import type { Env } from '#platform/server/env.ts'
import { isLoopback } from '#platform/shared/contacts.ts'

/**
 * The site's public origin: the operator's setting, or the listening address if only this machine reaches it.
 * @throws Error when others reach the site and its address is not set: links in mails and the origin check of changes
 *   would depend on headers that the client controls
 */
export function publicUrlOf({ HOST, PORT, PUBLIC_URL, TRUST_PROXY }: Env): string {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).origin
  const reason = TRUST_PROXY ? 'TRUST_PROXY is set' : isLoopback(HOST) ? undefined : `HOST is ${HOST}`
  if (reason !== undefined)
    throw new Error(
      `PUBLIC_URL is missing: ${reason}, so others reach this site. Set it to the address they type, such as https://captions.example.com.`,
    )
  return new URL(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`).origin
}
