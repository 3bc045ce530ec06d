import { returnPath } from '../model/return-path.ts'

/** Where the guard sends a visitor: the log-in page, remembering the page that was asked for (spec §2). */
export function authPathFor(page: string): string {
  return `/auth?from=${encodeURIComponent(page)}`
}

/** The page that this log-in page's address remembers, or the one after every log-in. Browser only. */
export function rememberedPage(): string {
  return returnPath(new URLSearchParams(location.search).get('from'))
}
