import type { Mail } from '#platform/server/mail.ts'
import type { ExpiringCredits } from './expire-credits.ts'

/** That credits end within a week. */
export function creditsExpiringMail({ amount, at }: ExpiringCredits, o: { to: string; publicUrl: string }): Mail {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return {
    to: o.to,
    subject: `${amount} credits end on ${day}`,
    paragraphs: [
      `${amount} of your credits end on ${day}. What ends soonest is always spent first, so they go to your next video.`,
    ],
    action: { label: 'Make captions', url: `${o.publicUrl}/upload` },
  }
}
