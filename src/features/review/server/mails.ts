import type { Mail } from '#platform/server/mail.ts'

/** Facts of a comment for a mail. */
type Commented = {
  readonly to: string
  readonly author: string
  readonly title: string
  readonly quote: string
  readonly text: string
  readonly url: string
}

/** Maximum letters of a comment in a mail. */
const EXCERPT = 500

/** Tells a person that a comment mentions them. */
export function mentionMail({ to, author, title, quote, text, url }: Commented): Mail {
  return {
    to,
    subject: `${author} mentioned you in a comment on “${title}”`,
    paragraphs: [`${author} commented on “${quote}”:`, excerptOf(text)],
    action: { label: 'Open the comment', url },
  }
}

/** Tells the owner that a guest commented through a review link. */
export function guestCommentMail({ to, author, title, quote, text, url }: Commented): Mail {
  return {
    to,
    subject: `${author} commented on “${title}”`,
    paragraphs: [`${author} opened your review link and commented on “${quote}”:`, excerptOf(text)],
    action: { label: 'Open the comment', url },
    footnote: 'You get one mail per guest and hour. All comments are in the editor, under Comments.',
  }
}

/** Tells the owner what a guest decided. */
export function decisionMail(o: {
  to: string
  guest: string
  title: string
  decision: 'approved' | 'changes'
  url: string
}): Mail {
  const isApproved = o.decision === 'approved'
  return {
    to: o.to,
    subject: isApproved ? `${o.guest} approved “${o.title}”` : `${o.guest} asks for changes to “${o.title}”`,
    paragraphs: [
      isApproved
        ? `${o.guest} opened your review link and approved the captions.`
        : `${o.guest} opened your review link and asks for changes. Their comments say which.`,
    ],
    action: { label: 'Open the video', url: o.url },
  }
}

function excerptOf(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).toWellFormed()}…`
}
