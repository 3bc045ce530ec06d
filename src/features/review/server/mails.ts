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

/** The mail to the owner after somebody approved the captions or asked for changes. */
export function decisionMail(o: {
  to: string
  name: string
  isGuest: boolean
  title: string
  decision: 'approved' | 'changes'
  url: string
}): Mail {
  const isApproved = o.decision === 'approved'
  const who = o.isGuest ? `${o.name} opened your review link and` : o.name
  return {
    to: o.to,
    subject: isApproved ? `${o.name} approved “${o.title}”` : `${o.name} asks for changes to “${o.title}”`,
    paragraphs: [isApproved ? `${who} approved the captions.` : `${who} asks for changes. Their comments say which.`],
    action: { label: 'Open the video', url: o.url },
  }
}

function excerptOf(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).toWellFormed()}…`
}
