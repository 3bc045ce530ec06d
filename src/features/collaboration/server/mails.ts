import type { Mail } from '#platform/server/mail.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { INVITATION_DAYS, type Role } from '../model/index.ts'

/** Somebody by name and address; the name is the address for one who gave none. */
type Person = { readonly name: string; readonly email: string }

/** To somebody who is asked to work on an owner's videos. */
export function invitationMail(o: { to: string; owner: Person; role: Role; url: string; expiresAt: Date }): Mail {
  const { owner } = o
  const known = owner.name === owner.email ? owner.email : `${owner.name} (${owner.email})`
  return {
    to: o.to,
    replyTo: owner.email,
    subject: `${owner.name} invites you to their videos on ${PRODUCT_NAME}`,
    paragraphs: [
      `${known} uses ${PRODUCT_NAME} to put captions on videos, and invites you to work on them together.`,
      ROLE_RIGHTS[o.role],
      'It costs you nothing: what is spent there are credits of theirs.',
    ],
    action: { label: 'See the invitation', url: o.url },
    footnote: `The link works until ${day(o.expiresAt)}, ${INVITATION_DAYS} days after it was sent, and for this address only. If you do not know who this is, you need not do anything.`,
  }
}

/** To the owner, when an invitation was accepted. */
export function acceptedMail(o: { to: string; person: Person; role: Role; publicUrl: string }): Mail {
  return {
    to: o.to,
    subject: `${o.person.name} accepted your invitation`,
    paragraphs: [
      `${o.person.email} now works on your videos, as ${article(o.role)}.`,
      'You can change the role or end the access at any time.',
    ],
    action: team(o),
  }
}

/** To the owner, when a collaborator gave up their access. */
export function leftMail(o: { to: string; person: Person; publicUrl: string }): Mail {
  return {
    to: o.to,
    subject: `${o.person.name} no longer works on your videos`,
    paragraphs: [
      `${o.person.email} gave up the access to your videos. What they changed stays, and their seat is free.`,
    ],
    action: team(o),
  }
}

/** To a collaborator whose access an owner ended. */
export function removedMail(o: { to: string; owner: Person }): Mail {
  return {
    to: o.to,
    subject: `Your access to the videos of ${o.owner.name} has ended`,
    paragraphs: [
      `${o.owner.name} ended your access to their videos on ${PRODUCT_NAME}. Your own videos and your account stay as they are.`,
    ],
  }
}

const ROLE_RIGHTS = {
  editor: 'As an editor you change captions and looks, make captions for new videos and export them.',
  viewer: 'As a viewer you watch the videos with their captions and download what is finished.',
} as const satisfies Record<Role, string>

function article(role: Role): string {
  return role === 'editor' ? 'an editor' : 'a viewer'
}

function team({ publicUrl }: { publicUrl: string }) {
  return { label: 'Open Collaborators', url: `${publicUrl}/collaborators` }
}

function day(date: Date): string {
  return DAY.format(date)
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
