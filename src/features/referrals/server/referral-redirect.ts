import type { Context } from 'hono'
import type { Db } from '#platform/server/db.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import { usernameOfPath } from '../model/index.ts'
import { findReferrer, recordClick } from './affiliates.ts'

/** Programs that fetch a link to show a card of it in a chat or a feed: nobody has followed it yet. */
const LINK_PREVIEWS =
  /facebookexternalhit|facebot|twitterbot|slackbot|discordbot|telegrambot|whatsapp|linkedinbot|pinterest|skypeuripreview|redditbot|mastodon|bluesky|googlebot|bingbot|applebot|embedly|iframely|vkshare|preview/i

/**
 * `GET /{username}` (spec §2): counts the click and leads to the home page with the affiliate's code. To be asked
 * for whatever is no page and no file.
 * @returns null when the address is nobody's; whoever asks then answers as for any unknown address
 */
export function referralRedirect(deps: { db: Db; now: () => Date }) {
  return async (c: Context<HttpEnv>): Promise<Response | null> => {
    const username = usernameOfPath(new URL(c.req.url).pathname)
    if (username === null) return null
    const referrer = await findReferrer(deps.db, { username })
    if (referrer === null) return null
    if (isPerson(c)) await recordClick(deps.db, referrer.referralCode, deps.now())
    // Never kept: the next click must reach us too, and the name may be somebody else's link to their new name.
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'strict-origin')
    return c.redirect(`/?ref=${referrer.referralCode}`, 302)
  }
}

/** True when somebody follows the link, and not a browser ahead of them or a program that shows a card of it. */
function isPerson(c: Context<HttpEnv>): boolean {
  const ahead = [c.req.header('sec-purpose'), c.req.header('purpose'), c.req.header('x-moz')]
  if (c.req.method === 'HEAD' || ahead.some((purpose) => purpose?.includes('prefetch') === true)) return false
  return !LINK_PREVIEWS.test(c.req.header('user-agent') ?? '')
}
