/**
 * Why browsers make no passkeys for a site, as one sentence; null if they do. A passkey belongs to a domain, and needs
 * HTTPS everywhere but on this machine (WebAuthn §5.1.3, Secure Contexts §3.1).
 * @param origin the public origin of the site
 */
export function passkeyProblem(origin: string): string | null {
  const { hostname, protocol } = new URL(origin)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return null
  if (/^[\d.]+$|^\[/.test(hostname)) return 'Passkeys need a site with a domain name. This one has only an IP address.'
  return protocol === 'https:' ? null : 'Passkeys need a site with HTTPS.'
}
