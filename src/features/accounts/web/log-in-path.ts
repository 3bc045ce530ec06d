import { returnPath } from '../model/return-path.ts'

/** Where the guard sends a visitor: the log-in page, remembering the page that was asked for (spec §2). */
export function logInPath(page: string): string {
  return `/auth?from=${encodeURIComponent(page)}`
}

/**
 * The page that a log-in page's address remembers, or the one after every log-in.
 * @param search the router's `location.search`: the browser's own is ahead of it while the next page loads
 */
export function returnPathFrom(search: string): string {
  return returnPath(new URLSearchParams(search).get('from'))
}
