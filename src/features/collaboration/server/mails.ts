import type { Mail } from '#platform/server/mail.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { siteName } from '#platform/shared/product.ts'
import { ACCESS_WITH_ARTICLE, INVITATION_DAYS, type Role } from '../model/index.ts'

/** A person by name and address; without a name it is the address. */
type Person = { readonly name: string; readonly email: string }

/** Invites a person to work on an owner's videos. */
export function invitationMail(o: {
  to: string
  owner: Person
  role: Role
  url: string
  expiresAt: Date
  sells: boolean
}): Mail {
  const { owner } = o
  const known = owner.name === owner.email ? owner.email : `${owner.name} (${owner.email})`
  return {
    to: o.to,
    replyTo: owner.email,
    subject: `${owner.name} invites you to their videos on ${siteName()}`,
    paragraphs: [
      `${known} uses ${siteName()} to caption videos and invites you to work on them together.`,
      ROLE_RIGHTS[o.role],
      ...(o.sells ? ['It is free for you: work on these videos uses their credits.'] : []),
    ],
    action: { label: 'See the invitation', url: o.url },
    footnote: `The link works until ${formatLongDay(o.expiresAt, 'utc')}, ${INVITATION_DAYS} days after it was sent, and only for this address. If you do not know this person, ignore this mail.`,
  }
}

/** Tells the owner that an invitation was accepted. */
export function acceptedMail(o: { to: string; person: Person; role: Role; publicUrl: string }): Mail {
  return {
    to: o.to,
    subject: `${o.person.name} accepted your invitation`,
    paragraphs: [
      `${o.person.email} now works on your videos, as ${ACCESS_WITH_ARTICLE[o.role]}.`,
      'You can change the role or end the access at any time.',
    ],
    action: team(o),
  }
}

/** Tells the owner that a collaborator left. */
export function leftMail(o: { to: string; person: Person; publicUrl: string }): Mail {
  return {
    to: o.to,
    subject: `${o.person.name} no longer works on your videos`,
    paragraphs: [`${o.person.email} left your team. Their changes stay, and their seat is free.`],
    action: team(o),
  }
}

/** Tells a collaborator that the owner ended their access. */
export function removedMail(o: { to: string; owner: Person }): Mail {
  return {
    to: o.to,
    subject: `Your access to the videos of ${o.owner.name} has ended`,
    paragraphs: [
      `${o.owner.name} ended your access to their videos on ${siteName()}. Your own videos and account are unaffected.`,
    ],
  }
}

/** Tells a collaborator that the team no longer has a seat for them. */
export function suspendedMail(o: { to: string; owner: Person }): Mail {
  const { name } = o.owner
  return {
    to: o.to,
    subject: `Your access to the videos of ${name} is paused`,
    paragraphs: [
      `The team of ${name} on ${siteName()} now has fewer seats than people, so you cannot open their videos for now. What you made there stays.`,
      `You get access again when ${name} has a seat for you; we will tell you. Your own videos and account are unaffected.`,
    ],
  }
}

/** Tells a suspended collaborator that they have a seat again. */
export function restoredMail(o: { to: string; owner: Person; publicUrl: string }): Mail {
  return {
    to: o.to,
    subject: `You can open the videos of ${o.owner.name} again`,
    paragraphs: [`The team of ${o.owner.name} on ${siteName()} has a seat for you again.`],
    action: { label: 'Open the videos', url: `${o.publicUrl}/upload` },
  }
}

/** Tells a collaborator that the owner changed their role. */
export function roleMail(o: { to: string; owner: Person; role: Role; publicUrl: string }): Mail {
  return {
    to: o.to,
    subject: `${o.owner.name} made you ${ACCESS_WITH_ARTICLE[o.role]} of their videos`,
    paragraphs: [ROLE_RIGHTS[o.role]],
    action: { label: 'Open the videos', url: `${o.publicUrl}/upload` },
  }
}

/** Tells a collaborator that the owner changed their monthly limit. @param o.monthlyCredits null for no limit */
export function limitMail(o: { to: string; owner: Person; monthlyCredits: number | null; publicUrl: string }): Mail {
  const { owner, monthlyCredits } = o
  const isLimited = monthlyCredits !== null
  return {
    to: o.to,
    subject: isLimited
      ? `${owner.name} lets you spend ${pluralize(monthlyCredits, 'credit')} a month`
      : `${owner.name} removed your monthly limit`,
    paragraphs: [
      isLimited
        ? `You may spend up to ${pluralize(monthlyCredits, 'credit')} of ${owner.name} in each calendar month on captions for their videos. Edits and exports cost nothing.`
        : `You may spend the credits of ${owner.name} on captions for their videos without a monthly limit.`,
    ],
    action: { label: 'Open the videos', url: `${o.publicUrl}/upload` },
  }
}

const ROLE_RIGHTS = {
  editor: 'As an editor you change captions and looks, make captions for new videos and export them.',
  suggester:
    'As a suggester you watch the videos, comment, and suggest edits, which the owner or an editor accepts or declines.',
  reviewer:
    'As a reviewer you watch the videos with their captions, comment, approve captions, and download what is finished.',
  viewer: 'As a viewer you watch the videos with their captions and download what is finished.',
} as const satisfies Record<Role, string>

function team({ publicUrl }: { publicUrl: string }) {
  return { label: 'Open Collaborators', url: `${publicUrl}/collaborators` }
}
