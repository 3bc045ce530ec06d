import type { Mail } from '#platform/server/mail.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import type { ExpiringCredits } from './expire-credits.ts'

/** Announces credits that expire within a week. */
export function creditsExpiringMail({ amount, at }: ExpiringCredits, o: { to: string; publicUrl: string }): Mail {
  const day = formatLongDay(at, 'utc')
  return {
    to: o.to,
    subject: `${pluralize(amount, 'credit')} expire on ${day}`,
    paragraphs: [
      `${formatNumber(amount)} of your credits expire on ${day}. We always spend the first to expire, so your next video uses them.`,
    ],
    action: { label: 'Make captions', url: `${o.publicUrl}/upload` },
  }
}
