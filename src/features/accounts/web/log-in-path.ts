import { returnPath } from '../model/return-path.ts'

/** The log-in page that returns to `page` (spec §2). */
export function logInPath(page: string): string {
  return `/auth?from=${encodeURIComponent(page)}`
}

/**
 * The page to open after log-in, from the log-in page's address.
 * @param search the router's `location.search`: the browser's own changes before the next page has loaded
 */
export function returnPathFrom(search: string): string {
  return returnPath(new URLSearchParams(search).get('from'))
}
