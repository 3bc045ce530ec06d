import type { Mail } from '#platform/server/mail.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatList, formatNumber } from '#platform/shared/format/numbers.ts'
import type { RetentionReason } from '#features/billing/server/index.ts'
import type { ExpiringVideo } from './deps.ts'

/** The maximum number of titles in a mail. */
const MOST_NAMED = 5

/** Announces videos that expire soon; the earliest first. */
export function filesExpiringMail(
  videos: readonly ExpiringVideo[],
  o: RetentionReason & { to: string; publicUrl: string },
): Mail {
  const at = new Date(Math.min(...videos.map(({ expiresAt }) => expiresAt.getTime())))
  const day = formatLongDay(at, 'utc')
  const named = videos.slice(0, MOST_NAMED).map(({ title }) => `“${title}”`)
  const others = videos.length - named.length
  const list = formatList(others > 0 ? [...named, `${formatNumber(others)} more`] : named)
  const one = videos.length === 1
  return {
    to: o.to,
    subject: one
      ? `One of your videos will be deleted on ${day}`
      : `${formatNumber(videos.length)} of your videos will be deleted`,
    paragraphs: [
      `${o.plan === null ? 'This site' : `The ${o.plan} plan`} stores videos for a limited time. ${list} will be deleted${one ? '' : ', the first of them'} on ${day}, with captions and exports.`,
      ['Download what you want to keep before then.', ...UPGRADES[o.otherPlans]].join(' '),
    ],
    action: { label: 'Open your storage', url: `${o.publicUrl}/storage` },
    ...(o.otherPlans !== 'no better' && { footnote: `See the plans: ${o.publicUrl}/pricing` }),
  }
}

const UPGRADES: Readonly<Record<RetentionReason['otherPlans'], readonly string[]>> = {
  'for ever': ['On a larger plan your videos stay, including these if you upgrade in time.'],
  longer: ['Larger plans store videos longer, including these if you upgrade in time.'],
  'no better': [],
}
