import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Email } from '#features/accounts/model/index.ts'
import { Role } from './access.ts'
import { MailDomain } from './mail-domain.ts'
import { MonthlyLimit } from './spending.ts'

/** What a person last did in an owner's videos. */
export const LastAction = z.object({
  kind: z.enum(['edited', 'suggested', 'commented', 'captioned']),
  projectId: z.string(),
  title: z.string(),
  at: z.iso.datetime(),
})
export type LastAction = z.output<typeof LastAction>

/** A person who works on the caller's videos. */
export const Collaborator = z.object({
  userId: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: Role,
  joinedAt: z.iso.datetime(),
  /** True if the plan has no seat for them: they see nothing meanwhile. */
  suspended: z.boolean(),
  /** The owner's credits they spent, by calendar month (UTC), newest first: the present one, and earlier ones with any. */
  spending: z.array(z.object({ month: z.string(), credits: z.int().min(0) })).min(1),
  monthlyLimit: MonthlyLimit,
  /** Null if they did nothing yet. */
  lastAction: LastAction.nullable(),
})
export type Collaborator = z.output<typeof Collaborator>

/** A pending invitation. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  expiresAt: z.iso.datetime(),
  /** True once it can no longer be accepted; it then takes no seat and can be resent. */
  expired: z.boolean(),
  /** Whether mails to the address are stopped: they came back, or its owner complained. */
  isUndeliverable: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** The caller's collaborators and pending invitations. */
export const Team = z.object({
  /** The seats of the plan; null if the contract sets them. */
  seats: z.int().min(0).nullable(),
  /** Seats taken by collaborators and pending invitations. */
  taken: z.int().min(0),
  /** In the order they joined. */
  collaborators: z.array(Collaborator),
  /** Newest first. */
  invitations: z.array(Invitation),
  /** The link with which people of a mail domain join; null for none. */
  domainLink: z.object({ domain: z.string(), role: Role, createdAt: z.iso.datetime() }).nullable(),
})
export type Team = z.output<typeof Team>

/** An owner whose videos the caller works on. */
export const Membership = z.object({
  ownerId: z.string(),
  ownerName: z.string(),
  role: Role,
  /** True while the owner's plan has no seat for the caller. */
  suspended: z.boolean(),
})
export type Membership = z.output<typeof Membership>

/** An invitation as its link shows it; each state is a screen. */
export const InvitationView = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    ownerName: z.string(),
    ownerEmail: z.string(),
    role: Role,
    /** The invited address; nobody else has the link. */
    email: z.string(),
    expiresAt: z.iso.datetime(),
    /** Whether that address has an account. */
    hasAccount: z.boolean(),
    /** The viewer: a visitor, the invited person, or a user with another address. */
    you: z.enum(['visitor', 'invited', 'other']),
  }),
  /** A link for everybody with a confirmed address at a domain. */
  z.object({
    state: z.literal('domain'),
    ownerName: z.string(),
    ownerEmail: z.string(),
    domain: z.string(),
    role: Role,
    /** The viewer: a visitor, a user who may join, one who has to confirm their address, or one with another address. */
    you: z.enum(['visitor', 'invited', 'unconfirmed', 'other']),
  }),
  /** `byYou`: the caller accepted it and has access. */
  z.object({ state: z.literal('used'), ownerName: z.string(), byYou: z.boolean() }),
  z.object({ state: z.literal('expired'), ownerName: z.string() }),
  z.object({ state: z.literal('revoked'), ownerName: z.string() }),
  /** The last seat has been taken, or the owner's plan has fewer seats. */
  z.object({ state: z.literal('full'), ownerName: z.string() }),
])
export type InvitationView = z.output<typeof InvitationView>

const link = z.object({
  /** The token in the link, after `/accept-invitation/`. */
  invitationId: z.string().min(1).max(200),
})
const pending = z.object({ id: z.uuid() })
const person = z.object({ userId: z.uuid() })
const Done = z.object({ done: z.literal(true) })

/** `/api/rpc/collaboration/*`. Calls of an owner return the updated team. */
export const collaborationContract = {
  team: oc.output(Team),
  /**
   * Mails an invitation; renews an expired one. Refused: `forbidden` if the plan has no collaborators or no free seat,
   * `conflict` for an address that is the caller's, a collaborator's or already invited.
   */
  invite: oc.input(z.object({ email: Email, role: Role })).output(Team),
  /** Mails it again; it is valid for seven days from now. */
  resend: oc.input(pending).output(Team),
  /**
   * Creates a link with which people of a mail domain join; an earlier one stops working. Its `url` is returned only
   * here. Refused: `forbidden` if the plan has no collaborators.
   */
  createDomainLink: oc
    .input(z.object({ domain: MailDomain, role: Role }))
    .output(z.object({ url: z.string(), team: Team })),
  /** Revokes that link. */
  revokeDomainLink: oc.output(Team),
  /** Revokes its link. */
  revoke: oc.input(pending).output(Team),
  changeRole: oc.input(person.extend({ role: Role })).output(Team),
  /** Limits the credits that a collaborator may spend in a calendar month, and tells them. Refused: `not_found`. */
  setLimit: oc.input(person.extend({ monthlyCredits: MonthlyLimit })).output(Team),
  /** Ends a collaborator's access at once. */
  remove: oc.input(person).output(Team),
  /** The owners whose videos the caller works on. */
  memberships: oc.output(z.array(Membership)),
  /** Gives up the access to an owner's videos. */
  leave: oc.input(z.object({ ownerId: z.uuid() })).output(Done),
  /** Shows an invitation. Refused: `not_found`. */
  invitation: oc.input(link).output(InvitationView),
  /**
   * Accepts it. Refused: `forbidden` for another address than the invited one, `conflict` if it can no longer be
   * accepted; `invitation` then says why.
   */
  accept: oc.input(link).output(Membership),
}
