import type { Mail } from '#platform/server/mail.ts'
import type { ExpiringCredits } from './expire-credits.ts'

/** Announces credits that expire within a week. */
export function creditsExpiringMail({ amount, at }: ExpiringCredits, o: { to: string; publicUrl: string }): Mail {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return {
    to: o.to,
    subject: `${amount} credits expire on ${day}`,
    paragraphs: [
      `${amount} of your credits expire on ${day}. We always spend the first to expire, so your next video uses them.`,
    ],
    action: { label: 'Make captions', url: `${o.publicUrl}/upload` },
  }
}
