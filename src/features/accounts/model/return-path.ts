/** Where a creator goes after log-in when no page asked for it. */
export const AFTER_LOG_IN = '/upload'

/** Pages that would lead straight back to the log-in. */
const LOG_IN_PAGES = new Set(['/auth', '/login', '/signup'])

/**
 * The page that a visitor was sent to log in from (spec §2 "the origin is remembered"), as a path on this site.
 * Whatever could lead elsewhere — another origin, another scheme, a path a browser reads as a host — is dropped.
 * @param from the `from` parameter as it stands in the address, untrusted
 * @returns path, query and hash; `AFTER_LOG_IN` when `from` is missing or is not a page of ours
 */
export function returnPath(from: string | null | undefined): string {
  if (typeof from !== 'string' || !from.startsWith('/') || hasControl(from)) return AFTER_LOG_IN
  const base = 'http://site.invalid'
  // Parsed as a browser would: it reads "\" as "/", so "/\host" is another site's address.
  if (!URL.canParse(from, base)) return AFTER_LOG_IN
  const url = new URL(from, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return AFTER_LOG_IN
  if (LOG_IN_PAGES.has(url.pathname.replace(/(?<!\/)\/+$/, '').toLowerCase())) return AFTER_LOG_IN
  return `${url.pathname}${url.search}${url.hash}`
}

/** A browser drops tabs and line breaks from an address, and so turns "/<tab>/host" into "//host". */
function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f')
}
