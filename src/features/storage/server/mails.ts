import type { Mail } from '#platform/server/mail.ts'
import type { ExpiringVideo } from './deps.ts'

/** The most titles a mail names. */
const MOST_NAMED = 5

/** That videos end soon, with everything in them; the earliest first. */
export function filesExpiringMail(videos: readonly ExpiringVideo[], o: { to: string; publicUrl: string }): Mail {
  const at = new Date(Math.min(...videos.map(({ expiresAt }) => expiresAt.getTime())))
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const named = videos.slice(0, MOST_NAMED).map(({ title }) => `“${title}”`)
  const others = videos.length - named.length
  const list = new Intl.ListFormat('en').format(others > 0 ? [...named, `${others} more`] : named)
  const one = videos.length === 1
  return {
    to: o.to,
    subject: one ? `A video of yours will be removed on ${day}` : `${videos.length} videos of yours will be removed`,
    paragraphs: [
      `On the free plan videos are kept for a limited time. ${list} will be removed${one ? '' : ', the first of them'} on ${day}, with captions and exports.`,
      'Download what you want to keep before then. With any other plan your videos stay, and so do these if you upgrade in time.',
    ],
    action: { label: 'Open your storage', url: `${o.publicUrl}/storage` },
    footnote: `The other plans: ${o.publicUrl}/pricing`,
  }
}
