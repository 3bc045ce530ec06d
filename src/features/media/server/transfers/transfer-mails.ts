import type { Mail } from '#platform/server/mail.ts'
import { siteName } from '#platform/shared/product.ts'

/** A person by name and address. */
type Person = { readonly name: string; readonly email: string }

/** Tells somebody that they are offered a video. */
export function offeredMail(o: { to: Person; from: Person; title: string; publicUrl: string }): Mail {
  return {
    to: o.to.email,
    replyTo: o.from.email,
    subject: `${o.from.name} wants to give you “${o.title}”`,
    paragraphs: [
      `${o.from.name} (${o.from.email}) wants to give you the video “${o.title}” on ${siteName()}, with its captions, comments, history and exports.`,
      'If you accept, it is yours: it counts in your storage, and you decide who sees it.',
    ],
    action: { label: 'Accept or decline', url: `${o.publicUrl}/upload` },
  }
}

/** Tells the former owner that their video was accepted. */
export function acceptedMail(o: { to: Person; by: Person; title: string }): Mail {
  return {
    to: o.to.email,
    subject: `${o.by.name} now owns “${o.title}”`,
    paragraphs: [
      `${o.by.name} accepted your video “${o.title}” on ${siteName()}. It no longer counts in your storage.`,
    ],
  }
}

/** Tells the owner that their offer was declined. */
export function declinedMail(o: { to: Person; by: Person; title: string; publicUrl: string }): Mail {
  return {
    to: o.to.email,
    subject: `${o.by.name} declined “${o.title}”`,
    paragraphs: [`${o.by.name} did not take your video “${o.title}”. It is still yours, and nothing changed.`],
    action: { label: 'Open your videos', url: `${o.publicUrl}/upload` },
  }
}
