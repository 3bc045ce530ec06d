import type { Context } from 'hono'
import type { Db } from '#platform/server/db.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import { usernameOfPath } from '../model/index.ts'
import { findReferrer, recordClick } from './affiliates.ts'

/** Programs that fetch a link for its preview in a chat or a feed: nobody has followed it yet. */
const LINK_PREVIEWS =
  /facebookexternalhit|facebot|twitterbot|slackbot|discordbot|telegrambot|whatsapp|linkedinbot|pinterest|skypeuripreview|redditbot|mastodon|bluesky|googlebot|bingbot|applebot|embedly|iframely|vkshare|preview/i

/**
 * `GET /{username}` (spec §2): counts the click and redirects to the home page with the affiliate's code. Runs for any
 * address that is no page or file.
 * @returns null for an unknown name, and on a site that sells nothing; the caller then responds as to any unknown address
 */
export function referralRedirect(deps: { db: Db; now: () => Date; site: { readonly sells: boolean } }) {
  return async (c: Context<HttpEnv>): Promise<Response | null> => {
    const username = usernameOfPath(new URL(c.req.url).pathname)
    if (username === null || !deps.site.sells) return null
    const referrer = await findReferrer(deps.db, { username })
    if (referrer === null) return null
    if (isPerson(c)) await recordClick(deps.db, referrer.referralCode, deps.now())
    // Never cached: the next click must reach us too, and the affiliate may change.
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'strict-origin')
    return c.redirect(`/?ref=${referrer.referralCode}`, 302)
  }
}

/** Whether a person follows the link, not a prefetching browser or a preview program. */
function isPerson(c: Context<HttpEnv>): boolean {
  const ahead = [c.req.header('sec-purpose'), c.req.header('purpose'), c.req.header('x-moz')]
  if (c.req.method === 'HEAD' || ahead.some((purpose) => purpose?.includes('prefetch') === true)) return false
  return !LINK_PREVIEWS.test(c.req.header('user-agent') ?? '')
}
