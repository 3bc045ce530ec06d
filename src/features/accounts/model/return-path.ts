/** The page after log-in when no other page was requested. */
export const AFTER_LOG_IN = '/upload'

/** Pages that would lead straight back to the log-in. */
const LOG_IN_PAGES = new Set(['/auth', '/login', '/signup'])

/**
 * The page that sent a visitor to the log-in (spec §2 "the origin is remembered"), as a path on this site. It drops
 * anything that could lead elsewhere: another origin, another scheme, a path that a browser reads as a host.
 * @param from the raw `from` parameter, untrusted
 * @returns path, query and hash; `AFTER_LOG_IN` if `from` is missing or not a page of this site
 */
export function returnPath(from: string | null | undefined): string {
  if (typeof from !== 'string' || !from.startsWith('/') || hasControl(from)) return AFTER_LOG_IN
  const base = 'http://site.invalid'
  // Parse it as a browser does: a browser reads "\" as "/", so "/\host" is another site.
  if (!URL.canParse(from, base)) return AFTER_LOG_IN
  const url = new URL(from, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return AFTER_LOG_IN
  if (LOG_IN_PAGES.has(url.pathname.replace(/(?<!\/)\/+$/, '').toLowerCase())) return AFTER_LOG_IN
  return `${url.pathname}${url.search}${url.hash}`
}

/** A browser drops tabs and line breaks from an address, which turns "/<tab>/host" into "//host". */
function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f')
}
